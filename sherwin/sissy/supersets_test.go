package sissy

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

// Each set that a rank looks up contains the attacks, whatever else stands on the board, and two occupants leave what
// each of them leaves. The table is filled by the latter, so this compares it with the walk.
func TestSupersets(t *testing.T) {
	for sq := range supersets {
		for content := range supersets[sq] {
			for rank, got := range supersets[sq][content] {
				if want := board.Walk(board.Queen, sq, uint64(content)<<(8*rank)); got != want {
					t.Fatalf("queen on %s, rank %d holds %08b: got %#x, want %#x", board.SquareName(sq), rank+1, content, got, want)
				}
			}
		}
	}
}
