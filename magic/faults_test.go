package magic

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.FlippedBits("wrong factor", sq, &e.factor),
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
