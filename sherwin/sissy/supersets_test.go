package sissy

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

// A rank's set has a queen's attacks if the other ranks are empty. Build makes it of the sets of single occupants, so this compares it with
// the walk.
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
