package correlation

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	masks := [...]*[64]uint64{&rookMasks, &bishopMasks}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return append(
				conform.WrongMasks(p, sq, func(square int) { masks[p][sq] ^= 1 << square }),
				wrongFactors(p, sq)...,
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			if p == board.Rook {
				return rookTable[sq][:]
			}
			return bishopTable[sq][:]
		},
	})
}

// wrongFactors returns faults of a square's factor, which serves its neighbours as well.
func wrongFactors(p board.Piece, sq int) []conform.Fault {
	size, factor := 2, &rookFactors[sq>>1]
	if p == board.Bishop {
		size, factor = 8, &bishopFactors[sq>>3]
	}
	faults := conform.FlippedBits("wrong factor", sq, factor)
	for i := range faults {
		for neighbour := range size {
			faults[i].Squares = append(faults[i].Squares, sq&^(size-1)+neighbour)
		}
	}
	return faults
}
