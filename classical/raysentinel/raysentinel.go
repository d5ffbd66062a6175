// Package raysentinel is the classical approach with ray tables whose sentinel is a 65th entry: the number of zeros below or
// above the first blocker is the index of the ray that it hides, and 64 zeros, without a blocker, lead to an empty ray. A
// mirrored copy of the table serves the rays to lower squares, whose zeros are counted from above.
//
//	ray     = rays[direction][sq]
//	attacks = ray ^ rays[direction][trailing zeros of ray & occ]       directions to higher squares
//	attacks = ray ^ mirrored[direction][leading zeros of ray & occ]    directions to lower squares
//
// Package rays explains why the exclusive or with the blocker's ray leaves the attacks. There the lookup sets a sentinel bit, and
// subtracts leading zeros from 63 to get the number of a square; here the count is the index. The entry of sq in the mirrored
// table is number 63 - sq, the count of zeros above sq.
//
//	occ                 west of f3          45 leading zeros    f3 ^ mirrored[45]
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. x . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . x . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . x . . . . x     x x x x x . . .     . . x . . . . .     . . x x x . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
//	north of h3         64 trailing zeros   h3 ^ rays[64]
//	. . . . . . . x     . . . . . . . .     . . . . . . . x
//	. . . . . . . x     . . . . . . . .     . . . . . . . x
//	. . . . . . . x     . . . . . . . .     . . . . . . . x
//	. . . . . . . x     . . . . . . . .     . . . . . . . x
//	. . . . . . . x     . . . . . . . .     . . . . . . . x
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//
// The published form answers for queens only, by one exclusive or for all eight rays: queens[sq] ^ h, where queens[sq] is the
// union of the rays, and h the union of all rays that blockers hide. Here each ray loses its own part, so a rook or a bishop
// needs no table of unions.
//
// Cost: per ray an AND, a bit scan, an exclusive or and two dependent loads of 8 bytes. The tables are 3 KiB for each of rook and
// bishop, 8.6 KiB as published. Below GOAMD64=v3 the bit scans are those of the 80386, which AMD's processors execute slowly and
// which need a conditional move to count 64 zeros.
//
// When: as package rays, if the processor counts zeros (TZCNT and LZCNT, GOAMD64=v3). Rook and Bishop are inlined.
//
// People: Robert Hyatt and Michael Sherwin, with the 65th entry and the mirrored copy by Daniel Inführ, 2022:
// [infuehr-rays].
package raysentinel

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// The rays from a square, and a second copy of the rays to lower squares.
type (
	rookRays     struct{ north, east, south, west uint64 }
	rookRaysDown struct{ south, west uint64 }

	bishopRays     struct{ northEast, northWest, southEast, southWest uint64 }
	bishopRaysDown struct{ southEast, southWest uint64 }
)

// The last entry of each table is the sentinel, and stays empty. The entry of sq has the index sq, in the mirrored tables 63 - sq.
var (
	rooks       [65]rookRays
	rooksDown   [65]rookRaysDown
	bishops     [65]bishopRays
	bishopsDown [65]bishopRaysDown
)

func init() { scaffold.AtStart("raysentinel", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		r := rookRays{
			board.Ray(board.North, sq), board.Ray(board.East, sq), board.Ray(board.South, sq), board.Ray(board.West, sq),
		}
		b := bishopRays{
			board.Ray(board.NorthEast, sq), board.Ray(board.NorthWest, sq),
			board.Ray(board.SouthEast, sq), board.Ray(board.SouthWest, sq),
		}
		rooks[sq], rooksDown[63-sq] = r, rookRaysDown{r.south, r.west}
		bishops[sq], bishopsDown[63-sq] = b, bishopRaysDown{b.southEast, b.southWest}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	r := &rooks[sq&63]
	return r.north ^ rooks[bits.TrailingZeros64(r.north&occ)].north ^
		r.east ^ rooks[bits.TrailingZeros64(r.east&occ)].east ^
		r.south ^ rooksDown[bits.LeadingZeros64(r.south&occ)].south ^
		r.west ^ rooksDown[bits.LeadingZeros64(r.west&occ)].west
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	r := &bishops[sq&63]
	return r.northEast ^ bishops[bits.TrailingZeros64(r.northEast&occ)].northEast ^
		r.northWest ^ bishops[bits.TrailingZeros64(r.northWest&occ)].northWest ^
		r.southEast ^ bishopsDown[bits.LeadingZeros64(r.southEast&occ)].southEast ^
		r.southWest ^ bishopsDown[bits.LeadingZeros64(r.southWest&occ)].southWest
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rooks)+unsafe.Sizeof(rooksDown),
		unsafe.Sizeof(bishops)+unsafe.Sizeof(bishopsDown))
}
