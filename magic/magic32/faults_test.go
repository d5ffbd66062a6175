package magic32

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
				conform.WrongMasks(p, sq, func(square int) {
					bit := uint64(1) << square
					e.maskLo ^= uint32(bit)
					e.maskHi ^= uint32(bit >> 32)
				}),
				conform.FlippedBits("wrong factor, low half", sq, &e.factorLo),
				conform.FlippedBits("wrong factor, high half", sq, &e.factorHi),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}
