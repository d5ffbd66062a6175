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

// setsOf returns how many attack sets a square has in the table: one more than the highest number, which an empty board's attacks have. A bishop has fewer than a rook.
func setsOf(sq int) int { return int(number(board.Rook, sq, board.Lines(board.Rook, sq))) + 1 }

// All tables together stay under 140,000 bytes, near the 133 KiB that the package comment says, and none has room that is not needed.
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
