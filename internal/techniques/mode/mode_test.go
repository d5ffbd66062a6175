package mode

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		m      Mode
		p      board.Piece
		corpus string
		want   string
	}{
		{Throughput, board.Rook, "", "rook, throughput"}, {Both, board.Queen, "", "rook+bishop pair"}, {Batch, board.Bishop, "", "many bishops"},
		{Setwise, board.Rook, "sliders2", "sets of rooks, 2 on average"}, {Incremental, board.Queen, "replay1", "queen, 1 lookup a move"},
		{Incremental, board.Queen, "replay16", "queen, 16 lookups a move"}, {Init, board.Queen, "stored", "queen, init"}, // the corpus of mode init, which asks no questions
	} {
		if got := c.m.Words(c.p, c.corpus); got != c.want {
			t.Errorf("%s: %q, want %q", c.m, got, c.want)
		}
	}
}
