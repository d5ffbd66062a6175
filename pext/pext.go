// Package pext is PEXT bitboards: attacks are looked up in a table whose index the processor gathers from the occupancy in one
// instruction, PEXT of the x86 extension BMI2. PEXT packs the bits that the mask selects into the lowest bits of its result, so
// the index is perfect without a factor.
//
//	attacks = T[offset + PEXT(occ, mask)]
//
// A rook on d4 has ten relevant squares, and the index has ten bits: drawn as a board, the first rank and two squares.
//
//	mask               occ                PEXT(occ, mask)
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .
//	. . . x . . . .    . x . . x x . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . . . . .
//	. x x . x x x .    x . . . . . x .    . . . . . . . .
//	. . . x . . . .    . . x . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . x    . x . . . . . .
//	. . . . . . . .    . x . . . . . .    x . . . . . x .
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, the index is computed as in
// package softpext. Arguments and result pass through memory: in a loop of independent lookups, an empty call alone takes as long
// as a whole fancymagic lookup (Intel Xeon with AMX). AMD processors before Zen 3 execute PEXT in microcode, at up to hundreds of
// cycles.
//
// The batches have the loop in assembly as well, so that only the lookups remain: in trials on Zen 3 they took 0.85 to 0.92 of
// the time of gcc's loop around the intrinsic.
//
// Cost: a call, PEXT (three cycles on current processors), add, and two dependent loads, the second from 841 KiB.
//
// When: in batches, and in C, on processors with a fast PEXT (`slidebench machine` tells). For single lookups in Go the call
// costs as much as the instruction saves.
//
// People: Zach Wegner and others, 2011: [cpw-bmi2], [cpw-magic] "PEXT Bitboards".
package pext

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// entry holds a square's data for a lookup. The assembly relies on this layout.
type entry struct{ mask, offset uint64 }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64

	// Read by the software form only.
	rookSquares, bishopSquares [64]compress.Mask
)

func init() { scaffold.AtStart("pext", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, &rookSquares)
	placePiece(board.Bishop, &bishopEntries, &bishopSquares)
}

func placePiece(p board.Piece, entries *[64]entry, squares *[64]compress.Mask) {
	offset := uint64(0)
	for sq := range entries {
		mask := board.Mask(p, sq)
		entries[sq] = entry{mask, offset}
		squares[sq] = compress.New(mask)
		offset += 1 << bits.OnesCount64(mask)
	}
}

// fill uses the software form of the index; a test shows that the instruction gives the same index.
func fill() error {
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return softIndex(&rookEntries[sq], &rookSquares[sq], occ) },
		func(sq int, occ uint64) int { return softIndex(&bishopEntries[sq], &bishopSquares[sq], occ) })
}

func softIndex(e *entry, squares *compress.Mask, occ uint64) int {
	return int(e.offset + squares.Extract(occ))
}

// softRook works like rook, without the instruction, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	return rookTable[softIndex(&rookEntries[sq&63], &rookSquares[sq&63], occ)]
}

func softBishop(sq int, occ uint64) uint64 {
	return bishopTable[softIndex(&bishopEntries[sq&63], &bishopSquares[sq&63], occ)]
}

func softBoth(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) {
	return softRook(sq, occ), softBishop(sq, occ)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one call.
func Both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := both(sq, occ)
	return r | b
}

// Available returns nil if the lookups use the instruction, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasPEXT, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	squares := uintptr(0)
	if !hasPEXT {
		squares = unsafe.Sizeof(rookSquares)
	}
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable)+squares,
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable)+squares)
}
