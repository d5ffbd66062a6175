package tablestest

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// The constants for sizes are the board's sums.
func TestSums(t *testing.T) {
	for p, want := range [][3]int{{RookMasks, RookLines, FileSubsets}, {BishopMasks, BishopLines, DiagonalSubsets}} {
		var got [3]int
		for sq := range 64 {
			got[0] += bits.OnesCount64(board.Mask(board.Piece(p), sq))
			got[1] += bits.OnesCount64(board.Lines(board.Piece(p), sq))
			for _, line := range [][]uint64{{0x0101010101010101 << (sq & 7)}, {diagonalOf(sq), antidiagonalOf(sq)}}[p] {
				got[2] += 1 << bits.OnesCount64(board.Mask(board.Piece(p), sq)&line)
			}
		}
		if got != want {
			t.Errorf("%v: %d relevant squares, squares on lines and sets of a file or of diagonals, want %d", board.Piece(p), got, want)
		}
	}
}
