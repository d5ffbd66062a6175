package kgssb

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// The indices are those of package kindergarten, so that the two techniques are one formula with different constants. Only where
// a diagonal ends on an inner file does kindergarten see more: that last square, which changes nothing.
func TestIndicesAreKindergartens(t *testing.T) {
	const (
		fileA    = 0x0101010101010101
		diagonal = 0x8040201008040201
	)
	rng := rand.New(rand.NewPCG(1, 0))
	for sq := range 64 {
		for range 1000 {
			occ := rng.Uint64()
			if got, want := fileIndex(sq, occ), int(occ>>(sq&7)&fileA*diagonal>>57&63); got != want {
				t.Fatalf("file of %s, occupancy %#x: index %#b, kindergarten has %#b", board.SquareName(sq), occ, got, want)
			}
			for _, mask := range []uint64{diagonals[sq].diagonal, diagonals[sq].antidiagonal} {
				if got, want := diagonalIndex(mask, occ), int(occ&mask*fileA>>57&63); got != want {
					t.Fatalf("mask %#x of %s, occupancy %#x: index %#b, kindergarten has %#b", mask, board.SquareName(sq), occ, got, want)
				}
			}
		}
	}
}
