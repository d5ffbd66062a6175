// Package byteboardvbmisimd is superpiece rays in Go's vectors of 512 bits: package byteboardvbmi without assembly, its permutations in
// simd/archsimd. The methods of these vector types become single instructions.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// Package byteboard explains lookups and threats, and why they are right. A queen on d4; the rows of the words in between are the bytes, from
// above: north-east, north-west, north, east, south, west, south-west and south-east:
//
//	occ                 rays                reached             attacks
//	. . . . . . . .     . . x . x x x x     x x x . . . . .     . . . . . . . .
//	. x . . . . x .     . . . x x x x x     x x x x . . . .     x . . . . . x .
//	. . . x . . . .     . x . . x x x x     x x . . . . . .     . x . x . x . .
//	. . . . . . . .     . . . . x x x x     x x x x x . . .     . . x x x . . .
//	. . x Q . . . .     . . x x x x x x     x x x . . . . .     . . x Q x x x x
//	. . . . . x . .     x . . x x x x x     x . . . . . . .     . . x x x . . .
//	. . . . . . . .     . . . x x x x x     x x x x . . . .     . x . x . x . .
//	. . . x . . . .     . . . x x x x x     x x x x . . . .     x . . x . . x .
//
// The types have VPERMB and VPCOMPRESSW, by the names Permute and Compress, but not VPSHUFBITQMB. So a lookup makes 64 bytes of the bits of a
// word, a one for each that is set, permutes these, and takes a bit of each byte. Threats finds the sum of a ray's bytes by products of pairs, as package byteboardsimd
// does. All methods have the same names in Go 1.26 and 1.27.
//
// The vector types are an experiment of the Go toolchain, outside the promise of Go 1. No level of GOAMD64 promises VBMI, so lookups and threats test for it. Without
// VBMI, VBMI2 or the experiment, Go code permutes in loops, which is slow. A rook or a bishop takes the queen's attacks on its lines.
//
// Cost: a call, and two dependent permutations of three vector instructions each; 128 bytes of the square's own, of 8 KiB, and 8 bytes of half a
// KiB of lines for a rook or a bishop. Threats of a change: a call, 64 bytes of the board, 64 of 4 KiB for the square, and 224 bytes of constants.
//
// When: as for package byteboardvbmi, in programs built with the experiment. For threats, assembly keeps more in registers.
//
// People: as package byteboardvbmi, 87flowers, 2025: [byteboard], [ray-threats].
package byteboardvbmisimd

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
)

var (
	orders                 [64]superpiece.Order
	places                 [64][64]uint8 // where each square stands in that order, or superpiece.Off
	rookLines, bishopLines [64]uint64
)

func init() { scaffold.AtStart("byteboardvbmisimd", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		orders[sq] = superpiece.OrderOf(sq)
		places[sq] = orders[sq].Places()
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return Queen(sq, occ) & rookLines[sq&63] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return Queen(sq, occ) & bishopLines[sq&63] }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one permutation there and back.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	q := Queen(sq, occ)
	return q & rookLines[sq&63], q & bishopLines[sq&63]
}

// softQueen works like Queen, without VBMI.
func softQueen(sq int, occ uint64) uint64 { return superpiece.Queen(&orders[sq&63], occ) }

// Available returns nil if lookups and threats use vectors, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasVBMI, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(orders)
	if hasVBMI {
		bytes += unsafe.Sizeof(places)
	}
	if p != board.Queen {
		bytes += unsafe.Sizeof(rookLines)
	}
	return int(bytes)
}
