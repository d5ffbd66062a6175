package engine

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The engine's lookups list the right threats for changes of some squares, and by check of all, and for moves.
func TestThreats(t *testing.T) {
	e, squares := Bound(), uint64(1<<28|1<<63)
	if tiertest.Minutes() {
		squares = ^uint64(0)
	}
	if err := conform.CheckThreatsOn(e.Threats, squares, 1); err != nil {
		t.Error(err)
	}
	tiertest.Slow(t)
	var after position.Mailbox
	err := conform.CheckDeltas(func(m *conform.DeltaMove, d *board.Delta) {
		before := position.Placed(&m.Men)
		if m.Black {
			before.Turn = position.Black
		}
		MakeDelta(&before, position.Move(m.Packed()), &after, d)
		if after.Men != m.After() {
			t.Fatalf("%v: other men", m)
		}
	}, 1)
	if err != nil {
		t.Error(err)
	}
}

// line returns questions for moves of a game that follow each other.
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

// The three loops find the same deltas, from any question to any other. One that asks in turn goes on from the position that it has, and has the last checksum in its question.
func TestDeltaLoops(t *testing.T) {
	q := line(100)
	batch := make([]board.Delta, len(q))
	deltaBatch(batch, q)
	var want uint64
	for i := range batch {
		want ^= bits.RotateLeft64(batch[i].Sum(), i)
	}
	for name, loop := range map[string]func(q []position.Question, i, j int) uint64{"independent": deltas, "in turn": deltasInTurn} {
		if got := loop(q, 0, 41) ^ loop(q, 41, len(q)); got != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
	wrong := line(100)
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
