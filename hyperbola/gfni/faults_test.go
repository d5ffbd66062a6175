package gfni

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "gfni", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.OfBoth(both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return slices.Concat(parts(p, sq),
				conform.FlippedBits("wrong reversed square", sq, &all.entries[sq].reversed),
				linestest.WrongConstant(sq, all.swap[:]),
				linestest.WrongConstant(sq, (*[unsafe.Sizeof(all.matrix)]uint8)(unsafe.Pointer(&all.matrix))[:]),
			)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: conform.OfBoth(softBoth), Fill: Build, Parts: parts})
}

func parts(p board.Piece, sq int) []conform.Fault {
	e := &all.entries[sq]
	wrongSquare := conform.FlippedBits("wrong square", sq, &e.b)
	if p == board.Rook {
		return slices.Concat(conform.WrongLine(p, sq, &e.rank), conform.WrongLine(p, sq, &e.file), wrongSquare)
	}
	return slices.Concat(conform.WrongLine(p, sq, &e.diagonal), conform.WrongLine(p, sq, &e.antidiagonal), wrongSquare)
}
