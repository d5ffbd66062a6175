package bytes

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// setsOf returns how many attack sets a square has in the table: as many as a rook has there, since a bishop has fewer.
func setsOf(sq int) int { return int(number(board.Rook, sq, board.Lines(board.Rook, sq))) + 1 }

// All tables together stay under 140,000 bytes, and none has room that is not needed.
func TestSizes(t *testing.T) {
	if got := TableBytes(board.Queen); got >= 140_000 {
		t.Errorf("%d bytes, want fewer than 140,000", got)
	}
	last := len(rookEntries) - 1
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"rook numbers", len(rookNumbers), int(rookEntries[last].offset) + 1<<(64-rookEntries[last].shift)},
		{"bishop numbers", len(bishopNumbers), int(bishopEntries[last].offset) + 1<<(64-bishopEntries[last].shift)},
		{"sets", len(sets), int(rookEntries[last].base) + setsOf(last)},
	} {
		if c.got != c.want {
			t.Errorf("%d %s, want %d", c.got, c.what, c.want)
		}
	}
}
