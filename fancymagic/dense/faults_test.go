package dense

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
			e := entries[p][sq]
			return tables[p][e.offset : e.offset+1<<(64-e.shift)]
		},
	})
}

// The squares' tables fill the arrays, and 39 squares have fewer slots than relevant subsets.
func TestSizes(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	for p, c := range []struct{ words, dense int }{{rookWords, 15}, {bishopWords, 24}} {
		words, dense := 0, 0
		for _, e := range entries[p] {
			words += 1 << (64 - e.shift)
			if int(64-e.shift) < bits.OnesCount64(e.mask) {
				dense++
			}
		}
		if words != c.words || dense != c.dense {
			t.Errorf("%v: %d words, %d dense factors; want %d, %d", board.Piece(p), words, dense, c.words, c.dense)
		}
	}
}
