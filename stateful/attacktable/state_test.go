package attacktable

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// forgetful is a State that forgets the rank of a piece that comes: meanwhile, its ray to the east is empty.
type forgetful struct{ State }

func (f *forgetful) Add(sq int) {
	kept := rooks[sq&63].east
	rooks[sq&63].east = 0
	f.State.Add(sq)
	rooks[sq&63].east = kept
}

// onesided is a State in which a piece that leaves opens its file for rooks to its south alone.
type onesided struct{ State }

func (o *onesided) Remove(sq int) {
	attacks, r := o.rook[sq&63], &rooks[sq&63]
	o.State.Remove(sq)
	for t := range board.Squares(attacks & r.north) {
		o.rook[t] ^= attacks & r.south
	}
}

// States that forget something are found.
func TestStateFaults(t *testing.T) {
	if conform.CheckState[forgetful](1) == nil {
		t.Error("a state that forgets ranks in Add is found right")
	}
	if conform.CheckState[onesided](1) == nil {
		t.Error("a state that forgets one side in Remove is found right")
	}
}

// A change undoes itself. Only in the corners it changes nothing, as a man there hides no square.
func TestChangeTwice(t *testing.T) {
	var before, after State
	before.Prepare(0x8142241818244281)
	after = before
	for sq := range 64 {
		if after.change(sq); after == before && sq != 0 && sq != 7 && sq != 56 && sq != 63 {
			t.Errorf("a change of %s changes nothing", board.SquareName(sq))
		}
		if after.change(sq); after != before {
			t.Fatalf("two changes of %s leave a change", board.SquareName(sq))
		}
	}
}

// A State is as large as the package comment says. The zero one is of no board, and changes of it lead to none.
func TestZeroState(t *testing.T) {
	if got := unsafe.Sizeof(State{}); got != 2*64*8 { // a word of attacks for each piece and square
		t.Errorf("a State has %d bytes", got)
	}
	const occ = 1 << 27
	var zero, prepared State
	zero.Add(27)
	prepared.Prepare(0)
	if prepared.Add(27); prepared.Rook(0) != board.Walk(board.Rook, 0, occ) || zero.Rook(0) != 0 {
		t.Errorf("rook on a1: got %#x by a prepared state and %#x by the zero State", prepared.Rook(0), zero.Rook(0))
	}
}
