package fixedshift

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

// The table is no longer than one with a range for each square alone. The ranges of many pairs of squares intersect, and no slot serves two answers.
func TestOverlap(t *testing.T) {
	if most := board.RookSubsets + board.BishopSubsets; tableWords > most {
		t.Errorf("the table has %d words, want at most %d, as many as with a range for each square alone", tableWords, most)
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
