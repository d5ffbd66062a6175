package search

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// A magic is found for every square and every number of index bits from the mask's up, within a slice of tries. It is good, and gives no two subsets the
// same slot.
func TestPlacedFactor(t *testing.T) {
	all := 0 // tries for the magics with as many index bits as the mask has
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			mask, truth := board.Mask(p, sq), truthOf(factors.White, Target{p, sq})
			for n := bits.OnesCount64(mask); n <= rookBits; n++ {
				factor, tried, ok := placedFactor(p, sq, n, nil, makeSlice)
				if !ok || !truth.good(factor, n) {
					t.Fatalf("%v on %s, %d bits: %#x, %t, after %d bits", p, board.SquareName(sq), n, factor, ok, tried)
				}
				if n == bits.OnesCount64(mask) {
					all += tried
				}
				slots := map[uint64]bool{}
				for sub := range board.Subsets(mask) {
					slots[sub*factor>>(64-n)] = true
				}
				if len(slots) != 1<<bits.OnesCount64(mask) {
					t.Fatalf("%v on %s, %d bits: %d slots", p, board.SquareName(sq), n, len(slots))
				}
			}
		}
	}
	if want := 2851; all != want { // as docs/smallest-tables.md says
		t.Errorf("%d bits tried for a set, want %d", all, want)
	}
}

// The search also ends if there is no magic.
func TestPlacedFactorGivesUp(t *testing.T) {
	const tries = 1000
	if factor, tried, ok := placedFactor(board.Rook, 0, 11, nil, tries); ok || tried > tries {
		t.Errorf("%#x, %d bits tried, %t; want none for 12 squares and 11 index bits", factor, tried, ok)
	}
}
