package persquare

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return parts(p, sq, &rookMasks[sq], &rookMagics[sq], &rookShifts[sq])
			}
			return parts(p, sq, &bishopMasks[sq], &bishopMagics[sq], &bishopShifts[sq])
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			if p == board.Rook {
				return rookTables[sq]
			}
			return bishopTables[sq]
		},
	})
}

func parts(p board.Piece, sq int, mask, factor *uint64, shift *uint8) []conform.Fault {
	return slices.Concat(
		conform.WrongMasks(p, sq, func(square int) { *mask ^= 1 << square }),
		conform.FlippedBits("wrong factor", sq, factor),
		conform.OffByOne("wrong shift", shift),
	)
}
