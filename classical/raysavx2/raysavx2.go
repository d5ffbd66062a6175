// Package raysavx2 is Cfish's attacks with AVX2: two registers cut all eight rays at once, the four to higher squares by a
// subtraction in each lane, the four to lower squares by shifts that fill the squares behind the first blocker. A call gives the
// attacks of a rook and of a bishop.
//
//	up      = north, north-east, east, north-west         down = south, south-west, west, south-east
//	x       = occ & up                                    y    = occ & down            in each lane
//	f       = y>>d | y>>2d, then f | f>>2d | f>>4d        d    = 8, 9, 1, 7
//	attacks = up & (x ^ (x - 1)) | down &^ f
//	rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//
// x - 1 differs from x in the first blocker and in all bits below, as in package abovebelow. Towards lower squares the first
// blocker is the highest bit, which AVX2 cannot scan for. So the lookup shifts all pieces along the ray by one to six squares, as
// in package shifted, but in steps that double; the squares that the shifts reach lie behind a blocker. The south-west ray of a
// bishop on g7, where y has pieces on e5 and c3:
//
//	y                   y>>9 | y>>18        f                   attacks
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . B .     . . . . . . . .     . . . . . . . .     . . . . . . B .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . x . .
//	. . . . x . . .     . . . . . . . .     . . . . . . . .     . . . . x . . .
//	. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . x . . . . .     . . x . . . . .     . . x . . . . .     . . . . . . . .
//	. . . . . . . .     . x . . . . . .     . x . . . . . .     . . . . . . . .
//	. . . . . . . .     x . . . . . . .     x . . . . . . .     . . . . . . . .
//
// AVX2 shifts each lane by its own number. Bits that a shift carries over an edge of the board land outside the lane's ray, and
// are lost. Cfish computes only queens in this way. For a bishop it swaps the bytes of the rays downwards; for a rook it has the
// file in a register, and a table for ranks. With AVX-512 its lanes have a scan.
//
// The lookup is assembly, which Go does not inline. Without AVX2 and with the build tag purego, Go code cuts the rays one by one.
//
// Cost: a call, instructions on four lanes at a time, and six loads: the occupancy, the square's 64 bytes in two, the shifts in
// three. The rays are 4 KiB, and the shifts 96 bytes.
//
// When: rook and bishop together. A rook alone or a bishop alone costs the same.
//
// People: Okuhara, in Cfish, May 2020: [cfish].
package raysavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds the rays of a square; opposite rays have the same index in both arrays. The assembly relies on this layout. One entry is 64 bytes.
type entry struct{ up, down [4]uint64 }

// tables holds all tables together, so that the assembly needs one address. It takes their offsets from this type.
type tables struct {
	entries        [64]entry
	one, two, four [4]uint64 // shifts by one, two and four squares, for each lane
}

var all = tables{
	one: [4]uint64{8, 9, 1, 7}, two: [4]uint64{2 * 8, 2 * 9, 2 * 1, 2 * 7}, four: [4]uint64{4 * 8, 4 * 9, 4 * 1, 4 * 7},
}

func init() { scaffold.AtStart("raysavx2", Build) }

// Build fills the table of rays. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range all.entries {
		all.entries[sq] = entry{
			up: [4]uint64{
				board.Ray(board.North, sq), board.Ray(board.NorthEast, sq),
				board.Ray(board.East, sq), board.Ray(board.NorthWest, sq),
			},
			down: [4]uint64{
				board.Ray(board.South, sq), board.Ray(board.SouthWest, sq),
				board.Ray(board.West, sq), board.Ray(board.SouthEast, sq),
			},
		}
	}
	return nil
}

// lane returns the attacks in one lane.
func lane(up, down, occ uint64, d uint) uint64 {
	x, y := occ&up, occ&down
	f := y>>d | y>>(2*d)
	f |= f>>(2*d) | f>>(4*d)
	return up&(x^(x-1)) | down&^f
}

// softBoth works like both, without AVX2.
func softBoth(sq int, occ uint64) (rook, bishop uint64) {
	e := &all.entries[sq&63]
	return lane(e.up[0], e.down[0], occ, 8) | lane(e.up[2], e.down[2], occ, 1),
		lane(e.up[1], e.down[1], occ, 9) | lane(e.up[3], e.down[3], occ, 7)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	r, _ := both(sq, occ)
	return r
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	_, b := both(sq, occ)
	return b
}

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := both(sq, occ)
	return r | b
}

// Available returns nil if the lookups use AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the arrays that a lookup reads. It is the same for all pieces.
func TableBytes(board.Piece) int {
	bytes := unsafe.Sizeof(all.entries)
	if hasAVX2 {
		bytes += unsafe.Sizeof(all.one) + unsafe.Sizeof(all.two) + unsafe.Sizeof(all.four)
	}
	return int(bytes)
}
