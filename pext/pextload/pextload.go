// Package pextload is PEXT bitboards with the instruction alone in assembly: Go reads entries and tables. Package pext, which has
// whole lookups in assembly, is better.
//
//	attacks = T[offset + PEXT(occ, mask)]
//
// Lookups of both packages call assembly, with arguments and a result in memory. In this package, the compiler also saves the entry's
// address during the call and checks that the index is within the table, and a queen takes two calls.
//
// The result of the call, for a bishop on d4 with nine relevant squares:
//
//	mask               occ                PEXT(occ, mask)
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    . . . x . . . .    . . . . . . . .
//	. x . . . x . .    . x . . x x . .    . . . . . . . .
//	. . x . x . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x . . . . . x .    . . . . . . . .
//	. . x . x . . .    . . x . . . . .    . . . . . . . .
//	. x . . . x . .    . . . x . . . x    . . . . . . . .
//	. . . . . . . .    . x . . . . . .    . . x . . . x x
//
// Without BMI2 and with the build tag purego, the index is gathered bit by bit, which is slow. Such processors have package
// softpext.
//
// Cost: a call, PEXT (three cycles on current processors), add, a bounds check, and two dependent loads, the second from 841 KiB.
//
// When: to see the cost of the border between Go and assembly.
//
// People: Zach Wegner and others, 2011: [cpw-bmi2].
package pextload

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup.
type entry struct{ mask, offset uint64 }

func (e *entry) index(occ uint64) uint64 { return e.offset + extract(occ, e.mask) }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("pextload", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries)
	placePiece(board.Bishop, &bishopEntries)
}

func placePiece(p board.Piece, entries *[64]entry) {
	offset := uint64(0)
	for sq := range entries {
		mask := board.Mask(p, sq)
		entries[sq] = entry{mask, offset}
		offset += 1 << bits.OnesCount64(mask)
	}
}

func fill() error {
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return int(rookEntries[sq].index(occ)) },
		func(sq int, occ uint64) int { return int(bishopEntries[sq].index(occ)) })
}

// softExtract works like extract, without the instruction.
func softExtract(x, mask uint64) (packed uint64) {
	for i := 0; mask != 0; i++ {
		packed |= x >> (bits.TrailingZeros64(mask) & 63) & 1 << i
		mask &= mask - 1
	}
	return packed
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[rookEntries[sq&63].index(occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopTable[bishopEntries[sq&63].index(occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// Available returns nil if the lookups use the instruction, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasPEXT, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
