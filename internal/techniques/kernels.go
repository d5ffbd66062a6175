package techniques

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

//go:generate go run ./internal/gen

// Questions is a corpus in the form in which kernels read it: question i is the square Squares[i] with the occupancy Occs[i]. Both slices have the same length.
type Questions struct {
	Squares []uint8
	Occs    []uint64
}

// Slice returns questions i to j-1.
func (q Questions) Slice(i, j int) Questions { return Questions{q.Squares[i:j], q.Occs[i:j]} }

// Sets is a corpus of sets: question i is the union of the attacks of all sliders in Sliders[i] under the occupancy Occs[i]. Both slices have the same length.
type Sets struct{ Sliders, Occs []uint64 }

// Slice returns questions i to j-1.
func (q Sets) Slice(i, j int) Sets { return Sets{q.Sliders[i:j], q.Occs[i:j]} }

// Replay is a corpus of moves, made and unmade as in a search: after each of the Changes come Lookups questions, for the next of the Squares. In the end all moves are
// unmade.
type Replay struct {
	Occ     uint64 // occupancy before the first change
	Lookups int
	Changes []Change
	Squares []uint8 // Lookups for each change
}

// Change is the effect of a made or unmade move on the occupancy: some squares become empty, others occupied. A capture's target stays occupied.
type Change struct{ Off, On uint64 }

// Questions returns the questions of a replay, each with its occupancy.
func (r Replay) Questions() (q Questions) {
	occ := r.Occ
	for i, c := range r.Changes {
		occ ^= c.Off | c.On
		for _, sq := range r.Squares[i*r.Lookups:][:r.Lookups] {
			q.Squares, q.Occs = append(q.Squares, sq), append(q.Occs, occ)
		}
	}
	return q
}

// Kernel is a timed loop: it asks one technique every question once, and returns a checksum of the answers.
type Kernel func(q Questions) uint64

// BatchSize is the number of questions in a timed batch: enough for the cost of a call to vanish, and few enough for the answers to stay in the first-level cache.
const BatchSize = 1024

// BatchKernel asks one technique every question once, in one batch. It writes the answer to question i to answers[i], in mode batchboth the rook's, and the bishop's to
// answers[len(q.Occs)+i].
type BatchKernel func(answers []uint64, q Questions)

// SetKernel asks one technique for every set once and returns the exclusive or of the answers.
type SetKernel func(q Sets) uint64

// ReplayKernel plays a replay, asks one technique all of its questions, and returns the exclusive or of the answers. A stateful
// technique is prepared once; each move also updates the occupancy, as in an engine.
type ReplayKernel func(r Replay) uint64

// Kernels are one technique's timed loops. The order of the arrays is that of board.Pieces.
type Kernels struct {
	throughput, latency [len(board.Pieces)]Kernel // nil for a technique that answers batches only
	both, bothLatency   Kernel
	batch               [len(board.Pieces)]BatchKernel
	batchBoth           BatchKernel
	setwise             [len(board.Pieces)]SetKernel
	incremental         [len(board.Pieces)]ReplayKernel
}

// Kernel returns the loop for a mode and a piece, nil if there is none. Modes both and bothlatency have one loop, under the queen.
func (k *Kernels) Kernel(m mode.Mode, p board.Piece) Kernel {
	switch {
	case m == mode.Throughput:
		return k.throughput[p]
	case m == mode.Latency:
		return k.latency[p]
	case m == mode.Both && p == board.Queen:
		return k.both
	case m == mode.BothLatency && p == board.Queen:
		return k.bothLatency
	}
	return nil
}

// BatchKernel returns the loop for mode batch and a piece, or for mode batchboth and the queen; nil if there is none.
func (k *Kernels) BatchKernel(m mode.Mode, p board.Piece) BatchKernel {
	switch {
	case m == mode.Batch:
		return k.batch[p]
	case m == mode.BatchBoth && p == board.Queen:
		return k.batchBoth
	}
	return nil
}

