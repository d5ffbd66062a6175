package scaffold_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	a1, b1, a2, b2 = 0, 1, 8, 9
	c3, f6, g7, h8 = 18, 45, 54, 63
)

// indexOf returns an index with a bit for each of some squares, the last square's the lowest: whether it is occupied.
func indexOf(squares ...int) func(occ uint64) int {
	return func(occ uint64) (i int) {
		for _, sq := range squares {
			i = i<<1 | int(occ>>sq&1)
		}
		return i
	}
}

// A lookup for a rook on a1 that reads only whether a3 and c1, behind its neighbours, are attacked needs an index of two bits, for a2 and
// b1, and two bits of a slot. The other bits are free for other squares.
func TestOverlaySharesSlots(t *testing.T) {
	table := []uint8{0xff, 0xff, 0xff, 0xff}
	overlay := scaffold.NewOverlay(table)
	behind := func(attacks uint64) uint8 { return uint8(attacks>>16&1 | attacks>>2&1<<1) } // a3, c1
	if err := overlay.Fill(board.Rook, a1, 3, indexOf(a2, b1), behind); err != nil {
		t.Fatal(err)
	}
	if got, want := [4]uint8(table), [4]uint8{3, 1, 2, 0}; got != want { // with neither, b1, a2, and both occupied
		t.Errorf("the rook's bits are %v, want %v", got, want)
	}
	// Two bishops read a third bit, and agree about it: whether the square behind their next one is attacked.
	for _, c := range []struct{ sq, next, behind int }{{a1, b2, c3}, {h8, g7, f6}} {
		third := func(attacks uint64) uint8 { return uint8(attacks>>c.behind&1)<<2 | 0x80 } // nobody reads 0x80
		if err := overlay.Fill(board.Bishop, c.sq, 4, indexOf(c.next), third); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := [4]uint8(table), [4]uint8{7, 1, 2, 0}; got != want { // in slot 0 the next square is free, in slot 1 occupied
		t.Errorf("after the bishops the bits are %v, want %v", got, want)
	}
}

// A slot for two answers, or an index outside of the table, is an error. A rook on a1 has filled slot 0: bit 1, b1, is set, and bit 3, d1, is not.
func TestOverlayErrors(t *testing.T) {
	whole := func(attacks uint64) uint64 { return attacks }
	constant := func(i int) func(uint64) int { return func(uint64) int { return i } }
	for _, c := range []struct {
		name  string
		reads uint64               // the squares whose bits of a slot a rook on b1 reads
		index func(occ uint64) int // its slot
		want  string               // the error; "" if there is none
	}{
		{"two subsets", 1 << 3, constant(1), // a man on c1, 0x4, hides d1
			"rook on b1: subset 0x4 wants slot 1 for other attacks than a rook on b1 for subset 0x0\n"},
		{"two squares", 1 << 3, constant(0),
			"rook on b1: subset 0x0 wants slot 0 for other attacks than a rook on a1 for subset 0x0\n"},
		{"blind to each other", 1 << 0, constant(0), ""}, // the rook on a1 does not read a1
		{"behind the end", 0, constant(2), "rook on b1: subset 0x0 has index 2, outside of the table's 2 slots\n"},
		{"before the beginning", 0, constant(-1), "rook on b1: subset 0x0 has index -1, outside of the table's 2 slots\n"},
	} {
		overlay := scaffold.NewOverlay(make([]uint64, 2))
		// The bishop on h8 alone reads bit 5, so it is in conflict with nobody.
		if err := overlay.Fill(board.Bishop, h8, 1<<5, constant(0), func(uint64) uint64 { return 1 << 5 }); err != nil {
			t.Fatal(err)
		}
		if err := overlay.Fill(board.Rook, a1, 1<<1|1<<3, constant(0), func(uint64) uint64 { return 1 << 1 }); err != nil {
			t.Fatal(err)
		}
		err := overlay.Fill(board.Rook, b1, c.reads, c.index, whole)
		switch {
		case c.want == "" && err != nil, c.want != "" && err == nil:
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		case err != nil && !strings.HasPrefix(err.Error(), c.want):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		case err != nil && !strings.Contains(err.Error(), board.Picture(0)):
			t.Errorf("%s: no picture of the board in %q", c.name, err)
		}
	}
}
