// Package quintessencecomputed is hyperbola quintessence with computed lines: each line is a constant, shifted to the slider.
// There are no tables, so ranks, which no byte swap reverses, go through obstruction difference.
//
//	x       = occ & line                                            line: without the slider's own square
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line            file and diagonals; b = 1 << sq
//	attacks = (up ^ (up - msb(down))) & line                        rank; up, down: the parts of x above and below sq
//
// Packages quintessence and obstruction explain the subtractions. A file is shifted by the slider's file, a rank by its rank. A
// diagonal is two halves, so that no shift is by 64 bits or more, for which Go adds instructions: moved down by a rank for every
// file, the long diagonal loses the squares that the upper half lacks, and moved back up it begins on the slider; the lower half
// loses its squares at the other end. For d3:
//
//	a1-h8 >> (8*file) << (8*rank)       a1-h8 << (8*(7-file)) >> (8*(7-rank))   exclusive or
//	. . . . . . . .   . . . . . . . .   . . . x . . . .       . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . x   . . x . . . . .       . . . . . . . .   . . . . . . . x
//	. . . . . . . .   . . . . . . x .   . x . . . . . .       . . . . . . . .   . . . . . . x .
//	. . . . . . . x   . . . . . x . .   x . . . . . . .       . . . . . . . .   . . . . . x . .
//	. . . . . . x .   . . . . x . . .   . . . . . . . .       . . . . . . . .   . . . . x . . .
//	. . . . . x . .   . . . x . . . .   . . . . . . . .       . . . x . . . .   . . . . . . . .
//	. . . . x . . .   . . . . . . . .   . . . . . . . .       . . x . . . . .   . . x . . . . .
//	. . . x . . . .   . . . . . . . .   . . . . . . . .       . x . . . . . .   . x . . . . . .
//
// The published form with computed lines fills a rank by Kogge and Stone's prefixes, with three times the operations.
//
// Cost: per file or diagonal two subtractions and three byte swaps, for a rank a bit scan and a subtraction. Computing a diagonal
// takes more operations than the formula that uses it. No loads.
//
// When: the lookup may touch no memory, not even 2 KiB. Package quintessence, which loads its lines, does less for each lookup.
//
// People: as package quintessence, 2007, [cpw-hyperbola]; with computed lines Daniel Inführ, 2022: [infuehr-inline].
package quintessencecomputed

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/computed"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
)

// Build has nothing to fill.
func Build() error { return nil }

// attacksOnRank returns the attacks of a slider on the square b within its rank, which is without b.
func attacksOnRank(rank, b, occ uint64) uint64 {
	x := occ & rank
	down := x & (b - 1)
	up := x ^ down
	return (up ^ (up - 1<<63>>(bits.LeadingZeros64(down|1)&63))) & rank
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	b := uint64(1) << (sq & 63)
	return lines.Swapped(computed.File(sq), b, occ) | attacksOnRank(computed.Rank(sq), b, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	b := uint64(1) << (sq & 63)
	return lines.Swapped(computed.Diagonal(sq), b, occ) | lines.Swapped(computed.Antidiagonal(sq), b, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	b := uint64(1) << (sq & 63)
	return lines.Swapped(computed.File(sq), b, occ) | attacksOnRank(computed.Rank(sq), b, occ) |
		lines.Swapped(computed.Diagonal(sq), b, occ) | lines.Swapped(computed.Antidiagonal(sq), b, occ)
}

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
