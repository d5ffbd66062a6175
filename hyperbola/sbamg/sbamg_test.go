package sbamg_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
)

// Here a1 is in the ends of all lines. Without it, the line's own ends are enough for every line but one.
func TestEndsWithoutA1(t *testing.T) {
	for q := range linestest.Questions() {
		whole := q.Line | 1<<q.Square
		first, last := whole&-whole, uint64(1)<<(bits.Len64(whole)-1)
		x := q.Occ | (first|last)&q.Line
		c := uint64(1) << max(0, bits.Len64(x&(1<<q.Square-1))-1)
		got := (x ^ (x - 3*c)) & q.Line
		if wrong := q.Square == 0 && q.IsRank; (got != q.Attacks) != wrong {
			t.Fatalf("%s, occupancy %#x: got %#x, attacks are %#x: want a difference for the rank of a1 alone",
				board.SquareName(q.Square), q.Occ, got, q.Attacks)
		}
	}
}
