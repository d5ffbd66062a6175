package techniques

import "github.com/slidebench/slidebench/board"

//go:generate go run ./internal/kernelgen

// Questions is a corpus in the form in which kernels read it: question i is the square Squares[i] with the occupancy
// Occs[i]. Both slices have the same length.
type Questions struct {
	Squares []uint8
	Occs    []uint64
}

// Slice returns questions i to j-1.
func (q Questions) Slice(i, j int) Questions { return Questions{q.Squares[i:j], q.Occs[i:j]} }

// Kernel asks one technique every question once and returns a checksum of the answers: the unit that is timed.
type Kernel func(q Questions) uint64

// Mode is what a kernel asks for.
type Mode string

// The modes. Init is measured around Build and has no kernel.
const (
	Throughput Mode = "throughput" // independent lookups, back to back
	Latency    Mode = "latency"    // each lookup waits for the answer of the one before
	Both       Mode = "both"       // one question, two answers: rook and bishop
	Init       Mode = "init"       // building the tables
)

// Modes lists the modes in the order in which tables and reports show them.
var Modes = [...]Mode{Throughput, Latency, Both, Init}

// Kernels are one technique's timed loops. The order of the arrays is that of board.Pieces.
type Kernels struct {
	throughput, latency [len(board.Pieces)]Kernel
	both                Kernel
}

// Kernel returns the loop for a mode and a piece, nil where there is none. Mode both has one, under the queen.
func (k *Kernels) Kernel(mode Mode, p board.Piece) Kernel {
	switch {
	case mode == Throughput:
		return k.throughput[p]
	case mode == Latency:
		return k.latency[p]
	case mode == Both && p == board.Queen:
		return k.both
	}
	return nil
}

// The loops. Each is within the inliner's budget, so that a call with a literal which names a lookup becomes a loop
// around that lookup: inlined where it fits the budget, one direct call where it does not, as in an engine. A test
// reads the machine code to see that this holds.

// throughput returns the exclusive or of all answers.
func throughput(q Questions, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	for i, occ := range q.Occs {
		sum ^= lookup(int(squares[i]), occ)
	}
	return sum
}

// feedback is 0, which the compiler cannot know. Tests set it to all ones to see that answers really feed back.
var feedback uint64

// latency returns what throughput does. Each occupancy is or-ed with (answer before & feedback), so a lookup cannot begin
// before the one before it has ended.
func latency(q Questions, lookup func(sq int, occ uint64) uint64) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	mask, answer := feedback, uint64(0)
	for i, occ := range q.Occs {
		answer = lookup(int(squares[i]), occ|answer&mask)
		sum ^= answer
	}
	return sum
}

// both returns the exclusive or of all differences rook minus bishop, for which order matters.
func both(q Questions, lookup func(sq int, occ uint64) (rook, bishop uint64)) (sum uint64) {
	squares := q.Squares[:len(q.Occs)]
	for i, occ := range q.Occs {
		rook, bishop := lookup(int(squares[i]), occ)
		sum ^= rook - bishop
	}
	return sum
}
