package spectral

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, setEntries, fill)
}

var entries = [...]*[64]entry{&rookEntries, &bishopEntries}

// No slot serves two answers, and the slots of many squares lie among those of others.
func TestOverlap(t *testing.T) {
	pairs, err := conform.Overlap(tableWords, func(p board.Piece, sq int, occ uint64) int {
		return entries[p][sq].index(occ)
	})
	if err != nil {
		t.Fatal(err)
	}
	if pairs < 1000 { // far fewer than there are; ranges that lie end to end would have none
		t.Errorf("the ranges of %d pairs of squares intersect, want at least 1,000", pairs)
	}
}

// The table is as long as the package comment says, and so are the slots of a rook on a8.
func TestLengths(t *testing.T) {
	const a8 = 56
	first, last := tableWords, 0
	for sub := range board.Subsets(board.Mask(board.Rook, a8)) {
		slot := rookEntries[a8].index(sub)
		first, last = min(first, slot), max(last, slot)
	}
	if span := last - first + 1; tableWords != 265_315 || span != 260_872 {
		t.Errorf("%d words, of which those of a rook on a8 span %d", tableWords, span)
	}
}
