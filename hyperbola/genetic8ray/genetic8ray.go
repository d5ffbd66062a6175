// Package genetic8ray is Genetic 8 Ray, a formula that a program found by trying expressions: on a ray to higher
// squares, the attacks are twice the difference of the blockers and 1. Rays to lower squares are rays to higher squares
// of the reversed board.
//
//	x       = occ & ray                                    ray: the squares beyond sq in one direction
//	attacks = ((x - 1) << 1) & ray                         files and diagonals
//	attacks = (x ^ (x - 1)) & ray                          ranks
//	lower   = reverse(upper attacks on 63 - sq in reverse(occ))
//
// Subtracting 1 sets all bits before the first blocker and removes that blocker; the blockers beyond stay. The shift brings the
// first blocker back, as the square after the last of these bits, and moves the blockers beyond one square to the side: off the
// ray, unless it lies on a rank. On ranks an exclusive or removes them. On an empty ray all bits are set, and the ray is the
// answer. A rook on d2:
//
//	x = occ & ray     x - 1             (x - 1) << 1      & ray
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . .   . . . x . . . .   . . . . x . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . .   x x x . . . . .   x x x x . . . .   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . . . . . .
//	. . . . . . . .   x x x x x x x x   . x x x x x x x   . . . . . . . .
//
// The published form reverses every ray to lower squares there and back, eight reversals for a queen. A reversed ray is a ray of
// the opposite square, and a union reverses as a whole, so two are enough. A test shows that both forms are equal.
//
// Cost: per ray two ANDs, a subtraction and a shift or an exclusive OR, and four to seven operations for the ray; two reversals.
// No tables. A reversal is one instruction on arm64 (RBIT), and more than a dozen on amd64.
//
// When: the lookup may touch no memory, and the processor reverses a register in one instruction.
//
// People: Daniel Inführ, 2022, by a program that tries expressions of a few tokens out of a vocabulary of 16: [infuehr-genetic].
package genetic8ray

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/computed"
)

// Build has nothing to fill.
func Build() error { return nil }

// onRay returns the attacks within a ray that leads up from a slider, but not along its rank.
func onRay(ray, occ uint64) uint64 { return (occ&ray - 1) << 1 & ray }

// onRank returns the attacks within the upper ray of a rank.
func onRank(ray, occ uint64) uint64 {
	x := occ & ray
	return (x ^ (x - 1)) & ray
}

// rookUp returns the attacks of a rook on sq to higher squares.
func rookUp(sq int, occ uint64) uint64 {
	above := ^uint64(0) << (sq & 63)
	return onRay(computed.File(sq)&above, occ) | onRank(computed.Rank(sq)&above, occ)
}

// bishopUp returns the attacks of a bishop on sq to higher squares.
func bishopUp(sq int, occ uint64) uint64 {
	return onRay(computed.NorthEast(sq), occ) | onRay(computed.NorthWest(sq), occ)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return rookUp(sq, occ) | bits.Reverse64(rookUp(63-sq, bits.Reverse64(occ)))
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return bishopUp(sq, occ) | bits.Reverse64(bishopUp(63-sq, bits.Reverse64(occ)))
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop, with one pair of reversals for both.
func Queen(sq int, occ uint64) uint64 {
	reversed := bits.Reverse64(occ)
	return rookUp(sq, occ) | bishopUp(sq, occ) | bits.Reverse64(rookUp(63-sq, reversed)|bishopUp(63-sq, reversed))
}

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
