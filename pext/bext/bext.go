// Package bext is PEXT bitboards on arm64: BEXT of the extension SVE2-BITPERM gathers the index, as PEXT does on amd64. It works in a vector
// register, so the occupancy and the mask move there, and the index moves back.
//
//	attacks = T[offset + BEXT(occ, mask)]
//
// Package pext explains the index. A bishop on d4 has nine relevant squares: drawn as a board, the first rank and one square.
//
//	mask               occ                BEXT(occ, mask)
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    . . . x . . . .    . . . . . . . .
//	. x . . . x . .    . x . . x x . .    . . . . . . . .
//	. . x . x . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x . . . . . x .    . . . . . . . .
//	. . x . x . . .    . . x . . . . .    . . . . . . . .
//	. x . . . x . .    . . . x . x . x    . . . . . . . .
//	. . . . . . . .    . x . . . . . .    . x x . . . x x
//
// SVE2 alone does not have the instruction. Go's assembler does not know it, so it stands there as a number. Without it, with the build tag purego, and
// on systems other than Linux, the index is computed as in package softpext.
//
// Cost: a call, BEXT, two moves into vector registers and one back, add, and two dependent loads, the second from 841 KiB. The emulator
// FEX counts 4 cycles for BEXT on Cortex-A and 6 on Cortex-X: [fex].
//
// When: to compare. Stockfish's developers call it much slower than package reversal, which needs no large tables: [stockfish-pext]. It has been proved
// under an emulator and not timed.
//
// People: the table is Zach Wegner's and others', 2011: [cpw-bmi2]. BEXT in place of PEXT is in the emulator FEX since July 2024: [fex]; who had it first in
// chess: not recorded.
package bext

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

func init() { scaffold.AtStart("bext", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	for p, entries := range [...]*[64]entry{&rookEntries, &bishopEntries} {
		squares, offset := [...]*[64]compress.Mask{&rookSquares, &bishopSquares}[p], uint64(0)
		for sq := range entries {
			mask := board.Mask(board.Piece(p), sq)
			entries[sq], squares[sq] = entry{mask, offset}, compress.New(mask)
			offset += 1 << bits.OnesCount64(mask)
		}
	}
}

// fill uses the software form of the index; where the instruction is there, the proof of the lookups shows that its index is the same.
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
func Available() error { return scaffold.Need(hasBEXT, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	squares := uintptr(0)
	if !hasBEXT {
		squares = unsafe.Sizeof(rookSquares)
	}
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable)+squares,
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable)+squares)
}
