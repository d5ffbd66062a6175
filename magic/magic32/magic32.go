// Package magic32 is 32-bit magic bitboards: magics for processors without a fast 64-bit multiplication. The two
// halves of the board are multiplied separately, and the products joined by exclusive or.
//
//	lo, hi  = low and high 32 bits
//	attacks = T[offset + (lo(occ & mask)*lo(factor) ^ hi(occ & mask)*hi(factor)) >> shift]     shift = 32 - relevant squares
//
// All arithmetic is modulo 2**32. Nothing carries from one half of the board into the other, so only the exclusive or combines
// squares of different halves. The tables are those of fancy magics: one per square, end to end. A rook on d4, the halves drawn
// as the upper and the lower half of a board:
//
//	occ & mask         factor             both products      exclusive or       its index bits
//	. . . . . . . .    . . . . . x . .    . . x x . . x .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x . . x . x . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . x    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    . . . . x . . .    . . . . . . x .    . . x x . . . .    . . x x . . . .
//	. . . . . . . .    . . . . . . x .    . . . . . . . x    . . . . . . . x    . . . . . . . x
//	. . . x . . . .    . . . . x . . .    . . . x . . . .    . . . x . . . .    . . . . . . . .
//	. . . . . . . .    x . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Cost: two ANDs, two 32-bit multiplications, exclusive or, shift, add, and two dependent loads, the second from 841 KiB.
//
// When: on 32-bit processors. A 64-bit processor computes less in package fancymagic, for the same table.
//
// People: Grant Osborne, 2006: [osborne], after [cpw-magic] "32-bit Magics". Engines used it in the 32-bit years.
package magic32

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic search --form 32bit --layout fancy --seed 1 --name magic32 -o factors.go

// entry holds a square's data for a lookup.
type entry struct {
	maskLo, maskHi, factorLo, factorHi uint32
	offset                             uint32
	shift                              uint32
}

func (e *entry) index(occ uint64) int {
	lo := uint32(occ) & e.maskLo * e.factorLo
	hi := uint32(occ>>32) & e.maskHi * e.factorHi
	return int(e.offset + (lo^hi)>>(e.shift&31))
}

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("magic32", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, &rookFactors)
	placePiece(board.Bishop, &bishopEntries, &bishopFactors)
}

func placePiece(p board.Piece, entries *[64]entry, factors *[64]uint64) {
	offset := uint32(0)
	for sq, factor := range factors {
		mask := board.Mask(p, sq)
		n := bits.OnesCount64(mask)
		entries[sq] = entry{uint32(mask), uint32(mask >> 32), uint32(factor), uint32(factor >> 32), offset, uint32(32 - n)}
		offset += 1 << n
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
