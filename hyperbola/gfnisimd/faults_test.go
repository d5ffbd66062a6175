package gfnisimd

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
	needVectors(t)
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.OfBoth(Both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			vectors := unsafe.Slice((*uint8)(unsafe.Pointer(&constants)), unsafe.Sizeof(constants))
			return slices.Concat(parts(p, sq),
				conform.FlippedBits("wrong reversed square", sq, &entries[sq].reversed),
				linestest.WrongConstant(sq, vectors),
			)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: conform.OfBoth(softBoth), Fill: Build, Parts: parts})
}

func parts(p board.Piece, sq int) []conform.Fault {
	e := &entries[sq]
	wrongSquare := conform.FlippedBits("wrong square", sq, &e.b)
	rook, bishop := [...]int{rankLane, fileLane}, [...]int{diagonalLane, antidiagonalLane}
	lanes := rook
	if p == board.Bishop {
		lanes = bishop
	}
	return slices.Concat(conform.WrongLine(p, sq, &e.lines[lanes[0]]), conform.WrongLine(p, sq, &e.lines[lanes[1]]), wrongSquare)
}
