package search

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// Disproved reports whether no white factor of a piece on a square has a number of index bits. false says nothing: either there is
// such a factor, or the proof takes more than a number of steps.
//
// A product is a sum of weights, the factor shifted by the number of each occupied square. As numbers of slots with a fraction,
// the weights lie between 0 and 2^indexBits. Near squares have the same weight but for a power of two, because their weights are
// the same factor; the weights of distant squares are taken to be independent, which only makes more factors possible. If every
// weight is known to lie in an interval, some sums of weights certainly have the same whole part, and when two subsets with
// different attacks have, no weight of these intervals is part of a factor. Otherwise the widest interval is halved.
func Disproved(p board.Piece, sq, indexBits, steps int) bool {
	return newDisproof(p, sq, indexBits, steps).impossible()
}

// newDisproof returns the proof that begins with all weights.
func newDisproof(p board.Piece, sq, indexBits, steps int) *disproof {
	d := &disproof{answers: factors.AttackSets(p, sq), indexBits: indexBits, steps: steps}
	before := -64
	for s := range board.Squares(board.Mask(p, sq)) {
		if s-before > tied {
			d.free = append(d.free, interval{0, 1 << (indexBits + fractionBits)})
			d.weights = append(d.weights, weight{len(d.free) - 1, 1})
		} else {
			last := d.weights[len(d.weights)-1]
			d.weights = append(d.weights, weight{last.free, last.times << (s - before)})
		}
		before = s
	}
	d.sums, d.slots = make([]interval, len(d.answers)), make([]int16, 1<<indexBits)
	return d
}

const (
	fractionBits = 20 // of the ends of intervals
	tied         = 5  // greatest distance of squares whose weights are not taken to be independent
)

// interval is the numbers from low to low+size, low included, in units of 2^-fractionBits slots.
type interval struct{ low, size uint64 }

// weight is a multiple of a free weight, modulo the range.
type weight struct {
	free  int
	times uint64
}

// disproof is a proof by cases, the intervals in which the free weights lie.
type disproof struct {
	answers   []uint8 // number of the attack set, by subset
	indexBits int
	weights   []weight // of the relevant squares
	free      []interval
	sums      []interval // by subset
	slots     []int16    // number of the attack set plus 1, by index; 0 if none is certain
	steps     int        // left
}

// impossible reports whether no weights of the present intervals make a factor.
func (d *disproof) impossible() bool {
	if d.steps--; d.steps < 0 {
		return false
	}
	if d.collides() {
		return true
	}
	widest := d.widest()
	if widest < 0 {
		return false
	}
	whole := d.free[widest]
	half := whole.size / 2
	defer func() { d.free[widest] = whole }()
	d.free[widest] = interval{whole.low, half}
	if !d.impossible() {
		return false
	}
	d.free[widest] = interval{whole.low + half, half}
	return d.impossible()
}

// collides reports whether two subsets with different attacks certainly have the same index. Nothing overflows: a dozen weights below 2^32,
// times 64 at most.
func (d *disproof) collides() bool {
	clear(d.slots)
	d.slots[0] = int16(d.answers[0]) + 1
	d.sums[0] = interval{}
	for k, w := range d.weights {
		known := d.free[w.free]
		low, size := known.low*w.times%(1<<(d.indexBits+fractionBits)), known.size*w.times
		n := 1 << k
		for i, sum := range d.sums[:n] {
			sum.low += low
			sum.size += size
			d.sums[n+i] = sum
			index := sum.low >> fractionBits
			if index != (sum.low+sum.size-1)>>fractionBits {
				continue
			}
			slot, answer := &d.slots[index%(1<<d.indexBits)], int16(d.answers[n+i])+1
			if *slot != 0 && *slot != answer {
				return true
			}
			*slot = answer
		}
	}
	return false
}

// widest returns the free weight whose interval, times its greatest multiple, is the widest; -1 if none can be halved.
func (d *disproof) widest() int {
	widest, most := -1, uint64(0)
	for _, w := range slices.Backward(d.weights) {
		if size := d.free[w.free].size; size > 1 && size*w.times > most {
			widest, most = w.free, size*w.times
		}
	}
	return widest
}

// NotReduced are bishops for which Disproved finds that an index needs as many bits as there are relevant squares.
var NotReduced = []int{3, 4, 5, 11, 12, 13, 51, 52, 59, 60} // d1 e1 f1 d2 e2 f2 d7 e7 d8 e8
