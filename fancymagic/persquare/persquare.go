// Package persquare is fancy magic bitboards in parallel arrays: masks, factors and shifts have an array each, and every square
// has a slice of its own for its table. Several sources publish the technique in this layout.
//
//	attacks = T[sq][((occ & mask[sq]) * factor[sq]) >> shift[sq]]
//
// Formula and factors are those of package fancymagic, which keeps the same data in one entry per square and one table, so the
// difference of the two is the price of this layout. A cache line holds the data of eight squares, but a lookup needs a line of
// every array. The squares whose data share a line with those of d4:
//
//	masks, factors     shifts             entries of fancymagic
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	x x x x x x x x    x x x x x x x x    . . x x . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .
//
// Cost: as fancymagic, but four cache lines of data instead of one, and a slice header (two loads and a bounds check) between
// index and answer.
//
// When: to see the cost of a layout; not in an engine.
//
// People: Pradu Kannan, 2006-07: [kannan], [cpw-magic] "Fancy".
package persquare

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic/internal/factors"
	"github.com/slidebench/slidebench/internal/scaffold"
)

var (
	rookMasks, bishopMasks   [64]uint64
	rookMagics, bishopMagics [64]uint64
	rookShifts, bishopShifts [64]uint8
	rookTables, bishopTables [64][]uint64
)

func rookIndex(sq int, occ uint64) uint64 {
	return occ & rookMasks[sq&63] * rookMagics[sq&63] >> (rookShifts[sq&63] & 63)
}

func bishopIndex(sq int, occ uint64) uint64 {
	return occ & bishopMasks[sq&63] * bishopMagics[sq&63] >> (bishopShifts[sq&63] & 63)
}

func init() { scaffold.AtStart("persquare", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets masks, factors and shifts, and makes the tables.
func place() {
	rookMagics, bishopMagics = *factors.Rook, *factors.Bishop
	for sq := range 64 {
		rookMasks[sq] = board.Mask(board.Rook, sq)
		bishopMasks[sq] = board.Mask(board.Bishop, sq)
		rookBits := bits.OnesCount64(rookMasks[sq])
		bishopBits := bits.OnesCount64(bishopMasks[sq])
		rookShifts[sq] = uint8(64 - rookBits)
		bishopShifts[sq] = uint8(64 - bishopBits)
		if rookTables[sq] == nil { // a second call of Build keeps the tables in their places
			rookTables[sq] = make([]uint64, 1<<rookBits)
			bishopTables[sq] = make([]uint64, 1<<bishopBits)
		}
	}
}

func fill() error {
	for sq := range 64 {
		clear(rookTables[sq])
		clear(bishopTables[sq])
		rook := func(occ uint64) int { return int(rookIndex(sq, occ)) }
		if err := scaffold.Fill(board.Rook, sq, rookTables[sq], rook); err != nil {
			return err
		}
		bishop := func(occ uint64) int { return int(bishopIndex(sq, occ)) }
		if err := scaffold.Fill(board.Bishop, sq, bishopTables[sq], bishop); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTables[sq&63][rookIndex(sq, occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopTables[sq&63][bishopIndex(sq, occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads, before Build, too.
func TableBytes(p board.Piece) int {
	count := func(piece board.Piece, tables *[64][]uint64) uintptr {
		bytes := unsafe.Sizeof(rookMasks) + unsafe.Sizeof(rookMagics) + unsafe.Sizeof(rookShifts) + unsafe.Sizeof(*tables)
		for sq := range tables {
			bytes += unsafe.Sizeof(tables[0][0]) << bits.OnesCount64(board.Mask(piece, sq))
		}
		return bytes
	}
	return scaffold.BytesOf(p, count(board.Rook, &rookTables), count(board.Bishop, &bishopTables))
}
