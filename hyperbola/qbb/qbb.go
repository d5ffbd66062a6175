// Package qbb is QBB, the method of QBBEngine: bit scans find the first blocker on either side, the edge of the board among the
// blockers. A pattern of the line's squares runs upward from the lower blocker, another downward from the upper blocker, and
// their common squares are attacked.
//
//	o       = occ & ^b                                        b = 1 << sq
//	upper   = ctz(pattern from sq up   & (o | edges))         edges: where lines of this direction stop
//	lower   = 63 - clz(pattern from sq down & (o | edges))
//	attacks = pattern from lower up & pattern from upper down, both lines by exclusive or
//
// A pattern is a shifted constant: the first square of the line at bit 0, or the last one at bit 63, and the rest at equal
// distances. It may continue around the edge of the board: the scan stops at the first edge square, and the common squares of two
// patterns lie between the blockers. The slider's own square is in both lines, and the exclusive or removes it. A bishop's
// anti-diagonal on d4, with blockers on b6, f2 and elsewhere:
//
//	from d4 up        ... & (o | edges)   from f2 up        from b6 down      in common
//	. . . . . . x .   . . . . . . x .     . . . . . . x .   . . . . . . . .   . . . . . . . .
//	x . . . . . . x   x . . . . . . x     x . . . . . . x   . . . . . . . .   . . . . . . . .
//	. x . . . . . .   . x . . . . . .     . x . . . . . .   . x . . . . . .   . x . . . . . .
//	. . x . . . . .   . . . . . . . .     . . x . . . . .   . . x . . . . .   . . x . . . . .
//	. . . x . . . .   . . . . . . . .     . . . x . . . .   . . . x . . . .   . . . x . . . .
//	. . . . . . . .   . . . . . . . .     . . . . x . . .   . . . . x . . .   . . . . x . . .
//	. . . . . . . .   . . . . . . . .     . . . . . x . .   . . . . . x . .   . . . . . x . .
//	. . . . . . . .   . . . . . . . .     . . . . . . . .   . . . . . . x .   . . . . . . . .
//
// The published form removes the slider by occ ^ b, which puts it there if it does not stand in the occupancy: all scans find it
// at once, and the slider attacks nothing. Clearing the bit is right in both cases and costs the same:
//
//	occ, d4 empty     occ ^ d4          as published      a rook attacks
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. x . . . . . .   . x . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . .   . . . x . . . .   . . . . . . . .   . . . x . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . x . . . .
//	. . . . . x . .   . . . x . x . .   . . . . . . . .   x x x . x x . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . x . . . .
//	. . . x . . . .   . . . x . . . .   . . . . . . . .   . . . x . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//
// Cost: per line two bit scans and four shifted patterns; no tables. Below GOAMD64=v3 the bit scans are slow on AMD's processors.
//
// When: the lookup may touch no memory. Packages obstruction and quintessencecomputed need no memory either, with one bit scan a
// line and with one for the rank alone.
//
// People: Fabio Gobbato, in QBBEngine; year not recorded: [cpw-qbb]. A form of Daniel Inführ's, [infuehr-genetic], shifts the
// squares beyond the upper blocker off the board; a test shows that its answers are equal.
package qbb

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Patterns of squares as far apart as those of a line: one begins with a1, the other ends with h8, if these two differ.
// Moved to a slider, the patterns of diagonals may continue around the edge of the board.
const (
	fileUp, fileDown = 0x0101010101010101, 0x8080808080808080
	rankUp, rankDown = 0x00000000000000ff, 0xff00000000000000
	diagonal         = 0x8040201008040201
	antidiagonal     = 0x8102040810204081
)

// The edges, at which every line stops.
const (
	north, south = 0xff00000000000000, 0x00000000000000ff
	east, west   = 0x8080808080808080, 0x0101010101010101
)

// Build has nothing to fill.
func Build() error { return nil }

// between returns the squares of a line from the last square of below to the first of above, both included; neither set is
// empty. The complement of a number of zeros, in six bits, is 63 minus that number.
func between(up, down, below, above uint64) uint64 {
	return up << (^bits.LeadingZeros64(below) & 63) & (down >> (^bits.TrailingZeros64(above) & 63))
}

// onFile returns the squares of sq's file from the nearest blocker or edge below to that above, sq included, and so do the others. occ is without sq.
func onFile(sq int, occ uint64) uint64 {
	return between(fileUp, fileDown, (occ|south)&(fileDown>>(^sq&63)), (occ|north)&(fileUp<<(sq&63)))
}

func onRank(sq int, occ uint64) uint64 {
	return between(rankUp, rankDown, (occ|west)&(rankDown>>(^sq&63)), (occ|east)&(rankUp<<(sq&63)))
}

func onDiagonal(sq int, occ uint64) uint64 {
	return between(diagonal, diagonal, (occ|south|west)&(diagonal>>(^sq&63)), (occ|north|east)&(diagonal<<(sq&63)))
}

func onAntidiagonal(sq int, occ uint64) uint64 {
	below, above := (occ|south|east)&(antidiagonal>>(^sq&63)), (occ|north|west)&(antidiagonal<<(sq&63))
	return between(antidiagonal, antidiagonal, below, above)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		occ &^= 1 << (sq & 63)
		return onFile(sq, occ) ^ onRank(sq, occ)
	})
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		occ &^= 1 << (sq & 63)
		return onDiagonal(sq, occ) ^ onAntidiagonal(sq, occ)
	})
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		occ &^= 1 << (sq & 63)
		return onFile(sq, occ) ^ onRank(sq, occ) | onDiagonal(sq, occ) ^ onAntidiagonal(sq, occ)
	})
}

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
