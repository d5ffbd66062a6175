// Package byteboardsimd is superpiece rays in Go's vectors: package byteboard without assembly, its permutations in simd/archsimd. The
// methods of these vector types become single instructions, so the lookups are inlined into the caller's loop.
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
// Threats sums a ray's bytes by products of pairs (VPMADDUBSW and VPMADDWD), whose methods have the same names in Go 1.26 and 1.27. The sums are
// double words, as the threats are, so a set's members come to the front by one permutation (VPERMD). All this needs AVX2 alone. AVX-512 can permute
// 64 bytes at once and compress them, but no level of GOAMD64 promises these instructions: packages byteboardvbmi and byteboardvbmisimd use them.
//
// The vector types are an experiment of the Go toolchain, outside the promise of Go 1. The package uses them when built with
// GOEXPERIMENT=simd and GOAMD64=v3 or v4, levels that promise AVX2; other builds permute in loops, which is slow. A rook or a bishop takes the queen's
// attacks on its lines.
//
// Lookups clear the upper halves of the vector registers, so that SSE instructions of the caller need not wait. Go 1.26 itself makes an SSE instruction
// of a constant that several shifts to the right share, which would wait among those of AVX; so Threats does without these shifts.
//
// Cost: two dependent permutations of nine vector instructions each, four loads of 32 bytes in each; 256 bytes of the square's own, of 16 KiB, and 8
// bytes of half a KiB of lines for a rook or a bishop. Threats of a change: a call, 64 bytes of the board, 64 of 4 KiB for the square, 320 bytes of
// constants, and eight of 2 KiB of permutations for each of four or six sets.
//
// When: as for package byteboard, in programs that are built for AVX2 and with the experiment. Lookups save the call, and about as much goes into
// addresses, which the compiler computes one by one. For threats, the assembly of package byteboard keeps more in registers, and is faster.
//
// People: as package byteboard, 87flowers, 2025: [byteboard], [ray-threats].
package byteboardsimd

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup.
type entry struct{ gather, scatter superpiece.Permutation }

var (
	entries                [64]entry
	orders                 [64]superpiece.Order
	rookLines, bishopLines [64]uint64
)

// A byte of zeros for the shuffle has a bit with an empty mask always set, and another bit never.
var always, never = superpiece.Bit{From: 0x80, Mask: 0}, superpiece.Bit{From: 0x80, Mask: 1}

func init() { scaffold.AtStart("byteboardsimd", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		entries[sq].gather, entries[sq].scatter = superpiece.PermutationsOf(sq, always, never)
		orders[sq] = superpiece.OrderOf(sq)
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

// Available returns nil if lookups and threats use vectors, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasVectors, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(entries)
	if !hasVectors { // loops go along the order
		bytes = unsafe.Sizeof(orders)
	}
	if p != board.Queen {
		bytes += unsafe.Sizeof(rookLines)
	}
	return int(bytes)
}
