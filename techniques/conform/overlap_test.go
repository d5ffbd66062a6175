package conform_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestOverlap(t *testing.T) {
	// A slot for each of the board's 107,648 relevant subsets, end to end: nothing overlaps.
	next, begin := 0, map[[2]int]int{}
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			begin[[2]int{int(p), sq}] = next
			for range board.Subsets(board.Mask(p, sq)) {
				next++
			}
		}
	}
	// gather is the index of PEXT behind the square's first slot.
	gather := func(p board.Piece, sq int, occ uint64) int {
		i, n := begin[[2]int{int(p), sq}], 0
		for s := range board.Squares(board.Mask(p, sq)) {
			i += int(occ >> s & 1 << n)
			n++
		}
		return i
	}
	if pairs, err := conform.Overlap(next, gather); pairs != 0 || err != nil {
		t.Errorf("end to end: got %d, %v", pairs, err)
	}
	if _, err := conform.Overlap(next-1, gather); err == nil || !strings.Contains(err.Error(), "outside of 107647 words") {
		t.Errorf("a word too short: got %v", err)
	}
	// shared moves all indices down by one, so that the first two subsets have one slot, with different attacks.
	shared := func(p board.Piece, sq int, occ uint64) int { return max(gather(p, sq, occ)-1, 0) }
	if _, err := conform.Overlap(next, shared); err == nil || !strings.Contains(err.Error(), "serves other attacks") {
		t.Errorf("a shared slot: got %v", err)
	}
}
