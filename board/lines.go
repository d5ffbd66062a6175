package board

import "iter"

// Direction is one of the eight directions in which sliders move.
type Direction uint8

// The directions. Those of a rook come first, those of a bishop last; opposite ones are neighbours. The even ones lead to
// higher squares, the odd ones to lower squares.
const (
	North Direction = iota
	South
	East
	West
	NorthEast
	SouthWest
	NorthWest
	SouthEast
)

var steps = [8]struct{ file, rank int }{ // by direction
	North: {0, 1}, South: {0, -1}, East: {1, 0}, West: {-1, 0},
	NorthEast: {1, 1}, SouthWest: {-1, -1}, NorthWest: {-1, 1}, SouthEast: {1, -1},
}

// Directions returns the directions in which a piece moves.
func Directions(p Piece) []Direction {
	all := []Direction{North, South, East, West, NorthEast, SouthWest, NorthWest, SouthEast}
	switch p {
	case Rook:
		return all[:4]
	case Bishop:
		return all[4:]
	}
	return all
}

// Walk returns the attacks of a piece on sq when the squares of occ are occupied. Every technique must answer as Walk does.
// It steps outward one square at a time and stops at the edge of the board or on the first occupied square. Squares of
// occ off the piece's lines, and sq itself, make no difference.
func Walk(p Piece, sq int, occ uint64) uint64 {
	var attacks uint64
	for _, d := range Directions(p) {
		attacks |= walk(d, sq, occ)
	}
	return attacks
}

// walk is Walk in one direction.
func walk(d Direction, sq int, occ uint64) uint64 {
	var attacks uint64
	file, rank := sq&7, sq>>3
	for {
		file += steps[d].file
		rank += steps[d].rank
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return attacks
		}
		b := uint64(1) << (rank<<3 | file)
		attacks |= b
		if occ&b != 0 {
			return attacks
		}
	}
}

// Ray returns the squares from sq (excluded) to the edge of the board in one direction.
func Ray(d Direction, sq int) uint64 { return walk(d, sq, 0) }

// Lines returns the union of a piece's rays from sq: its attacks on an empty board.
func Lines(p Piece, sq int) uint64 { return Walk(p, sq, 0) }

// Mask returns the relevant squares of a piece on sq: its lines without the last square of each ray, which can hide no square behind it.
func Mask(p Piece, sq int) uint64 {
	var mask uint64
	for _, d := range Directions(p) {
		// A ray's last square is its only square from which the same direction leads off the board.
		for s := range Squares(Ray(d, sq)) {
			if Ray(d, s) != 0 {
				mask |= 1 << s
			}
		}
	}
	return mask
}

// RankAttacks returns the attacks within the first rank, by the occupied squares b to g and the slider's file.
func RankAttacks() (attacks [64][8]uint8) {
	for inner := range attacks {
		for file := range attacks[inner] {
			attacks[inner][file] = uint8(Walk(Rook, file, uint64(inner)<<1)) // the byte leaves out the squares up the file
		}
	}
	return attacks
}

// RookSubsets and BishopSubsets are the numbers of relevant subsets of all squares: the lengths of tables with a slot for each.
const (
	RookSubsets   = 102_400
	BishopSubsets = 5_248
)

// Squares yields the members of a set in ascending order.
func Squares(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for sq := range 64 {
			if set>>sq&1 != 0 && !yield(sq) {
				return
			}
		}
	}
}

// Subsets yields every subset of a set once, in the order of binary numbers: the empty set first and the set itself last.
func Subsets(set uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		sub := uint64(0)
		for {
			if !yield(sub) {
				return
			}
			// Subtracting the set adds one to sub as if the bits outside the set did not exist: the borrow runs
			// through them (Carry-Rippler).
			sub = (sub - set) & set
			if sub == 0 {
				return
			}
		}
	}
}
