// Package naive is lookup by a gathered index: the lookup tests the relevant squares one by one, and each of them sets a bit of a
// table's index. The loop does the work of one magic multiplication or one PEXT instruction.
//
//	for the i-th relevant square s: index |= (occ >> s & 1) << i
//	attacks = T[offset + index]
//
// The relevant squares are the slider's lines without the last square of each ray, which is attacked whether it is occupied or
// not. n relevant squares have 2**n subsets, and each subset has an index of its own.
//
//	i of each square   occ & mask         index
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . 9 . . . .    . . . x . . . .    . . . . . . . .
//	. . . 8 . . . .    . . . . . . . .    . . . . . . . .
//	. . . 7 . . . .    . . . . . . . .    . . . . . . . .
//	. 2 3 . 4 5 6 .    . . . . . . x .    . . . . . . . .
//	. . . 1 . . . .    . . . . . . . .    . . . . . . . .
//	. . . 0 . . . .    . . . x . . . .    . x . . . . . .
//	. . . . . . . .    . . . . . . . .    x . . . . . x .
//
// Cost: a shift, an and, a shift and an or for each of 5 to 12 relevant squares, then one load from 841 KiB.
//
// When: to fill other tables, and to see how much time a magic's multiplication saves. Package softpext gathers the same index
// without a loop.
//
// People: folklore; [cpw-magic] begins with this mapping from occupied squares to an index.
package naive

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's relevant squares and the place of its table.
type entry struct {
	offset  uint32
	n       uint8     // number of relevant squares
	squares [12]uint8 // the relevant squares, of which only the first n count
}

func (e *entry) index(occ uint64) int {
	index := uint64(0)
	for i, s := range e.squares[:e.n] {
		index |= occ >> (s & 63) & 1 << (i & 63)
	}
	return int(uint64(e.offset) + index)
}

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("naive", Build) }

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
	offset := uint32(0)
	for sq := range entries {
		mask := board.Mask(p, sq)
		e := entry{offset: offset, n: uint8(bits.OnesCount64(mask))}
		i := 0
		for s := range board.Squares(mask) {
			e.squares[i] = uint8(s)
			i++
		}
		entries[sq] = e
		offset += 1 << e.n
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
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
