package pext

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which Rook, Bishop and Both reach only where there is no instruction.
var soft = conform.BothFuncs{Funcs: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}, BothFunc: softBoth}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, soft) }

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
	}, techniquestest.AnySquare)
}

// The instruction must be what is tested and timed under the name pext, so its absence is reported.
func TestInstruction(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, soft); err != nil {
		t.Fatal(err)
	}
}
