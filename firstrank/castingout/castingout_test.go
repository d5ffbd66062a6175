package castingout

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
)

const fileA = 0x0101010101010101

// An index is a sum of bytes modulo 255. Without the slider's square, no subset of a diagonal adds up to 255, so the index is bits 1 to 6 of the sum: a multiplication
// brings these to the top. With the slider's square, the two long diagonals would add up to 255, and their indices would be those of empty lines.
func TestOwnSquareIsLeftOut(t *testing.T) {
	for sq := range 64 {
		for _, l := range []lines.Line{lines.Diagonal, lines.Antidiagonal} {
			for sub := range board.Subsets(l.Squares(sq)) {
				if got, want := diagonalIndex(l.Squares(sq), sub), int(sub*(fileA<<1)>>58); got != want {
					t.Fatalf("%v of %s: subset %#x has index %d, want %d", l, board.SquareName(sq), sub, got, want)
				}
			}
		}
	}
	for _, full := range []uint64{0x8040201008040201, 0x0102040810204080} {
		if diagonalIndex(full, full) != 0 {
			t.Errorf("%#x modulo 255 is not 0", full)
		}
	}
}
