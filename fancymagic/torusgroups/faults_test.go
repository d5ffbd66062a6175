package torusgroups

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
				e := &rookEntries[sq]
				return slices.Concat(
					conform.FlippedBits("wrong mask", sq, &e.mask),
					conform.FlippedBits("wrong ends", sq, &e.ends),
					conform.FlippedBits("wrong lines", sq, &e.lines),
					conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
					conform.FlippedBits("wrong factor", sq, &e.factor),
					conform.OffByOne("wrong shift", &e.shift),
					conform.OffByOne("wrong offset", &e.offset),
					conform.OffByOne("wrong rotation", &e.rotation),
					wrongSlots(p, sq),
				)
			}
			e := &bishopEntries[sq]
			return slices.Concat(
				conform.FlippedBits("wrong lines", sq, &e.lines),
				conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				conform.OffByOne("wrong rotation", &e.rotation),
				wrongSlots(p, sq),
			)
		},
	})
}

// wrongSlots returns faults of slots that a piece on sq reads. Fill takes the faults out.
func wrongSlots(p board.Piece, sq int) []conform.Fault {
	return conform.WrongSharedSlots(p, sq, table[:], func(p board.Piece, sq int, occ uint64) int {
		if p == board.Rook {
			return rookEntries[sq].index(sq, occ)
		}
		return bishopEntries[sq].index(occ)
	})
}

// Groups have as few slots as the package comment says, and lie on top of each other: more than two squares or groups
// read a word, on average.
func TestShared(t *testing.T) {
	groups := map[uint64]map[int]bool{} // slots of rooks, by factor
	slots := 0                          // of each group and of each bishop
	for sq := range 64 {
		rook, bishop := &rookEntries[sq], &bishopEntries[sq]
		if groups[rook.factor] == nil {
			groups[rook.factor] = map[int]bool{}
		}
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			groups[rook.factor][rook.index(sq, sub)] = true
		}
		own := map[int]bool{}
		for sub := range board.Subsets(board.Mask(board.Bishop, sq)) {
			own[bishop.index(sub)] = true
		}
		slots += len(own)
	}
	for file := range 8 {
		group, want := groups[rookEntries[file].factor], 32*115
		switch file {
		case 0, 1, 6, 7:
			want = 64 * 115
		}
		if len(group) != want {
			t.Errorf("rooks of the %c-file and its group have %d slots, want %d", 'a'+file, len(group), want)
		}
	}
	for _, group := range groups {
		slots += len(group)
	}
	if len(groups) != 6 || slots < 2*tableWords {
		t.Errorf("%d groups and the bishops have %d slots in a table of %d words, want 6 and at least two in each",
			len(groups), slots, tableWords)
	}
}
