package sissytworanks

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

// The set of two ranks has a queen's attacks if the other ranks are empty. Build makes it of the sets of single occupants, so this compares
// it with the walk.
func TestSupersets(t *testing.T) {
	for sq := range 64 {
		for pair := range 4 {
			// A sample: all contents of each rank, with one in 7 or one in 11 of the other rank's.
			for content := range 1 << 16 {
				if low, high := content&255, content>>8; low%7 != sq%7 && high%11 != sq%11 {
					continue
				}
				if got, want := supersets[sq][content][pair], board.Walk(board.Queen, sq, uint64(content)<<(16*pair)); got != want {
					t.Fatalf("queen on %s, ranks %d and %d hold %016b: got %#x, want %#x", board.SquareName(sq), 2*pair+1, 2*pair+2, content, got, want)
				}
			}
		}
	}
}
