package obstructionloaded_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
)

// The masks were published in several ways, around the same formula.
func TestPublishedMasksAreEqual(t *testing.T) {
	msb := func(x uint64) uint64 { return 1 << (bits.Len64(x) - 1) }
	for q := range linestest.Questions() {
		own := uint64(1) << q.Square
		below := own - 1
		for _, occ := range [...]uint64{q.Occ, q.Occ | own, q.Occ | ^q.Line} {
			for name, got := range map[string]uint64{
				"first form": func() uint64 {
					up, down := occ&q.Line&^below, occ&q.Line&below|1
					return (2*(up&-up) - msb(down)) & q.Line
				}(),
				// The square itself stays in the line, and comes out in the end, where two lines cancel it.
				"squares above and below split once": func() uint64 {
					up, down := occ&^(below|own), occ&below
					up, down = up&(q.Line|own), down&(q.Line|own)|1
					return (up^(up-msb(down)))&(q.Line|own) ^ own
				}(),
				"a1 in the masks": func() uint64 {
					up, down := (occ|1)&(q.Line&^below), (occ|1)&(q.Line&below|1)
					return (up ^ (up - msb(down))) & q.Line
				}(),
			} {
				if got != q.Attacks {
					t.Fatalf("%s on %s, occupancy %#x: got %#x, want %#x", name, board.SquareName(q.Square), occ, got, q.Attacks)
				}
			}
		}
	}
}
