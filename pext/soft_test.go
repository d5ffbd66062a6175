package pext

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softTechnique is the software form, which Rook, Bishop and Both reach only where there is no instruction.
type softTechnique struct{ techniquestest.Funcs }

func (softTechnique) Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, softTechnique{techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}})
}

func TestSoftwareBatchesConform(t *testing.T) {
	if Available() != nil {
		t.Skip("it is what the test of the whole catalogue proves here")
	}
	checked := func(form func(dst, occ []uint64, sq []uint8)) func(dst, occ []uint64, sq []uint8) {
		return func(dst, occ []uint64, sq []uint8) {
			board.EqualLengths("pext", len(dst), len(occ), len(sq))
			form(dst, occ, sq)
		}
	}
	techniquestest.RunBatch(t, techniquestest.BatchFuncs{
		RookFunc: checked(softRookBatch), BishopFunc: checked(softBishopBatch), QueenFunc: checked(softQueenBatch),
		BothFunc: func(rook, bishop, occ []uint64, sq []uint8) {
			board.EqualLengths("pext", len(rook), len(occ), len(sq))
			board.EqualLengths("pext", len(bishop), len(occ), len(sq))
			softBothBatch(rook, bishop, occ, sq)
		},
	})
}

// The instruction must be what is tested and timed under the name pext, so its absence is reported.
func TestInstruction(t *testing.T) {
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
