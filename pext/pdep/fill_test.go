package pdep

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// Slots of 16 bits have room for every line's squares.
func TestSlotsAreWideEnough(t *testing.T) {
	for sq := range 64 {
		for _, s := range []*soft{&rookSoft[sq], &bishopSoft[sq]} {
			if all := s.lines.Extract(^uint64(0)); all > 1<<16-1 {
				t.Errorf("%s: the lines take %#x", board.SquareName(sq), all)
			}
		}
	}
}
