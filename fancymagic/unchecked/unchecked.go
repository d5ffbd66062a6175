// Package unchecked is fancy magic bitboards without Go's bounds check: the entry holds the address of its square's table, as in
// engines written in C. The compiler does not know that the index is within the table, but the shift ensures it.
//
//	attacks = T[sq][((occ & mask) * factor) >> shift]     shift = 64 - number of relevant squares
//
// Formula, factors and table are those of package fancymagic. The check could never fail: the shift leaves as many bits of the
// product as the mask has squares, ten for a rook on d4, and the table has a slot for each of the 1,024 numbers of ten bits.
//
//	mask               product            its index bits
//	. . . . . . . .    . . . . x x . x    . . . . x x . x
//	. . . x . . . .    . . x . . . . .    . . . . . . . .
//	. . . x . . . .    x x . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . . . . .
//	. x x . x x x .    . . . . . . x .    . . . . . . . .
//	. . . x . . . .    . . . . . x . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Cost: as fancymagic, without an addition, a comparison and a jump.
//
// When: package unsafe is allowed. Compare it with package fancymagic; all other techniques have their checks. docs/go-and-c.md
// has what checks alone cost.
//
// People: Pradu Kannan, 2006-07: [cpw-magic] "Fancy", [kannan].
package unchecked

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic/internal/factors"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: on 64-bit machines 32 bytes, so that none straddles a cache line.
type entry struct {
	mask, factor uint64
	table        unsafe.Pointer // to the square's 1 << (64 - shift) words
	shift        uint64
}

func (e *entry) index(occ uint64) uint64 { return occ & e.mask * e.factor >> (e.shift & 63) }

// attacks reads the square's table without a bounds check: a number shifted right by shift has no more than 64 - shift bits, so
// every occ leads to one of the words that place has reserved.
func (e *entry) attacks(occ uint64) uint64 {
	return *(*uint64)(unsafe.Add(e.table, e.index(occ)*uint64(unsafe.Sizeof(occ))))
}

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("unchecked", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, factors.Rook, rookTable[:])
	placePiece(board.Bishop, &bishopEntries, factors.Bishop, bishopTable[:])
}

func placePiece(p board.Piece, entries *[64]entry, factors *[64]uint64, table []uint64) {
	for sq := range entries {
		mask := board.Mask(p, sq)
		n := bits.OnesCount64(mask)
		entries[sq] = entry{mask, factors[sq], unsafe.Pointer(&table[0]), uint64(64 - n)}
		table = table[1<<n:]
	}
}

func fill() error {
	clear(rookTable[:])
	clear(bishopTable[:])
	for sq := range 64 {
		if err := fillSquare(board.Rook, sq, &rookEntries[sq]); err != nil {
			return err
		}
		if err := fillSquare(board.Bishop, sq, &bishopEntries[sq]); err != nil {
			return err
		}
	}
	return nil
}

func fillSquare(p board.Piece, sq int, e *entry) error {
	table := unsafe.Slice((*uint64)(e.table), 1<<bits.OnesCount64(board.Mask(p, sq)))
	return scaffold.Fill(p, sq, table, func(occ uint64) int { return int(e.index(occ)) })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookEntries[sq&63].attacks(occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopEntries[sq&63].attacks(occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
