package dual

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.OfBoth(both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return append(parts(p, sq), linestest.WrongConstant(sq, all.swap[:])...)
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
		return slices.Concat(conform.WrongLine(p, sq, &e.file), linestest.WrongRanks(sq, all.ranks.At), wrongSquare)
	}
	return slices.Concat(conform.WrongLine(p, sq, &e.diagonal), conform.WrongLine(p, sq, &e.antidiagonal), wrongSquare)
}
