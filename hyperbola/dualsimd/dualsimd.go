// Package dualsimd is hyperbola quintessence in Go's vectors: package dual without assembly, its lanes in simd/archsimd. The
// methods of these vector types become single instructions, so the lookups are inlined into the caller's loop.
//
//	lanes   = file, diagonal, -, anti-diagonal
//	x       = occ & lanes                                   in each lane
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes   b = 1 << sq
//	rook    = attacks[0] | ranks[sq's rank of occ][file of sq] << first square of the rank
//	bishop  = attacks[1] | attacks[3]
//
// The attacks from the lanes and from the table, for d4 and one occupancy:
//
//	attacks[0]         attacks[1]         attacks[3]         ranks
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . x . .    . x . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . x . . .    . . x . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    x x x . x x x .
//	. . . x . . . .    . . x . . . . .    . . . . x . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . . x . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . x .    . . . . . . . .
//
// The vector types are an experiment of the Go toolchain, outside the promise of Go 1. The package uses them when built with
// GOEXPERIMENT=simd and GOAMD64=v3 or v4, levels that promise AVX2; other builds use Rook and Bishop, which are always in scalar
// Go, as in package dual.
//
// Both and Queen just fit the inliner's budget of 80 nodes, with 78 and 79. A test for AVX2 would cost 57 more. Therefore b and
// swap(b) are loaded in all lanes, the table for ranks is indexed by all eight squares, and the formula is written out twice.
//
// The budget also has no room for the instruction that clears the upper halves of the vector registers. So a caller calls Done
// after its loop if it continues with floating-point numbers or assembly: on a Zen 3 VM the first SSE instruction after a 256-bit
// instruction took hundreds of cycles.
//
// Cost: of Both, 9 vector instructions, 5 that unite the results, and 10 for the rank; loads from four cache lines. All tables
// together are 8 KiB, and 32 bytes of a constant.
//
// When: as for package dual, in programs that are built for AVX2 and with the experiment.
//
// People: as package dual, Stockfish's developers, 2026, with anematode's index of all eight squares: [stockfish-dual],
// [cpw-hyperbola].
package dualsimd

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: the lines, one per lane; the square in all lanes; and the square with
// its bytes swapped in all lanes. A vector is an archsimd.Uint64x4 if the build has that type, and four words otherwise.
type entry struct{ lines, b, swapped vector }

// lanes are the lines of an entry one by one, without the square itself. As in package dual, b fills the remaining lane. lanesOf
// relies on it that lines is the first field of an entry.
type lanes struct{ file, diagonal, b, antidiagonal uint64 }

var entries [64]entry

func lanesOf(sq int) *lanes { return (*lanes)(unsafe.Pointer(&entries[sq&63])) }

// rankAttacks holds the attacks within a rank, indexed by its occupancy and the slider's file.
var rankAttacks [256][8]uint8

func init() { scaffold.AtStart("dualsimd", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		*lanesOf(sq) = lanes{lines.File(sq), lines.Diagonal(sq), 1 << sq, lines.Antidiagonal(sq)}
		for lane := range 4 {
			(*[4]uint64)(unsafe.Pointer(&entries[sq].b))[lane] = 1 << sq
			(*[4]uint64)(unsafe.Pointer(&entries[sq].swapped))[lane] = bits.ReverseBytes64(1 << sq)
		}
	}
	const rank1 = 0xff
	for occ := range rankAttacks {
		for file := range rankAttacks[occ] {
			rankAttacks[occ][file] = uint8(board.Walk(board.Rook, file, uint64(occ)) & rank1)
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	l := lanesOf(sq)
	return lines.Swapped(l.file, l.b, occ) | uint64(rankAttacks[uint8(occ>>(sq&56))][sq&7])<<(sq&56)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	l := lanesOf(sq)
	return lines.Swapped(l.diagonal, l.b, occ) | lines.Swapped(l.antidiagonal, l.b, occ)
}

// Available returns nil if Both and Queen use vectors, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasVectors, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(entries)
	if p != board.Bishop {
		bytes += unsafe.Sizeof(rankAttacks)
	}
	if p == board.Queen {
		bytes += swapBytes
	}
	return int(bytes)
}
