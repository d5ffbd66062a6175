package slidearith_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
)

// The published formulas have more in common than the answer: all are the same number before the line masks it.
func TestPublishedFormsAreOne(t *testing.T) {
	msb := func(x uint64) uint64 { return 1 << (bits.Len64(x) - 1) }
	forms := []struct {
		name string
		of   func(sq int, occ uint64) uint64 // occ: on a line of sq
	}{
		{"slide arithmetic", func(sq int, occ uint64) uint64 {
			down := occ & (1<<sq - 1)
			up := occ &^ down
			return up ^ (up - 1) ^ (1<<63-1)>>bits.LeadingZeros64(down|1)
		}},
		{"Leorik", func(sq int, occ uint64) uint64 {
			below := uint64(1)<<sq - 1
			low, high := occ&^(1<<sq)&^below, occ&below
			maskLow, maskHigh := low^(low-1), uint64(1<<63-1)>>bits.LeadingZeros64(high|1)
			return maskLow ^ maskHigh
		}},
		{"obstruction difference, first form", func(sq int, occ uint64) uint64 {
			up, down := occ&(^uint64(1)<<sq), occ&(1<<sq-1)|1
			return 2*(up&-up) - msb(down)
		}},
		{"obstruction difference, with exclusive or", func(sq int, occ uint64) uint64 {
			up, down := occ&(^uint64(1)<<sq), occ&(1<<sq-1)|1
			return up ^ (up - msb(down))
		}},
	}
	for q := range linestest.Questions() {
		number := forms[0].of(q.Square, q.Occ)
		for _, form := range forms {
			got := form.of(q.Square, q.Occ)
			if got != number {
				t.Fatalf("%s on %s, occupancy %#x: %#x, and %s %#x",
					form.name, board.SquareName(q.Square), q.Occ, got, forms[0].name, number)
			}
			if got &= q.Line; got != q.Attacks {
				t.Fatalf("%s on %s, occupancy %#x: got %#x, want %#x",
					form.name, board.SquareName(q.Square), q.Occ, got, q.Attacks)
			}
		}
	}
}
