package gfni

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "gfni", Available())
	techniquestest.ProveFaults(t, techniquestest.Tables{
		Technique: linestest.OfBoth(both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []techniquestest.Fault {
			return slices.Concat(parts(p, sq),
				techniquestest.FlippedBits("wrong reversed square", sq, &all.entries[sq].reversed),
				linestest.WrongConstant(sq, all.swap[:]),
				linestest.WrongConstant(sq, (*[unsafe.Sizeof(all.matrix)]uint8)(unsafe.Pointer(&all.matrix))[:]),
			)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, techniquestest.Tables{Technique: linestest.OfBoth(softBoth), Fill: Build, Parts: parts})
}

func parts(p board.Piece, sq int) []techniquestest.Fault {
	e := &all.entries[sq]
	wrongSquare := techniquestest.FlippedBits("wrong square", sq, &e.b)
	if p == board.Rook {
		return slices.Concat(linestest.WrongLine(p, sq, &e.rank), linestest.WrongLine(p, sq, &e.file), wrongSquare)
	}
	return slices.Concat(linestest.WrongLine(p, sq, &e.diagonal), linestest.WrongLine(p, sq, &e.antidiagonal), wrongSquare)
}
