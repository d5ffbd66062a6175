// Package dumb7 is Dumb7Fill: in each direction all sliders at once take a step onto the next square if it is empty, six times.
// One more step leads from all reached squares onto the blockers, and the sliders' own squares drop out.
//
//	free    = empty squares, without the file where a step around the edge of the board would end
//	g       = sliders, flood = sliders
//	six times: g = g << step & free, flood |= g
//	attacks = flood << step, without that file                      step: 8, 1, 9 or 7; >> in the four other directions
//
// A shift moves a set like a single piece, so the fill works for many sliders as for one. A ray has at most seven squares: six
// steps reach all but the last square, and the last step reaches that. Three bishops going north-east:
//
//	occ                 after one step      after two           sliders and flood   attacks
//	. . . . x . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . x . . .
//	. . . . . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .     . . . x . . . .
//	x . . . . . . .     . . x . . . . .     . . . . . . . .     . . x . . . . .     . . x . . . . .
//	. x . . x . . .     . . . . . . . .     . . . . . . . .     . x . . . . . .     . . . . x . . .
//	. . . . . . . x     . . . . . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . x
//	. . . . . . . .     . . . . . . . .     . . x . . . x .     . . x . . . x .     . . x . . . x .
//	. . . . . . . .     . x . . . x . .     . . . . . . . .     . x . . . x . .     . x . . . x . .
//	x . . . x . . .     . . . . . . . .     . . . . . . . .     x . . . x . . .     . . . . . . . .
//
// Sliders in occ block each other. The union stays the same: the blocking slider's own attacks continue.
//
// Cost: per direction 7 shifts, 6 ANDs and 6 ORs, and two ANDs more if a step could go around an edge. No loads, no branches.
//
// When: the attacks of all sliders of a kind at once, which cost as much as those of one slider. This package reads like the
// rules; package koggestone takes fewer operations.
//
// People: Gerd Isenberg proposed the seven unconditional steps on 15 September 2002, quoted in [westcott]. [cpw-dumb7] has the
// name, and links Gunnar Andersson's bitmob.c of 2003, mobility in Othello.
package dumb7

import "github.com/slidebench/slidebench/board"

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
)

// Build does nothing: there are no tables.
func Build() error { return nil }

// up returns the sliders and the squares that they reach by steps to higher squares through free squares. The steps are written
// out because the compiler unrolls no loops; in this form they just fit the inliner's budget.
func up(sliders, free uint64, step uint) uint64 {
	one := sliders << step & free
	two := one << step & free
	three := two << step & free
	four := three << step & free
	five := four << step & free
	six := five << step & free
	return sliders | one | two | three | four | five | six
}

// down works like up, with steps to lower squares.
func down(sliders, free uint64, step uint) uint64 {
	one := sliders >> step & free
	two := one >> step & free
	three := two >> step & free
	four := three >> step & free
	five := four >> step & free
	six := five >> step & free
	return sliders | one | two | three | four | five | six
}

// The attacks in one direction: a step further than the fill. The mask removes the file on which a step around the edge ends.

func north(s, empty uint64) uint64     { return up(s, empty, 8) << 8 }
func south(s, empty uint64) uint64     { return down(s, empty, 8) >> 8 }
func east(s, empty uint64) uint64      { return up(s, empty&^fileA, 1) << 1 &^ fileA }
func west(s, empty uint64) uint64      { return down(s, empty&^fileH, 1) >> 1 &^ fileH }
func northEast(s, empty uint64) uint64 { return up(s, empty&^fileA, 9) << 9 &^ fileA }
func southWest(s, empty uint64) uint64 { return down(s, empty&^fileH, 9) >> 9 &^ fileH }
func northWest(s, empty uint64) uint64 { return up(s, empty&^fileH, 7) << 7 &^ fileH }
func southEast(s, empty uint64) uint64 { return down(s, empty&^fileA, 7) >> 7 &^ fileA }

// Rooks returns the union of the attacks of rooks on all squares of a set, whether or not occ contains these squares.
func Rooks(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return north(s, empty) | south(s, empty) | east(s, empty) | west(s, empty)
}

// Bishops does for bishops what Rooks does for rooks.
func Bishops(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return northEast(s, empty) | southWest(s, empty) | northWest(s, empty) | southEast(s, empty)
}

// Queens does for queens what Rooks does for rooks.
func Queens(sliders, occ uint64) uint64 {
	s, empty := sliders, ^occ
	return north(s, empty) | south(s, empty) | east(s, empty) | west(s, empty) |
		northEast(s, empty) | southWest(s, empty) | northWest(s, empty) | southEast(s, empty)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return Rooks(1<<(sq&63), occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return Bishops(1<<(sq&63), occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Queens(1<<(sq&63), occ) }

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
