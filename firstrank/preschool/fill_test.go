package preschool

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The number in the package comment: the words of the bishops' table that are in use.
func TestWords(t *testing.T) {
	used := 0
	for sq := range bishopTable {
		for _, word := range bishopTable[sq] {
			if word != 0 {
				used++
			}
		}
	}
	if used != board.BishopSubsets { // a word for each set of relevant squares
		t.Errorf("%d words are used, the comment says 5,248", used)
	}
}
