// Package subtraction is fill by subtraction, or o^(o-2r) byte by byte: one subtraction leads all rooks of a board to the
// east. Each rank is a byte, and no borrow gets out of its own byte.
//
//	o       = occupied squares, sliders and h-file
//	r       = sliders, without those on the h-file
//	attacks = o ^ ((o &^ r) - r)                  to the east; koggestone's in the other directions
//
// Subtracting a slider from the blockers borrows from the first blocker to its east, the next higher bit of the byte, and changes
// all squares from the slider up to it. Without a blocker the h-file serves, so that every borrow ends in its byte. A slider on
// the h-file attacks nothing to the east. Sliders that block each other borrow from each other:
//
//	sliders r          o                  o &^ r - r         o ^ (o &^ r - r)
//	. . . . x . . .    . . . . x . . x    . . . . x x x .    . . . . . x x x
//	x . . . . . . .    x . . . . . x x    x x x x x x . x    . x x x x x x .
//	. x . . . . . .    . x . . x . . x    . x x x . . . x    . . x x x . . .
//	. . . x . x . .    . . . x . x . x    . . . x x . x .    . . . . x x x x
//	. . x . . . . .    . . x x . . . x    . . x . . . . x    . . . x . . . .
//	. . . . . . . .    . . . . . . . x    . . . . . . . x    . . . . . . . .
//	x . . . . . . x    x . . . . . . x    x x x x x x x .    . x x x x x x x
//	. . . . . . . .    . . . . . . . x    . . . . . . . x    . . . . . . . .
//
// A borrow runs to higher bits, so only one direction of eight is a subtraction: to the west bits fall, and the neighbours on
// files and diagonals lie in other bytes. The rest is package koggestone's fill. [cpw-fillbysubtraction]: marginal savings.
//
// Cost: to the east a subtraction and six operations on bits, in place of koggestone's sixteen. No loads, no branches.
//
// When: as koggestone, if its rooks or queens are used.
//
// People: Gerd Isenberg, Computer Chess Club, 28 May 2007: [isenberg-subtraction], [cpw-fillbysubtraction].
package subtraction

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fill/internal/prefix"
)

const fileH uint64 = 0x8080808080808080

// Build does nothing: there are no tables.
func Build() error { return nil }

// east returns the attacks of all sliders to the east.
func east(sliders, occ uint64) uint64 {
	o, r := sliders|occ|fileH, sliders&^fileH
	return o ^ (o&^r - r)
}

// Rooks returns the union of the attacks of rooks on all squares of a set, whether or not occ contains these squares.
func Rooks(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.North(s, empty) | prefix.South(s, empty) | east(s, occ) | prefix.West(s, empty)
}

// Bishops does for bishops what Rooks does for rooks.
func Bishops(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.NorthEast(s, empty) | prefix.SouthWest(s, empty) | prefix.NorthWest(s, empty) | prefix.SouthEast(s, empty)
}

// Queens does for queens what Rooks does for rooks.
func Queens(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return prefix.North(s, empty) | prefix.South(s, empty) | east(s, occ) | prefix.West(s, empty) |
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
