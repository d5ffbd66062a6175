package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Modes threats, threatslatency and threatsbatch time the loops of this file: MakeDelta asks the bound technique for a move's delta (docs/threats.md). A technique may
// keep a state for a position, such as counts of attackers. Then bystate.go is in place of stateless.go, and openStates fills a state for each question, loadState
// copies one into place 0 or 1, and copyState copies the other place's into a place. MakeDelta changes the state of the place that was written last.

// deltas asks for deltas that do not depend on each other.
func deltas(q []position.Question, i, j int) (sum uint64) {
	var (
		after position.Mailbox
		d     board.Delta
	)
	openStates(q)
	for ; i < j; i++ {
		loadState(i, 0) // of question i, into place 0
		MakeDelta(&q[i].Before, q[i].Move, &after, &d)
		sum ^= bits.RotateLeft64(d.Sum(), i)
	}
	return sum
}

// deltasInTurn makes moves on top of each other, as down a game or a line of a search: a question that Follows the last one is asked on the position that the last
// move has left. Each move is or-ed with (last checksum & bound.DependencyMask), so that it waits for the last delta.
func deltasInTurn(q []position.Question, i, j int) (sum uint64) {
	var (
		line [2]position.Mailbox // before and after question i, in turn: line[i&1] is before
		d    board.Delta
		last uint64
	)
	mask := bound.DependencyMask
	openStates(q)
	for first := i; i < j; i++ {
		before, after := &line[i&1], &line[i&1^1]
		if i == first || q[i].Follows == 0 {
			*before = q[i].Before
			loadState(i, i&1)
		}
		copyState(i&1 ^ 1) // from the place of before to that of after, where MakeDelta changes the copy
		MakeDelta(before, q[i].Move|position.Move(last&mask), after, &d)
		last = d.Sum()
		sum ^= bits.RotateLeft64(last, i)
	}
	return sum
}

// deltaBatch writes the deltas of moves to a slice, as a program does that feeds the training of a network. It has no states at hand, so filling them is timed, too.
func deltaBatch(deltas []board.Delta, q []position.Question) {
	var after position.Mailbox
	for i := range q {
		fillState(&q[i].Before.Men)
		MakeDelta(&q[i].Before, q[i].Move, &after, &deltas[i])
	}
}
