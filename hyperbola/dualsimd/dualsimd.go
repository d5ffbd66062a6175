// Package dualsimd is hyperbola quintessence in Go's vectors: package dual without assembly, its lanes in
// simd/archsimd. The methods of these vector types become single instructions, so unlike dual's, the lookups are
// inlined into the caller's loop.
//
//	lanes   = file, diagonal, -, anti-diagonal
//	x       = occ & lanes                                   in each lane
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes   b = 1 << sq
//	rook    = attacks[0] | ranks[sq's rank of occ][file of sq] << first square of the rank
//	bishop  = attacks[1] | attacks[3]
//
// What the lanes and the table give for d4, of one occupancy:
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
// The vector types are an experiment of the Go toolchain, outside the promise of Go 1, and none of them asks the
// processor. The package uses them when built with GOEXPERIMENT=simd and GOAMD64=v3 or v4, levels that promise AVX2;
// otherwise all lookups are those of Rook and Bishop, which are in scalar Go always, as in package dual and for its
// reasons.
//
// Both and Queen are inlined because they are written for it: the inliner's budget is 80 nodes, they have 78 and 79,
// and a question whether there is AVX2 would cost 57 more. That is why b and swap(b) are kept in all lanes instead of
// being computed, why the table for ranks is indexed by all eight squares, and why the formula is written out twice.
//
// Nor is there room to clear the upper halves of the vector registers after each answer, which the compiler does not do
// by itself. So a caller that goes on to floating-point numbers or to assembly calls Done after its loop: on a Zen 3 VM
// the first SSE instruction that computes took hundreds of cycles after a 256-bit one, each time.
//
// In trials on that VM rook and bishop together took about a tenth less than in package dual, whether lookups are
// independent or each waits for the one before.
//
// Cost: of Both, 9 vector instructions, 5 to bring the results together, a lookup of the rank of 10 instructions;
// loads from four cache lines. All tables together are 8 KiB, and 32 bytes of a constant.
//
// When: as package dual, in programs that are built for AVX2 and with the experiment.
//
// People: as package dual, Stockfish's developers, 2026: [stockfish-dual], [cpw-hyperbola].
package dualsimd

import (
	"errors"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
)

// entry is what a lookup needs to know about its square: the lines, one per lane; the square in all lanes; and the square with
// its bytes swapped in all lanes. A vector is an archsimd.Uint64x4 where there is such a type, and four words otherwise.
type entry struct{ lines, b, swapped vector }

// lanes are the lines of an entry one by one, without the square itself. As in package dual, b fills the lane that is left.
type lanes struct{ file, diagonal, b, antidiagonal uint64 }

var entries [64]entry

func lanesOf(sq int) *lanes { return (*lanes)(unsafe.Pointer(&entries[sq&63])) }

// rankAttacks holds the attacks within a rank, indexed by its occupancy and the slider's file.
var rankAttacks [256][8]uint8

func init() {
	if err := Build(); err != nil {
		panic("dualsimd: " + err.Error())
	}
}

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

// Available returns nil where Both and Queen use vectors, and otherwise what is missing.
func Available() error {
	if hasVectors {
		return nil
	}
	return errors.New(whyNot)
}

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
