package qbb_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
)

// published is the lookup of QBBEngine for one line, given its pattern from a1 up and from h8 down, and the edges where it
// stops. The slider is removed by exclusive or, and so comes in if it was not there.
func published(up, down, stopsAbove, stopsBelow uint64, sq int, occ uint64) (upper, lower int) {
	occ ^= 1 << sq
	upper = bits.TrailingZeros64((occ | stopsAbove) & (up << sq))
	lower = 63 - bits.LeadingZeros64((occ|stopsBelow)&(down>>(63-sq)))
	return upper, lower
}

// publishedQueen returns a queen's attacks in two forms: met intersects the patterns from both ends, shifted shifts one pattern to and fro.
func publishedQueen(sq int, occ uint64) (met, shifted uint64) {
	const (
		north, south = 0xff << 56, 0xff
		west         = 0x0101010101010101
		east         = west << 7
	)
	own := uint64(1) << sq
	met, shifted = own, own
	for _, line := range [...]struct{ up, down, stopsAbove, stopsBelow uint64 }{
		{west, east, north, south},
		{south, north, east, west},
		{0x8040201008040201, 0x8040201008040201, north | east, south | west},
		{0x8102040810204081, 0x8102040810204081, north | west, south | east},
	} {
		upper, lower := published(line.up, line.down, line.stopsAbove, line.stopsBelow, sq, occ)
		met |= line.up << lower & (line.down >> (63 - upper))
		shifted |= line.up << lower << (63 - upper) >> (63 - upper)
	}
	return met ^ own, shifted ^ own
}

// As published, the lookup is right for a slider that stands in the occupancy; a slider that does not attacks nothing. The form that shifts
// one pattern has the same answers as the form that intersects two.
func TestPublishedFormNeedsTheSlider(t *testing.T) {
	for q := range linestest.Questions() {
		own := uint64(1) << q.Square
		met, shifted := publishedQueen(q.Square, q.Occ|own)
		if want := board.Walk(board.Queen, q.Square, q.Occ); met != want || shifted != want {
			t.Fatalf("%s, occupancy %#x with the slider: got %#x and %#x, want %#x",
				board.SquareName(q.Square), q.Occ, met, shifted, want)
		}
		met, shifted = publishedQueen(q.Square, q.Occ)
		if met != 0 || shifted != 0 {
			t.Fatalf("%s, occupancy %#x without the slider: got %#x and %#x, want nothing",
				board.SquareName(q.Square), q.Occ, met, shifted)
		}
	}
}
