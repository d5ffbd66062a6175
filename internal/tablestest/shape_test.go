package tablestest

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// The constants for sizes are the board's sums.
func TestSums(t *testing.T) {
	for p, want := range [][2]int{{RookMasks, RookLines}, {BishopMasks, BishopLines}} {
		var got [2]int
		for sq := range 64 {
			got[0] += bits.OnesCount64(board.Mask(board.Piece(p), sq))
			got[1] += bits.OnesCount64(board.Lines(board.Piece(p), sq))
		}
		if got != want {
			t.Errorf("%v: %d relevant squares and squares on lines, want %d", board.Piece(p), got, want)
		}
	}
}
