package linepdep

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softTechnique is the software form, which the lookups reach only where there are no instructions.
type softTechnique struct{ techniquestest.Funcs }

func (softTechnique) Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, softTechnique{techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}})
}

// The instructions must be what is tested and timed under the name linepdep, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	for sq := range 64 {
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			if got, want := Rook(sq, ^sub), softRook(sq, ^sub); got != want {
				t.Fatalf("rook on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), ^sub, got, want)
			}
		}
		for sub := range board.Subsets(board.Mask(board.Bishop, sq)) {
			if got, want := Bishop(sq, ^sub), softBishop(sq, ^sub); got != want {
				t.Fatalf("bishop on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), ^sub, got, want)
			}
		}
	}
}

func TestSquaresBeyondTheBoard(t *testing.T) {
	const occ = 0x8142241818244281
	for _, sq := range []int{-64, -1, 64, 127, 1 << 30} {
		rook, bishop := board.Walk(board.Rook, sq&63, occ), board.Walk(board.Bishop, sq&63, occ)
		if r, b := Both(sq, occ); r != rook || b != bishop || Rook(sq, occ) != rook || Bishop(sq, occ) != bishop {
			t.Errorf("square %d: got %#x and %#x, want %#x and %#x", sq, r, b, rook, bishop)
		}
	}
}
