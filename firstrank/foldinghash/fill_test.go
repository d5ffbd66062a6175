package foldinghash

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/foldinghash/internal/fold"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, placeEntries, fill)
}

// fill refuses one word for two lines with different attacks. Here the antidiagonal of a1, which has no squares, gets the word of the rank of e3: its factor is 0, so its
// index is the offset. fill finds this when it goes over the lines again, with a full table, so nothing need be filled anew.
func TestEmptyLinesKeepTheirWord(t *testing.T) {
	defer func(e fold.Line) { entries[0][lines.Antidiagonal] = e }(entries[0][lines.Antidiagonal])
	entries[0][lines.Antidiagonal].Offset = entries[20][lines.Rank].Index(0) // e3, or any other square
	if fill() == nil {
		t.Error("the antidiagonal of a1 reads attacks along a rank, and nobody has noticed")
	}
}

// The numbers of words and attack sets in the package comment.
func TestWords(t *testing.T) {
	used, sets := 0, 0
	for _, word := range table {
		if word != 0 {
			used++
		}
	}
	for sq := range 64 {
		for l := lines.Rank; l <= lines.Antidiagonal; l++ {
			attacks := map[uint64]bool{}
			for sub := range board.Subsets(l.Mask(sq)) {
				attacks[l.Attacks(sq, sub)] = true
			}
			delete(attacks, 0) // of a line without squares
			sets += len(attacks)
		}
	}
	if used != 4488 || len(table) != 8192 || sets != 1708 {
		t.Errorf("%d of %d words are used for %d sets, the comment says 4,488 of 8,192 for 1,708", used, len(table), sets)
	}
}
