package search_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search"
)

// Ten bishops have no factor with one index bit fewer than relevant squares. [fiekas] left d1 open.
func TestDisproved(t *testing.T) {
	for _, sq := range search.NotReduced {
		n := bits.OnesCount64(board.Mask(board.Bishop, sq))
		if !search.Disproved(board.Bishop, sq, n-1, 2_000_000) {
			t.Errorf("no proof for a bishop on %s with %d index bits", board.SquareName(sq), n-1)
		}
	}
	if len(search.NotReduced) != 10 {
		t.Errorf("%d bishops", len(search.NotReduced))
	}
}