// SetKernel returns the loop for mode setwise and a piece, nil if there is none.
func (k *Kernels) SetKernel(p board.Piece) SetKernel { return k.setwise[p] }

// ReplayKernel returns the loop for mode incremental and a piece, nil if there is none.
func (k *Kernels) ReplayKernel(p board.Piece) ReplayKernel { return k.incremental[p] }

// Each loop below is within the inliner's budget, so a call with a literal that names a lookup becomes a loop around that lookup: inlined if it fits the budget,
// otherwise one direct call, as in an engine. A test reads the machine code.

// throughput returns the exclusive or of all answers.
func throughput(q Questions, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	for i, occ := range q.Occs {
		sum ^= lookup(int(squares[i]), occ)
	}
	return sum
}

// dependencyMask is 0, which the compiler cannot know. Tests set it to all ones to prove that each answer changes the next question, and that the loop around a state
// keeps the occupancy.
var dependencyMask uint64

// latency returns the same as throughput, but ORs each occupancy with (previous answer & dependencyMask), which is 0, so that a lookup waits for the previous answer.
func latency(q Questions, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	mask, answer := dependencyMask, uint64(0)
	for i, occ := range q.Occs {
		answer = lookup(int(squares[i]), occ|answer&mask)
		sum ^= answer
	}
	return sum
}

// both returns the exclusive or of all differences rook minus bishop, in which exchanged answers would show.
func both(q Questions, lookup func(sq int, occ uint64) (rook, bishop uint64)) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	for i, occ := range q.Occs {
		rook, bishop := lookup(int(squares[i]), occ)
		sum ^= rook - bishop
	}
	return sum
}

// bothLatency returns the same as both, but each lookup waits for both previous answers, as in latency.
func bothLatency(q Questions, lookup func(sq int, occ uint64) (rook, bishop uint64)) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	mask, answers := dependencyMask, uint64(0)
	for i, occ := range q.Occs {
		rook, bishop := lookup(int(squares[i]), occ|answers&mask)
		answers = rook ^ bishop
		sum ^= rook - bishop
	}
	return sum
}

// batch writes all answers: mode batch times it for a technique without batches of its own.
func batch(answers []uint64, q Questions, lookup func(sq int, occ uint64) uint64) {
	squares, answers := q.Squares[:len(q.Occs)], answers[:len(q.Occs)]
	for i, occ := range q.Occs {
		answers[i] = lookup(int(squares[i]), occ)
	}
}

// batchBoth writes all answers for rooks, and behind them those for bishops, for mode batchboth.
func batchBoth(answers []uint64, q Questions, lookup func(sq int, occ uint64) (rook, bishop uint64)) {
	n := len(q.Occs)
	squares, rooks, bishops := q.Squares[:n], answers[:n], answers[n:][:n]
	for i, occ := range q.Occs {
		rooks[i], bishops[i] = lookup(int(squares[i]), occ)
	}
}

// setwise asks for each slider of each set: mode setwise times it for a technique that answers for single sliders.
func setwise(q Sets, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	sets := q.Sliders[:len(q.Occs)]
	for i, occ := range q.Occs {
		var union uint64
		for set := sets[i]; set != 0; set &= set - 1 {
			union |= lookup(bits.TrailingZeros64(set), occ)
		}
		sum ^= union
	}
	return sum
}

// wholeSets asks once for each set: mode setwise times it for a technique that answers for all sliders of a set at once.
func wholeSets(q Sets, lookup func(sliders, occ uint64) uint64) (sum uint64) {
	sets := q.Sliders[:len(q.Occs)]
	for i, occ := range q.Occs {
		sum ^= lookup(sets[i], occ)
	}
	return sum
}

// replay keeps the occupancy from move to move: mode incremental times it for a technique without a state.
func replay(r Replay, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	occ := r.Occ
	for _, c := range r.Changes {
		occ ^= c.Off | c.On
		for _, sq := range r.Squares[:r.Lookups] {
			sum ^= lookup(int(sq), occ)
		}
		r.Squares = r.Squares[r.Lookups:]
	}
	return sum
}
