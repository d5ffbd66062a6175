package blackmagic

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The table is no longer than the best published one. The ranges of many pairs of squares intersect, and no slot serves two answers.
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
	if pairs < 64 { // far fewer than there are; ranges that lie end to end would have none
		t.Errorf("the ranges of %d pairs of squares intersect, want at least 64", pairs)
	}
}
