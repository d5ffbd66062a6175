// Package softpext is PEXT in software: the PEXT technique for a processor without the instruction. Six masked shifts pack the
// relevant squares into an index.
//
//	attacks = T[offset + extract(occ, mask)]
//	extract: x = occ & mask; for i = 0..5: t = x & moves[i]; x = x ^ t | t >> (1 << i)
//
// A relevant square moves down by as many places as there are irrelevant squares below it, a number of six bits. The i-th shift
// moves by 2**i those squares whose number has bit i. These squares, moves, depend on the mask alone, and are kept beside it. For
// a rook on d4, after the shifts by 1 and 2, by 4 and 8, and by 16 and 32:
//
//	occ & mask         after 1 and 2      after 4 and 8      after 16 and 32
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . x . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . x . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    . . . . . . x .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . x .    . . . . . . . .
//	. . . x . . . .    x . . . . . . .    . . . . . . . .    . x . . . . . .
//	. . . . . . . .    . . . . . . . .    x . . . . . . .    x . . . . . x .
//
// Cost: an AND, six times AND, exclusive or, shift and OR, and seven loads from the square's 64-byte entry; a dependent load from
// 841 KiB.
//
// When: as the fall-back of package pext. On every processor package fancymagic, with one multiplication, is faster.
//
// People: the method is Henry S. Warren's, [hackersdelight] section 7-4; Zach Wegner's [zp7], 2020, keeps the moves
// per mask, as here.
package softpext

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// entry holds a square's data for a lookup. One entry is 64 bytes.
type entry struct {
	squares compress.Mask // the relevant squares
	offset  uint64
}

func (e *entry) index(occ uint64) int { return int(e.offset + e.squares.Extract(occ)) }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("softpext", Build) }

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
		entries[sq] = entry{compress.New(mask), offset}
		offset += 1 << bits.OnesCount64(mask)
	}
}

func fill() error {
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return rookEntries[sq].index(occ) },
		func(sq int, occ uint64) int { return bishopEntries[sq].index(occ) })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[rookEntries[sq&63].index(occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopTable[bishopEntries[sq&63].index(occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
