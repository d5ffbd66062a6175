package overlay

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The table is as short as it is because squares share slots: on average more than two of them.
func TestWords(t *testing.T) {
	filled := [...]*[64]uint64{&rookFilled, &bishopFilled}
	slots := 0 // each square's, counted one by one
	for p, entries := range [...]*[64]entry{&rookEntries, &bishopEntries} {
		for sq := range entries {
			own := map[int]bool{}
			for sub := range board.Subsets(board.Mask(board.Piece(p), sq)) {
				own[entries[sq].index(sub, filled[p][sq])] = true
			}
			slots += len(own)
		}
	}
	if slots < 2*tableWords {
		t.Errorf("the squares have %d slots in a table of %d words, want at least two in each", slots, tableWords)
	}
}
