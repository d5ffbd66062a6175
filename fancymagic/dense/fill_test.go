package dense

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
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
