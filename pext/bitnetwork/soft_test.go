package bitnetwork

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The software form is what the lookups reach only where there are no instructions.
func TestSoftwareFormConforms(t *testing.T) {
	technique := techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}
	if !testing.Short() {
		techniquestest.Run(t, technique)
		return
	}
	for _, sq := range []int{0, 27, 31, 62} {
		if err := conform.CheckSquare(technique, sq, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// The instructions must be what is tested and timed under the name bitnetwork, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range 64 * 500 {
		sq, occ := i&63, rng.Uint64()&rng.Uint64()
		if got, want := Rook(sq, occ), softRook(sq, occ); got != want {
			t.Fatalf("rook on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), occ, got, want)
		}
		if got, want := Bishop(sq, occ), softBishop(sq, occ); got != want {
			t.Fatalf("bishop on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), occ, got, want)
		}
	}
}

func TestSquaresBeyondTheBoard(t *testing.T) {
	const occ = 0x8142241818244281
	for _, sq := range []int{-64, -1, 64, 127, 1 << 30} {
		rook, bishop := board.Walk(board.Rook, sq&63, occ), board.Walk(board.Bishop, sq&63, occ)
		if Rook(sq, occ) != rook || Bishop(sq, occ) != bishop || softRook(sq, occ) != rook || softBishop(sq, occ) != bishop {
			t.Errorf("square %d: got %#x and %#x, want %#x and %#x", sq, Rook(sq, occ), Bishop(sq, occ), rook, bishop)
		}
	}
}
