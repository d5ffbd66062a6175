package fancymagic

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong shift", &e.shift),
				[]conform.Fault{conform.Wrong("wrong offset", "a word further", &e.offset, e.offset+1)},
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			offset := entries[p][sq].offset
			return tables[p][offset : offset+1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}
