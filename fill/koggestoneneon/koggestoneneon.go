// Package koggestoneneon is the Kogge-Stone fill in the two lanes of NEON: one lane holds the board, and the other one the board reversed, on which
// all ways down lead up. So both directions of a line are one fill upwards, whose shifts are the same in both lanes. One call gives the
// attacks of all queens, rooks or bishops of a board.
//
//	lanes   = board, reversed board
//	g       = sliders
//	p       = empty squares &^ first                     first: squares that a step up around the edge would enter
//	g |= p & (g << step),      p &= p << step            step: 8, 1, 9 or 7
//	g |= p & (g << (2*step)),  p &= p << (2*step)
//	g |= p & (g << (4*step))
//	up      = (g << step) &^ first                       of a file, a rank and two diagonals
//	attacks = up[0] | reverse(up[1])
//
// Package koggestone explains why three rounds are enough. RBIT reverses a scalar register: the sliders, the empty squares and the answer, each
// once for all lines. Half a turn leaves the edges where they are, so first is the same in both lanes. The diagonals of a bishop on c3:
//
//	occ                lane 0: up         occ reversed       lane 1: up there   reversed: down
//	. . . . . . . .    . . . . . . . .    . . . . . x . x    . . . . . . . x    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . x .    . . . . . . . .
//	. . x . . x . .    . . . . . x . .    . x . . . x x .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . x . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . x . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. x x . . . x .    . . . . . . . .    . . x . . x . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . x . . . . . .
//	x . x . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    x . . . . . . .
//
// The lookup is assembly, which Go does not inline. Every arm64 processor has NEON, so lookups do not ask for it. On other processors and with the
// build tag purego, Go code fills the two boards one after the other.
//
// Cost: a call, three reversals, and for each of the four lines 16 vector instructions, of which 6 shift by constants; no loads. Scalar code
// for arm64 has 9 for each of eight directions, as shifts there are part of an AND.
//
// When: the attacks of all sliders of a kind at once, or of rooks and bishops in one call, on arm64. It has been proved under an
// emulator and not timed: nothing tells yet whether it wins against package koggestone.
//
// People: the fill is Steffan Westcott's, 2002: [westcott], [cpw-koggestone]; lanes for directions are 87flowers', 2026: [reckless]. We know no
// earlier source for the second lane with the board reversed.
package koggestoneneon

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
)

// Build has nothing to fill.
func Build() error { return nil }

// Rooks returns the union of the attacks of rooks on all squares of a set, whether or not occ contains these squares.
func Rooks(sliders, occ uint64) uint64 { return rooks(sliders, occ) }

// Bishops does for bishops what Rooks does for rooks.
func Bishops(sliders, occ uint64) uint64 { return bishops(sliders, occ) }

// Queens does for queens what Rooks does for rooks.
func Queens(sliders, occ uint64) uint64 { return queens(sliders, occ) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rooks(1<<(sq&63), occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishops(1<<(sq&63), occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return queens(1<<(sq&63), occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of a queen.
func Both(sq int, occ uint64) (rook, bishop uint64) { return both(1<<(sq&63), occ) }

// up returns the attacks of sliders in the one direction that adds step to a square's number. first is the edge file on which such a
// line begins: a step that lands there has left the board on the other side.
func up(sliders, occ, first uint64, step uint) uint64 {
	g, p := sliders, ^(occ | first)
	for _, steps := range [...]uint{step, 2 * step, 4 * step} {
		g, p = g|p&(g<<(steps&63)), p&(p<<(steps&63))
	}
	return g << (step & 63) &^ first
}

// softRooks works like rooks, without NEON: it goes up the two lines of rooks, on the board and on the reversed board.
func softRooks(sliders, occ uint64) uint64 {
	up := func(s, occ uint64) uint64 { return up(s, occ, 0, 8) | up(s, occ, fileA, 1) }
	return up(sliders, occ) | bits.Reverse64(up(bits.Reverse64(sliders), bits.Reverse64(occ)))
}

// softBishops works like bishops, without NEON: it goes up the two lines of bishops.
func softBishops(sliders, occ uint64) uint64 {
	up := func(s, occ uint64) uint64 { return up(s, occ, fileA, 9) | up(s, occ, fileH, 7) }
	return up(sliders, occ) | bits.Reverse64(up(bits.Reverse64(sliders), bits.Reverse64(occ)))
}

// Available returns nil if NEON answers and GODEBUG does not hide it, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasASIMD, whyNot) }

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
