// Package koggestone is the Kogge-Stone fill: as in the carry network of an adder, three rounds instead of seven steps lead all
// sliders through the empty squares, because each round doubles the distance. A step of two squares needs two empty squares in a
// row, which one AND finds; another AND finds four in a row.
//
//	g = sliders
//	p = empty squares, without the file where a step around the edge of the board would end
//	g |= p & (g << step),      p &= p << step
//	g |= p & (g << (2*step)),  p &= p << (2*step)
//	g |= p & (g << (4*step))
//	attacks = g << step, without that file                          step: 8, 1, 9 or 7; >> in the four other directions
//
// Before the three rounds p is the set of squares that can be entered from 1, 2 and 4 squares away; after them g is the set of
// squares reached within 1, 3 and 7 steps. Sliders on a2, a7, b6, c4 and e8 going east:
//
//	occ                 g within 1 step     within 3            within 7            attacks
//	. . . . x . . .     . . . . x x . .     . . . . x x x x     . . . . x x x x     . . . . . x x x
//	x . . . . . x .     x x . . . . . .     x x x x . . . .     x x x x x x . .     . x x x x x x .
//	. x . . x . . .     . x x . . . . .     . x x x . . . .     . x x x . . . .     . . x x x . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . x x . . . .     . . x . . . . .     . . x . . . . .     . . x . . . . .     . . . x . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	x x . . . . . x     x . . . . . . .     x . . . . . . .     x . . . . . . .     . x . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
//	p from 1 away       from 2 away         from 4 away
//	. x x x . x x x     . . x x . . x x     . . . . . . . .
//	. x x x x x . x     . . x x x x . .     . . . . x x . .
//	. . x x . x x x     . . . x . . x x     . . . . . . . .
//	. x x x x x x x     . . x x x x x x     . . . . x x x x
//	. x . . x x x x     . . . . . x x x     . . . . . . . x
//	. x x x x x x x     . . x x x x x x     . . . . x x x x
//	. . x x x x x .     . . . x x x x .     . . . . . x x .
//	. x x x x x x x     . . x x x x x x     . . . . x x x x
//
// Sliders in occ block each other. The union stays the same: the blocking slider's own attacks continue.
//
// Cost: per direction 6 shifts, 5 ANDs and 3 ORs, and two ANDs more if a step could go around an edge. No loads, no branches.
//
// When: the attacks of all sliders of a kind at once, which cost as much as those of one slider. It loses to every table where
// single sliders are asked for. To the east a subtraction takes fewer operations: package subtraction.
//
// People: Steffan Westcott, 15 September 2002: [westcott], [cpw-koggestone]; the adder is Peter M. Kogge's and Harold
// S. Stone's, 1973: [kogge].
package koggestone

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fill/internal/prefix"
)

// Build does nothing: there are no tables.
func Build() error { return nil }

// Rooks returns the union of the attacks of rooks on all squares of a set, whether or not occ contains these squares.
func Rooks(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.North(s, empty) | prefix.South(s, empty) | prefix.East(s, empty) | prefix.West(s, empty)
}

// Bishops does for bishops what Rooks does for rooks.
func Bishops(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.NorthEast(s, empty) | prefix.SouthWest(s, empty) | prefix.NorthWest(s, empty) | prefix.SouthEast(s, empty)
}

// Queens does for queens what Rooks does for rooks.
func Queens(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.North(s, empty) | prefix.South(s, empty) | prefix.East(s, empty) | prefix.West(s, empty) |
		prefix.NorthEast(s, empty) | prefix.SouthWest(s, empty) | prefix.NorthWest(s, empty) | prefix.SouthEast(s, empty)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return Rooks(1<<(sq&63), occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return Bishops(1<<(sq&63), occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Queens(1<<(sq&63), occ) }

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
