package engine

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The engine's lookups list the right threats for changes of e4 and h8, or in make check of every square, and for moves.
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
