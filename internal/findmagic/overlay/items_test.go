package overlay

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// The lines of rooks on a1 and b2 meet on a2 and b1, which both always attack: they fit as they stand. Rooks on a1 and a2 do not.
func TestFits(t *testing.T) {
	a1, b2, a2 := 0, 9, 8
	at := func(content factors.Content, sq int) item {
		return newItem(content, &factors.Entry{Piece: board.Rook, Square: sq, Form: factors.White, Shift: 52}) // without a magic: fits looks at the lines only
	}
	for _, c := range []struct {
		content factors.Content
		a, b    int
		want    bool
	}{
		{factors.Overlay, a1, b2, true},
		{factors.Overlay, a1, a2, false},
		{factors.OverlayAdjacent, a1, b2, true},
		{factors.OverlayAdjacent, a1, a2, false},
	} {
		a, b := at(c.content, c.a), at(c.content, c.b)
		if got := fits(&a, &b)&1 != 0; got != c.want {
			t.Errorf("%v: rooks on %s and %s as they stand: %v, want %v",
				c.content, board.SquareName(c.a), board.SquareName(c.b), got, c.want)
		}
		// Turning a by k is turning b by -k: bit k of ab is bit -k, modulo 64, of ba.
		if ab, ba := fits(&a, &b), fits(&b, &a); bits.Reverse64(ab) != bits.RotateLeft64(ba, -1) {
			t.Errorf("%v: rooks on %s and %s fit in %064b, the other way in %064b",
				c.content, board.SquareName(c.a), board.SquareName(c.b), ab, ba)
		}
	}
}
