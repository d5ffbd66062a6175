package words16

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// Seven bits become squares of the h-file, one on each rank but the last; what is elsewhere is not on the lines of a
// rook on h8.
func TestSpread(t *testing.T) {
	lines := board.Lines(board.Rook, 63)
	for seven := range uint64(1 << 7) {
		want := uint64(0)
		for i := range 7 {
			want |= seven >> i & 1 << (8*i + 7)
		}
		if got := seven * spread & lines; got != want {
			t.Errorf("%#07b is spread to\n%swant\n%s", seven, board.Picture(got), board.Picture(want))
		}
	}
}

// All tables together fit into 48 KiB, as the package comment says, and the bishops' has no room that is not needed. (Rooks use 13,225 slots of 1 << 14.)
func TestSizes(t *testing.T) {
	if got := TableBytes(board.Queen); got > 48<<10 {
		t.Errorf("%d bytes, want at most %d", got, 48<<10)
	}
	last := bishopEntries[63]
	if got, want := board.BishopSubsets, int(last.offset)+1<<(64-last.shift); got != want {
		t.Errorf("%d slots of bishops, want %d", got, want)
	}
}
