package bytes

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	numbers := [...][]uint8{rookNumbers[:], bishopNumbers[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.FlippedBits("wrong lines", sq, &e.lines),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				conform.OffByOne("wrong base", &e.base),
				conform.WrongSlots("wrong number", sq, numbers[p][e.offset:][:1<<(64-e.shift)]), // Fill takes them out
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return sets[rookEntries[sq].base:][:setsOf(sq)]
		},
	})
}

// setsOf returns the number of sets of a square, which is that of a rook's.
func setsOf(sq int) int { return int(number(board.Rook, sq, board.Lines(board.Rook, sq))) + 1 }

// All tables together stay under 140,000 bytes, and none has room that is not needed.
func TestSizes(t *testing.T) {
	if got := TableBytes(board.Queen); got >= 140_000 {
		t.Errorf("%d bytes, want fewer than 140,000", got)
	}
	last := len(rookEntries) - 1
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"rook numbers", len(rookNumbers), int(rookEntries[last].offset) + 1<<(64-rookEntries[last].shift)},
		{"bishop numbers", len(bishopNumbers), int(bishopEntries[last].offset) + 1<<(64-bishopEntries[last].shift)},
		{"sets", len(sets), int(rookEntries[last].base) + setsOf(last)},
	} {
		if c.got != c.want {
			t.Errorf("%d %s, want %d", c.got, c.what, c.want)
		}
	}
}
