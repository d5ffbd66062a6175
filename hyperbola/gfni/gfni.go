// Package gfni is hyperbola quintessence with GFNI: all four lines at once, one in each 64-bit lane of an AVX2 register, whose 64
// bits are reversed. A call gives the attacks of a rook and of a bishop.
//
//	lanes   = rank, diagonal, file, anti-diagonal
//	x       = occ & lanes                                                  in each lane
//	attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & lanes         b = 1 << sq
//	rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//
// Package quintessence explains the formula. A byte shuffle reverses the order of bytes, and VGF2P8AFFINEQB of the extension GFNI
// reverses the bits within each byte: it multiplies a byte, as a vector of eight bits, by a matrix of 8x8 bits, here the one
// whose ones stand on the other diagonal.
//
//	occ                bytes reversed     and bits in bytes
//	. . . . . . . .    . x . . . . . .    . . . . . . x .
//	. . . x . . . .    . . . x . . . x    x . . . x . . .
//	. x . . x x . .    . . x . . . . .    . . . . . x . .
//	. . . . . . . .    x . . . . . x .    . x . . . . . x
//	x . . . . . x .    . . . . . . . .    . . . . . . . .
//	. . x . . . . .    . x . . x x . .    . . x x . . x .
//	. . . x . . . x    . . . x . . . .    . . . . x . . .
//	. x . . . . . .    . . . . . . . .    . . . . . . . .
//
// So ranks go through the formula like the other lines, without a table.
//
// The lookup is assembly, which Go does not inline. Without GFNI or AVX2 and with the build tag purego, the lookups are those of
// package reversal. A rook or a bishop takes the same instructions as both. The VEX form is enough: Intel's processors since
// Alder Lake have GFNI without AVX-512.
//
// Cost: a call, 11 vector instructions, 2 that unite the results, five loads, three of them from the square's own 64 bytes. The
// tables are 4 KiB, and 24 bytes of constants. By llvm-mca the instructions of a call take 6.1 cycles on Ice Lake.
//
// When: queens, or rook and bishop together, on processors with GFNI.
//
// People: idea of Daniel Inführ, 2023, for AVX-512: [infuehr-gfni].
package gfni

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: four lanes, and the values that all lanes share.
type entry struct {
	rank, diagonal, file, antidiagonal uint64 // without the square itself
	b, reversed                        uint64 // the bit of the square, and the same bit in a board with all bits reversed
	_                                  [2]uint64
}

// constants reverse the 64 bits of each lane: first its bytes, then the bits in each byte.
type constants struct {
	swap   [16]uint8 // the order of bytes for the shuffle of two lanes: each lane's bytes, from the last to the first
	matrix uint64    // for GF2P8AFFINEQB: byte i selects bit i of a byte, which becomes bit 7-i
}

// tables holds all tables together, so that the assembly needs one address. It takes their offsets from this type.
type tables struct {
	entries [64]entry
	constants
}

var all = tables{constants: constants{
	swap:   [16]uint8{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
	matrix: 0x8040201008040201,
}}

func init() { scaffold.AtStart("gfni", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range all.entries {
		all.entries[sq] = entry{
			lines.Rank(sq), lines.Diagonal(sq), lines.File(sq), lines.Antidiagonal(sq),
			1 << sq, 1 << (63 - sq), [2]uint64{},
		}
	}
	return nil
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

// softBoth works like both, without GFNI.
func softBoth(sq int, occ uint64) (rook, bishop uint64) {
	e := &all.entries[sq&63]
	return lines.Reversed(e.rank, e.b, e.reversed, occ) | lines.Reversed(e.file, e.b, e.reversed, occ),
		lines.Reversed(e.diagonal, e.b, e.reversed, occ) | lines.Reversed(e.antidiagonal, e.b, e.reversed, occ)
}

// Available returns nil if the lookups use GFNI, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasGFNI, whyNot) }

// TableBytes returns the size of the arrays that a lookup reads. It is the same for all pieces.
func TableBytes(board.Piece) int {
	bytes := unsafe.Sizeof(all.entries)
	if hasGFNI {
		bytes += unsafe.Sizeof(all.swap) + unsafe.Sizeof(all.matrix)
	}
	return int(bytes)
}
