// Package overlay is overlaid magic bitboards: magics in one table whose slots serve several squares at once. Each square reads
// the bits on its own lines, by a rotation and a mask, and ignores the rest.
//
//	attacks = rotl(T[offset + ((occ & mask | filled) * factor) >> shift], rotation) & lines
//
// The lines of a rook on the a-file and of one on the h-file, each rotated by a number of its own, need not meet, so their tables
// lie on top of each other. Lines may also meet in squares that both always attack: crosses whose centres are diagonal neighbours
// meet in two squares next to both centres. So nearly any two rooks pair, and bishops find room under almost any rook.
//
//	lines of d4        lines of e5        both in one word
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//	. . . x . . . .    x x x x R x x x    2 2 2 + . 2 2 2
//	x x x R x x x x    . . . . x . . .    1 1 1 . + 1 1 1
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//	. . . x . . . .    . . . . x . . .    . . . 1 2 . . .
//
// In the white form of magics filled is empty, in the black form it is the complement of mask. Each square has the form with the
// denser slots.
//
// Build proves that every square's bits are right in all of its slots.
//
// Cost: that of package fancymagic with a rotation, an OR, a mask and their loads, for a table of 273 KiB instead of 841.
//
// When: other data need the cache, and a few more operations do no harm. Packages overlayadjacent and torus go further.
//
// People: this project, 2026, for the rotations, and for lines that meet where both squares attack anyway: [smallest-tables]; no
// source known. Lasse Hansen, 2008, let diagonal neighbours share a word and mask it: [hansen-postmask], package shared. Jordan
// Bray, 2017, let squares at any distance share, if their lines do not meet: [jordanbray]; without rotations only 36 bishops find
// room, in 104,960 words. The factors are this project's.
package overlay

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name overlay -o factors.go

// entry holds a square's data for a lookup, except for the filled squares.
//
// With these it would have 40 bytes: a rook lookup then took 2.59 ns in a trial on Zen 3, and 2.36 with an array of their own.
// Padded to 64 bytes it took 2.22, for tables longer by 3 KiB. Dependent lookups took 7.2 ns in every layout.
type entry struct {
	mask, factor, lines uint64
	offset              uint32 // in words, modulo 2^32; may be negative if the smallest index is above 0
	shift, rotation     uint8
}

func (e *entry) index(occ, filled uint64) int {
	return int(e.offset + uint32((occ&e.mask|filled)*e.factor>>(e.shift&63)))
}

func (e *entry) attacks(occ, filled uint64) uint64 {
	return bits.RotateLeft64(table[e.index(occ, filled)], int(e.rotation)) & e.lines
}

// store returns the bits of an attack set as a slot holds them.
func (e *entry) store(attacks uint64) uint64 { return bits.RotateLeft64(attacks, -int(e.rotation)) }

var (
	rookEntries, bishopEntries [64]entry
	rookFilled, bishopFilled   [64]uint64
	table                      [tableWords]uint64
)

func init() { scaffold.AtStart("overlay", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries and the filled squares.
func place() {
	for sq := range 64 {
		rookFilled[sq] = filled(board.Rook, sq, rookForms[sq])
		rookEntries[sq] = entry{
			board.Mask(board.Rook, sq), rookFactors[sq], board.Lines(board.Rook, sq),
			rookOffsets[sq], rookShifts[sq], rookRotations[sq],
		}
		bishopFilled[sq] = filled(board.Bishop, sq, bishopForms[sq])
		bishopEntries[sq] = entry{
			board.Mask(board.Bishop, sq), bishopFactors[sq], board.Lines(board.Bishop, sq),
			bishopOffsets[sq], bishopShifts[sq], bishopRotations[sq],
		}
	}
}

// filled returns the squares that are set before the multiplication.
func filled(p board.Piece, sq int, f form) uint64 {
	if f == black {
		return ^board.Mask(p, sq)
	}
	return 0
}

// fill stores of each square's attacks the bits that its lookup reads from a slot, and proves that squares with a common slot agree on them.
func fill() error {
	overlay := scaffold.NewOverlay(table[:])
	for sq := range 64 {
		rook, bishop := &rookEntries[sq], &bishopEntries[sq]
		index := func(occ uint64) int { return rook.index(occ, rookFilled[sq]) }
		if err := overlay.Fill(board.Rook, sq, rook.store(rook.lines), index, rook.store); err != nil {
			return err
		}
		index = func(occ uint64) int { return bishop.index(occ, bishopFilled[sq]) }
		if err := overlay.Fill(board.Bishop, sq, bishop.store(bishop.lines), index, bishop.store); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookEntries[sq&63].attacks(occ, rookFilled[sq&63]) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return bishopEntries[sq&63].attacks(occ, bishopFilled[sq&63])
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookFilled),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopFilled))
}
