package techniques_test

import (
	"math"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Lookups use only the low six bits of a square.
func TestSquaresAreMasked(t *testing.T) {
	const occ = 0x123456789abcdef0
	for _, e := range techniques.Catalogue() {
		for _, square := range []int{-64, -1, 64, 1 << 30, math.MinInt} {
			for low := range 64 {
				sq := square ^ low
				for _, p := range board.Pieces {
					if got, want := e.Attacks(p, sq, occ), e.Attacks(p, sq&63, occ); got != want {
						t.Fatalf("%s: %v on %d: got %#x, want %#x as on %s", e.Name, p, sq, got, want, board.SquareName(sq&63))
					}
				}
				rook, bishop := e.Both(sq, occ)
				wantRook, wantBishop := e.Both(sq&63, occ)
				if rook != wantRook || bishop != wantBishop {
					t.Fatalf("%s: both on %d: got %#x and %#x, want %#x and %#x as on %s",
						e.Name, sq, rook, bishop, wantRook, wantBishop, board.SquareName(sq&63))
				}
			}
		}
	}
}
