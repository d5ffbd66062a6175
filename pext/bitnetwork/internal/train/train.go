// Package train finds the weights of the networks of package bitnetwork.
package train

import (
	"math/bits"
	"math/rand/v2"
)

// Lesson describes the task of a network: its input is an index of a number of relevant squares, and it says whether the
// squares of a subset are all empty.
type Lesson struct {
	Squares int    // how many bits the input has
	Between uint16 // the subset, as bits of the input
}

// Neurons is the number of neurons in a network. Those with even numbers see the lower byte of the input, the others the upper byte.
const Neurons = 32

// half holds the neurons that see the same byte of the input.
type half struct {
	inputs  int   // contents of the byte
	between uint8 // the bits that have to be 0
	weights [Neurons / 2]uint8
	fire    [256]int // number of neurons that fire, by the byte's content
}

// set changes a weight.
func (h *half) set(i int, weight uint8) {
	old := h.weights[i]
	h.weights[i] = weight
	for x := range h.inputs {
		h.fire[x] += fires(uint8(x), weight) - fires(uint8(x), old)
	}
}

// fires returns the answer of a neuron to a byte: 1 if it differs from the weight in fewer than four bits, and otherwise 0.
func fires(x, weight uint8) int {
	if bits.OnesCount8(x^weight) < 4 {
		return 1
	}
	return 0
}

// count returns the number of contents of the byte by the number of neurons that fire: in empty for contents in which the bits of
// between are all 0, in blocked for the others.
func (h *half) count() (empty, blocked [Neurons/2 + 1]int) {
	for x := range h.inputs {
		if uint8(x)&h.between == 0 {
			empty[h.fire[x]]++
		} else {
			blocked[h.fire[x]]++
		}
	}
	return empty, blocked
}

// loss returns the sum, over all inputs with a wrong answer, of the square of the number of neurons by which the answer is
// wrong. It is 0 if all answers are right.
func loss(low, high *half) (sum int) {
	lowEmpty, lowBlocked := low.count()
	highEmpty, highBlocked := high.count()
	for i := range lowEmpty {
		for j := range highEmpty {
			if over := i + j - Neurons/2; over > 0 { // more than half of them: the answer is yes
				wrong := lowBlocked[i]*(highEmpty[j]+highBlocked[j]) + lowEmpty[i]*highBlocked[j]
				sum += wrong * over * over
			} else {
				sum += lowEmpty[i] * highEmpty[j] * (1 - over) * (1 - over)
			}
		}
	}
	return sum
}

// Weights returns weights with which all answers are right. It starts with random weights and flips one or two bits at a
// time, and keeps flips that do not increase the loss. The random numbers depend on the lesson only.
func Weights(lesson Lesson) (weights [Neurons]uint8) {
	rng := rand.New(rand.NewPCG(uint64(lesson.Squares), uint64(lesson.Between)))
	low := &half{inputs: 1 << min(lesson.Squares, 8), between: uint8(lesson.Between)}
	high := &half{inputs: 1 << max(lesson.Squares-8, 0), between: uint8(lesson.Between >> 8)}
	for x := range low.fire {
		low.fire[x] = fires(uint8(x), 0) * len(low.weights)
	}
	high.fire = low.fire
	const patience = 20_000 // steps until it starts anew
	for step, now := 0, 0; step == 0 || now > 0; step++ {
		if step%patience == 0 {
			for i := range low.weights {
				low.set(i, uint8(rng.Uint32()))
				high.set(i, uint8(rng.Uint32()))
			}
			now = loss(low, high)
			continue
		}
		h := low
		if rng.UintN(3) == 0 {
			h = high
		}
		before := h.weights
		for range 1 + rng.UintN(2) {
			i := int(rng.UintN(uint(len(h.weights))))
			h.set(i, h.weights[i]^1<<rng.UintN(8))
		}
		if after := loss(low, high); after <= now {
			now = after
			continue
		}
		for i, weight := range before {
			if h.weights[i] != weight {
				h.set(i, weight)
			}
		}
	}
	for i := range low.weights {
		weights[2*i], weights[2*i+1] = low.weights[i], high.weights[i]
	}
	return weights
}
