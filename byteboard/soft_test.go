package byteboard

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which the lookups reach only where there is no AVX2.
var soft = techniquestest.Funcs{
	RookFunc:   func(sq int, occ uint64) uint64 { return softQueen(sq, occ) & rookLines[sq&63] },
	BishopFunc: func(sq int, occ uint64) uint64 { return softQueen(sq, occ) & bishopLines[sq&63] },
	QueenFunc:  softQueen,
}

func TestSoftwareFormConforms(t *testing.T) {
	if !testing.Short() {
		techniquestest.Run(t, soft)
		return
	}
	for _, sq := range []int{0, 27, 31, 62} {
		if err := conform.CheckSquare(soft, sq, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// The vectors must be what is tested and timed under the name byteboard, so their absence is reported.
func TestVectors(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	rng := rand.New(rand.NewPCG(2, 0))
	for i := range 64 * 500 {
		sq, occ := i&63, rng.Uint64()&rng.Uint64()
		if got, want := queen(sq, occ), softQueen(sq, occ); got != want {
			t.Fatalf("queen on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), occ, got, want)
		}
	}
}

func TestSquaresBeyondTheBoard(t *testing.T) {
	const occ = 0x8142241818244281
	for _, sq := range []int{-64, -1, 64, 127, 1 << 30} {
		want := board.Walk(board.Queen, sq&63, occ)
		if rook, bishop := Both(sq, occ); Queen(sq, occ) != want || softQueen(sq, occ) != want || rook|bishop != want {
			t.Errorf("square %d: got %#x, %#x and %#x, want %#x", sq, Queen(sq, occ), softQueen(sq, occ), rook|bishop, want)
		}
	}
}
