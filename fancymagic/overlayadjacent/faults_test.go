package overlayadjacent

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
				conform.FlippedBits("wrong filled squares", sq, &e.filled),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.FlippedBits("wrong distant squares", sq, &e.distant),
				conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				conform.OffByOne("wrong rotation", &e.rotation),
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			begin := int(int32(entries[p][sq].offset)) // below 0 where the smallest index is above 0
			end := begin + 1<<(64-entries[p][sq].shift)
			return table[max(begin, 0):min(end, len(table))]
		},
	})
}

// The table is as short as it is because squares share slots: on average more than three of them.
func TestWords(t *testing.T) {
	slots := 0 // each square's, counted one by one
	for p, entries := range [...]*[64]entry{&rookEntries, &bishopEntries} {
		for sq := range entries {
			own := map[int]bool{}
			for sub := range board.Subsets(board.Mask(board.Piece(p), sq)) {
				own[entries[sq].index(sub)] = true
			}
			slots += len(own)
		}
	}
	if slots < 3*tableWords {
		t.Errorf("the squares have %d slots in a table of %d words, want at least three in each", slots, tableWords)
	}
}
