package blackmagic

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
				conform.WrongMasks(p, sq, func(square int) { e.notMask ^= 1 << square }),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong offset", &e.offset),
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			begin := int(int32(entries[p][sq].offset)) // below 0 where the smallest index is above 0
			end := begin + 1<<[...]int{rookIndexBits, bishopIndexBits}[p]
			return table[max(begin, 0):min(end, len(table))]
		},
	})
}

// The ranges of different squares really intersect, and no slot serves two answers.
func TestOverlap(t *testing.T) {
	if tableWords > 87_988 {
		t.Errorf("the table has %d words, want at most 87,988, the best published one", tableWords)
	}
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	index := [...]func(*entry, uint64) int{rookIndex, bishopIndex}
	pairs, err := conform.Overlap(tableWords, func(p board.Piece, sq int, occ uint64) int {
		return index[p](&entries[p][sq], occ)
	})
	if err != nil {
		t.Fatal(err)
	}
	if pairs < 64 {
		t.Errorf("the ranges of %d pairs of squares intersect, want at least 64", pairs)
	}
}
