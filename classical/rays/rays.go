// Package rays is the classical approach with ray tables, known as Bob-Mike: a bit scan finds the first blocker on each ray from
// the slider, and the lookup removes the ray from that blocker on. A sentinel square is a blocker on every ray and has no ray of
// its own, so an empty ray needs no branch.
//
//	ray     = rays[direction][sq]
//	blocker = lowest square of ray & occ | h8       directions to higher squares: north, east, north-east, north-west
//	blocker = highest square of ray & occ | a1      directions to lower squares
//	attacks = ray ^ rays[direction][blocker]
//
// The first blocker is the lowest or the highest occupied square of the ray, depending on how squares are numbered along it. The
// squares behind it are the blocker's own ray in the same direction, a part of the slider's ray. An exclusive or cuts them off
// and leaves the blocker.
//
//	occ                 north of c3         of these occupied   c3 ^ north of c6
//	. . x . . . . .     . . x . . . . .     . . x . . . . .     . . . . . . . .
//	. . . . . x . .     . . x . . . . .     . . . . . . . .     . . . . . . . .
//	. . x . . . . .     . . x . . . . .     . . x . . . . .     . . x . . . . .
//	. . . . x . . .     . . x . . . . .     . . . . . . . .     . . x . . . . .
//	. . . . . . . .     . . x . . . . .     . . . . . . . .     . . x . . . . .
//	x . . . . . x .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// From h8, the highest square, no ray leads to higher squares. If h8 is the lowest candidate, there is no other one, or h8 is the
// blocker; in both cases the whole ray remains. The same holds for a1 downwards.
//
// Cost: per ray an AND, an OR, a bit scan, an exclusive or and two dependent loads of 8 bytes. The table is 4 KiB. Below
// GOAMD64=v3 the bit scans are those of the 80386, which AMD's processors execute slowly.
//
// When: tables must stay small, and the compiler has bit scans in one instruction. An engine can use the first blockers for pins
// and discovered checks too.
//
// People: Robert Hyatt and Michael Sherwin, hence Bob-Mike; year not recorded. By [cpw-classical] the programs Chess and Kaissa
// probably had the approach first.
package rays

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// table holds the rays by square and board.Direction.
var table [64][8]uint64

func init() { scaffold.AtStart("rays", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range table {
		for d := range table[sq] {
			table[sq][d] = board.Ray(board.Direction(d), sq)
		}
	}
	return nil
}

// The sentinels: from h8 no ray leads to higher squares, and from a1 none to lower ones.
const (
	a1 = 1 << 0
	h8 = 1 << 63
)

// up returns the attacks on a ray to higher squares.
func up(d board.Direction, sq int, occ uint64) uint64 {
	ray := table[sq&63][d]
	blocker := bits.TrailingZeros64(ray&occ | h8)
	return ray ^ table[blocker&63][d]
}

// down returns the attacks on a ray to lower squares.
func down(d board.Direction, sq int, occ uint64) uint64 {
	ray := table[sq&63][d]
	blocker := ^bits.LeadingZeros64(ray&occ | a1) // 63 - the zeros, modulo 64
	return ray ^ table[blocker&63][d]
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return up(board.North, sq, occ) | down(board.South, sq, occ) | up(board.East, sq, occ) | down(board.West, sq, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return up(board.NorthEast, sq, occ) | down(board.SouthWest, sq, occ) |
		up(board.NorthWest, sq, occ) | down(board.SouthEast, sq, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop, in one call.
func Queen(sq int, occ uint64) uint64 {
	return up(board.North, sq, occ) | down(board.South, sq, occ) | up(board.East, sq, occ) | down(board.West, sq, occ) |
		up(board.NorthEast, sq, occ) | down(board.SouthWest, sq, occ) |
		up(board.NorthWest, sq, occ) | down(board.SouthEast, sq, occ)
}

// TableBytes returns the size of the table, of which a rook reads one half and a bishop the other.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(table)) }
