package torusgroups

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// Groups have as few slots as the package comment says, and lie on top of each other: more than two squares or groups
// read a word, on average.
func TestShared(t *testing.T) {
	groups := map[uint64]map[int]bool{} // slots of rooks, by factor: the squares of a group share theirs
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
		// The ring of a file has 115 contents, as in package torus. The other ring has those of five relevant squares of a rank, or of six on the
		// files a and h, with which b and g share a group.
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
