package engine

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// line returns questions for the first n moves of an arbitrary game, which is longer: the factor 7 varies the choice among the legal moves.
func line(n int) (q []position.Question) {
	p := position.MustFEN(position.Start)
	for i := range n {
		legal := Legal(&p)
		m := legal[i*7%len(legal)]
		q = append(q, position.Question{Before: position.NewMailbox(&p), Move: m, Follows: uint32(min(i, 1))})
		var after position.Position
		p.Make(m, &after)
		p = after
	}
	return q
}

// The three loops find the same deltas, in one call or in two. deltasInTurn goes on from the position that it has made, and the last checksum enters its next move.
func TestDeltaLoops(t *testing.T) {
	q := line(100)
	batch := make([]board.Delta, len(q))
	deltaBatch(batch, q)
	var want uint64
	for i := range batch {
		want ^= bits.RotateLeft64(batch[i].Sum(), i)
	}
	const cut = 41 // between two calls, anywhere in the line
	for name, loop := range map[string]func(q []position.Question, i, j int) uint64{"independent": deltas, "in turn": deltasInTurn} {
		if got := loop(q, 0, cut) ^ loop(q, cut, len(q)); got != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
	wrong := line(100) // all but the first without a position: deltasInTurn must not look at those
	for i := range wrong[1:] {
		wrong[1+i].Before = position.Mailbox{}
	}
	if got := deltasInTurn(wrong, 0, len(q)); got != want {
		t.Errorf("moves in turn: %#x, want %#x: they do not go on from the position before", got, want)
	}
	bound.DependencyMask = 1 << 15 // a bit of the promotion
	defer func() { bound.DependencyMask = 0 }()
	if got := deltasInTurn(q, 0, len(q)); got == want || deltas(q, 0, len(q)) != want {
		t.Errorf("with a mask: %#x; the last checksum is not in the question", got)
	}
}
