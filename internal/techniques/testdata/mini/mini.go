// Package mini is lowest and highest blockers, or mini: up a ray the blocker nearest to the slider is the lowest bit of what stands
// there, and down a ray the highest (see [cpw-classical]). Subtracting one from a number changes its lowest bit and all below.
//
//	x = occ & ray
//	up = (x ^ (x - 1)) & ray        down = ray from the highest bit of x
//
// A rook on d4, the occupancy, and what it attacks up its file:
//
//	occupancy          up the file
//	. . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .
//	. . . . . . . .    . . . x . . . .
//	. . . R . . . .    . . . R . . . .
//	. . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .
//
// Cost: four loads from one cache line, and for each ray a subtraction or a count of zeros.
//
// When: in a test that adds a technique.
//
// People: folklore: [cpw-classical].
package mini

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// rays holds the rays of a piece on each square, two of them up and two down.
var rays [2][64][4]uint64

func init() { _ = Build() }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for p := range rays {
		for sq := range 64 {
			up, down := 0, 2
			for _, d := range board.Directions(board.Piece(p)) {
				if board.Ray(d, 27) > 1<<27 { // d leads up: from d4, to higher squares
					rays[p][sq][up] = board.Ray(d, sq)
					up++
				} else {
					rays[p][sq][down] = board.Ray(d, sq)
					down++
				}
			}
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return attacks(&rays[board.Rook][sq&63], occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return attacks(&rays[board.Bishop][sq&63], occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

func attacks(r *[4]uint64, occ uint64) (set uint64) {
	for _, ray := range r[:2] {
		x := occ & ray
		set |= (x ^ (x - 1)) & ray
	}
	for _, ray := range r[2:] {
		set |= ray & (^uint64(0) << (63 - bits.LeadingZeros64(occ&ray|1))) // |1: without a blocker, the whole ray
	}
	return set
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	if p == board.Queen {
		return int(unsafe.Sizeof(rays))
	}
	return int(unsafe.Sizeof(rays[p]))
}
