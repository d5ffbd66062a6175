package transposition_test

import (
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// An entry is found by its key alone, until another one takes its place or the table forgets.
func TestTable(t *testing.T) {
	table := transposition.Shared()
	if table != transposition.Shared() {
		t.Error("there are several shared tables")
	}
	// The top bits of a key choose its place: neighbour has the place of key, and elsewhere another one.
	const key, neighbour, elsewhere = 0x1234_5678_9abc_def0, 0x1234_5678_9abc_def1, 0x4321_5678_9abc_def0
	m := position.NewMove(1, 2, position.King, position.Pawn)
	found := func(key uint64, score int) {
		t.Helper()
		if e := table.Find(key); e == nil || e.Move != m || int(e.Score) != score || e.Depth != 64 || e.Bound != transposition.AtMost {
			t.Errorf("key %#x: got %+v, want score %d", key, e, score)
		}
	}
	missing := func(key uint64) {
		t.Helper()
		if e := table.Find(key); e != nil {
			t.Errorf("key %#x: got %+v, want none", key, e)
		}
	}
	table.Forget()
	missing(key)
	table.Keep(key, m, 30000, 64, transposition.AtMost)
	table.Keep(elsewhere, m, 7, 64, transposition.AtMost)
	found(key, 30000)
	found(elsewhere, 7)
	missing(neighbour)
	// The newest entry of a place counts.
	table.Keep(neighbour, m, -30000, 64, transposition.AtMost)
	missing(key)
	found(neighbour, -30000)
	table.Forget()
	missing(neighbour)
	missing(elsewhere)
}
