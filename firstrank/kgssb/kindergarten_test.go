package kgssb

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
)

// The indices are those of package kindergarten, so that the two techniques are one formula with different constants. Only
// where a diagonal ends on an inner file does kindergarten see more: that last square, which changes nothing. A subset of a
// line is all of an occupancy that either index depends on.
func TestIndicesAreKindergartens(t *testing.T) {
	const (
		fileA    = 0x0101010101010101
		diagonal = 0x8040201008040201
	)
	onEdge := 0 // subsets of which kindergarten sees a last square
	for sq := range 64 {
		for occ := range board.Subsets(lines.File.Squares(sq) | 1<<sq) {
			if got, want := fileIndex(sq, occ), int(occ>>(sq&7)&fileA*diagonal>>57&63); got != want {
				t.Fatalf("file of %s, occupancy %#x: index %#b, kindergarten has %#b", board.SquareName(sq), occ, got, want)
			}
		}
		for _, l := range []lines.Line{lines.Diagonal, lines.Antidiagonal} {
			line, mask := l.Squares(sq), l.Mask(sq)
			for occ := range board.Subsets(line) {
				kindergarten := func(occ uint64) int { return int(occ & line * fileA >> 57 & 63) }
				if got, want := diagonalIndex(mask, occ), kindergarten(occ&mask); got != want {
					t.Fatalf("%v of %s, occupancy %#x: index %#b, kindergarten has %#b", l, board.SquareName(sq), occ, got, want)
				}
				more, last := kindergarten(occ)&^kindergarten(occ&mask), 0 // last: the bits of occupied last squares on inner files
				for edge := range board.Squares(occ &^ mask) {
					last |= 1 << (edge & 7) >> 1 & 63
				}
				if more != last {
					t.Fatalf("%v of %s, occupancy %#x: kindergarten sees %#b more, want %#b", l, board.SquareName(sq), occ, more, last)
				}
				if last != 0 {
					onEdge++
				}
			}
		}
	}
	if onEdge == 0 {
		t.Error("no diagonal ends on an inner file")
	}
}
