// Package shifted is Shifted Bitboards: the lookup shifts the pieces on a ray along it by one to six squares, which fills all
// squares behind the first blocker, and the attacks are the rest of the ray. It scans and compares nothing, so all boards take
// the same instructions.
//
//	x       = occ & ray                                            for each of the piece's rays
//	attacks = ray &^ (x<<d | x<<2d | x<<3d | x<<4d | x<<5d | x<<6d)    d = 8, 1, 9, 7; >> on the rays to lower squares
//
// A ray has at most seven squares, so six steps lead from its first square to its last. A bit that a shift carries over an edge
// of the board lands outside the ray, because a ray ends at the edge. A bishop on b2, to the upper right:
//
//	x                   x, shifted          ray                 attacks
//	. . . . . . . .     . . . . . . . x     . . . . . . . x     . . . . . . . .
//	. . . . . . x .     . . . . . . x .     . . . . . . x .     . . . . . . . .
//	. . . . . . . .     . . . . . x . .     . . . . . x . .     . . . . . . . .
//	. . . . x . . .     . . . . . . . .     . . . . x . . .     . . . . x . . .
//	. . . . . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .
//	. . . . . . . .     . . . . . . . .     . . x . . . . .     . . x . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// The fill is that of package fill/dumb7, from blockers instead of from the slider. Shifts by d, 2d and 4d, each of the last
// result, would take half of the operations, and would wait for each other.
//
// Cost: per ray a load of 8 bytes, six shifts, five ORs and two ANDs, independent between rays. The rays are 2 KiB for each
// piece.
//
// When: the processor has slow bit scans and small caches. Fills cost about as much and answer for several sliders at once.
//
// People: Neels Groenewald, in the engine NagaSkaki, described on its page, year not recorded: [cpw-shifted].
package shifted

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

type (
	rookRays   struct{ north, south, east, west uint64 }
	bishopRays struct{ northEast, southWest, northWest, southEast uint64 }
)

var (
	rooks   [64]rookRays
	bishops [64]bishopRays
)

func init() { scaffold.AtStart("shifted", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rooks[sq] = rookRays{
			board.Ray(board.North, sq), board.Ray(board.South, sq), board.Ray(board.East, sq), board.Ray(board.West, sq),
		}
		bishops[sq] = bishopRays{
			board.Ray(board.NorthEast, sq), board.Ray(board.SouthWest, sq),
			board.Ray(board.NorthWest, sq), board.Ray(board.SouthEast, sq),
		}
	}
	return nil
}

// up returns the attacks on a ray on which each square is d above the square before.
func up(ray, occ uint64, d uint) uint64 {
	x := occ & ray
	return ray &^ (x<<d | x<<(2*d) | x<<(3*d) | x<<(4*d) | x<<(5*d) | x<<(6*d))
}

// down returns the attacks on a ray on which each square is d below the square before.
func down(ray, occ uint64, d uint) uint64 {
	x := occ & ray
	return ray &^ (x>>d | x>>(2*d) | x>>(3*d) | x>>(4*d) | x>>(5*d) | x>>(6*d))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	r := &rooks[sq&63]
	return up(r.north, occ, 8) | down(r.south, occ, 8) | up(r.east, occ, 1) | down(r.west, occ, 1)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	r := &bishops[sq&63]
	return up(r.northEast, occ, 9) | down(r.southWest, occ, 9) | up(r.northWest, occ, 7) | down(r.southEast, occ, 7)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		r, b := &rooks[sq&63], &bishops[sq&63]
		return up(r.north, occ, 8) | down(r.south, occ, 8) | up(r.east, occ, 1) | down(r.west, occ, 1) |
			up(b.northEast, occ, 9) | down(b.southWest, occ, 9) | up(b.northWest, occ, 7) | down(b.southEast, occ, 7)
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rooks), unsafe.Sizeof(bishops))
}
