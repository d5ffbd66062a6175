package obstructionavx512

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

// Each line is where its index says. The software form does not read the lines, so no other test shows that without AVX-512.
func TestLines(t *testing.T) {
	for sq := range 64 {
		file, rank, own := sq&7, sq>>3, uint64(1)<<sq
		if got, want := (files[file]|ranks[rank])&^own, board.Lines(board.Rook, sq); got != want {
			t.Errorf("rook lines through %s: got %#x, want %#x", board.SquareName(sq), got, want)
		}
		if got, want := (diagonals[(rank-file)&15]|antidiagonals[rank+file])&^own, board.Lines(board.Bishop, sq); got != want {
			t.Errorf("bishop lines through %s: got %#x, want %#x", board.SquareName(sq), got, want)
		}
	}
}
