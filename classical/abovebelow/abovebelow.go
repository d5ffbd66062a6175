// Package abovebelow is A/B (above and below) bitboards, later found again as scan-cut: arithmetic on the first blocker of a ray
// gives all squares below it, or above it, and these cut the ray. The lookup never reads the blocker's own ray.
//
//	x       = occ & ray                 for each of the piece's rays
//	attacks = ray & (x ^ (x - 1))       on rays to higher squares: the first blocker, lsb(x), and all below it
//	attacks = ray & -msb(x | 1)         on rays to lower squares: the first blocker, msb(x), and all above it
//
// Subtracting 1 from x flips its lowest bit and the zeros below it. The two's complement of a single bit is that bit and all bits
// above it. On an empty ray x - 1 has all bits set, so the whole ray remains. Downwards, a1 serves as the blocker of an empty
// ray: no square lies below a1. A bishop on b2 looking up, and a bishop on g7 looking down:
//
//	x                   x ^ (x - 1)         attacks             x                   -msb(x | 1)         attacks
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x x x x x x x x     . . . . . . . .
//	. . . . . . x .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x x x x x x x x     . . . . . . B .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x x x x x x x x     . . . . . x . .
//	. . . . x . . .     x x x x x . . .     . . . . x . . .     . . . . x . . .     . . . . x x x x     . . . . x . . .
//	. . . . . . . .     x x x x x x x x     . . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     x x x x x x x x     . . x . . . . .     . . x . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     x x x x x x x x     . B . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     x x x x x x x x     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// The wiki prints x' | ray & (x' - 1) and x' | ray & (x' ^ -x'), where x' is the first blocker or 0. The first formula is equal
// to the one here. The second finds no attacks on an empty ray, because 0 ^ -0 is 0; a test shows that.
//
// Package hyperbola/slidearith joins the two directions of a line, and needs one line instead of two rays.
//
// Cost: per ray a load of 8 bytes and a few operations, and downwards a bit scan. The rays are 2 KiB for each piece.
//
// When: little memory and a fast bit scan. It reads half as much as ray tables.
//
// People: Shawn Chidester, in the engine Bitfoot, 2015; Martin Sedlak, CCC, 13 February 2020, as scan-cut: [cpw-bitfoot].
package abovebelow

import (
	"math"
	"math/bits"
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

func init() { scaffold.AtStart("abovebelow", Build) }

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

// below returns the attacks on a ray to higher squares: its first blocker and the squares below it.
func below(ray, occ uint64) uint64 {
	x := occ & ray
	return ray & (x ^ (x - 1))
}

// above returns the attacks on a ray to lower squares: its first blocker and the squares above it.
func above(ray, occ uint64) uint64 {
	x := occ&ray | 1
	// The lowest signed number, shifted right until its last set bit is msb(x), is -msb(x).
	return ray & uint64(int64(math.MinInt64)>>(-bits.Len64(x)&63))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		r := &rooks[sq&63]
		return below(r.north, occ) | above(r.south, occ) | below(r.east, occ) | above(r.west, occ)
	})
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		r := &bishops[sq&63]
		return below(r.northEast, occ) | above(r.southWest, occ) | below(r.northWest, occ) | above(r.southEast, occ)
	})
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		r, b := &rooks[sq&63], &bishops[sq&63]
		return below(r.north, occ) | above(r.south, occ) | below(r.east, occ) | above(r.west, occ) |
			below(b.northEast, occ) | above(b.southWest, occ) | below(b.northWest, occ) | above(b.southEast, occ)
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rooks), unsafe.Sizeof(bishops))
}
