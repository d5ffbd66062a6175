// Package overlayadjacent is overlaid magic bitboards without the adjacent squares: the words of package overlay do not store the
// squares next to the slider. These are attacked under every occupancy, so a mask adds them in the end.
//
//	attacks = rotl(T[offset + ((occ & mask | filled) * factor) >> shift], rotation) & distant | adjacent
//
// Here distant is the lines without the adjacent squares. Two squares may share a slot if, after rotation, their distant squares
// do not meet. There are so few of these that four and more squares lie on top of each other. This word of the table serves six:
//
//	who reads which bits of a word: rooks from 1 a1, 2 c1, 3 h1; bishops from 4 g1, 5 d7, 6 f7
//	3 5 6 4 . . 1 2
//	3 6 5 . 4 5 1 2
//	6 . . 5 5 4 1 2
//	1 1 1 1 1 1 4 2
//	3 3 3 3 3 3 3 2
//	3 . . . . . 1 2
//	3 2 2 2 2 . 1 .
//	3 . 4 6 . 2 1 6
//
// Cost: that of package overlay with one more load and an OR, for a table of 171 KiB instead of 273.
//
// When: as for package overlay, with a smaller table. Package torus loads less for a rook.
//
// People: this project, 2026: [smallest-tables]; it builds on Lasse Hansen's postmask, 2008: [hansen-postmask], and Jordan Bray's
// shared words, 2017: [jordanbray], like package overlay, whose forms and factors it has.
package overlayadjacent

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name overlayadjacent -o factors.go

// entry holds a square's data for a lookup.
//
// One entry of 48 bytes took 2.51 ns for a rook in a trial on Zen 3; separate arrays, or padding to 64 bytes, gained hardly
// anything, and entries of 40 bytes with the rest in an array took 2.80. Dependent lookups took 7.2 ns in every layout.
type entry struct {
	mask, filled, factor, distant, adjacent uint64
	offset                                  uint32 // in words, modulo 2^32; may be negative if the smallest index is above 0
	shift, rotation                         uint8
}

func (e *entry) index(occ uint64) int {
	return int(e.offset + uint32((occ&e.mask|e.filled)*e.factor>>(e.shift&63)))
}

func (e *entry) attacks(occ uint64) uint64 {
	return bits.RotateLeft64(table[e.index(occ)], int(e.rotation))&e.distant | e.adjacent
}

// store returns the bits of an attack set as a slot holds them.
func (e *entry) store(attacks uint64) uint64 { return bits.RotateLeft64(attacks, -int(e.rotation)) }

var (
	rookEntries, bishopEntries [64]entry
	table                      [tableWords]uint64
)

func init() { scaffold.AtStart("overlayadjacent", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries.
func place() {
	for sq := range 64 {
		rookEntries[sq] = newEntry(
			board.Rook, sq, rookForms[sq], rookFactors[sq], rookOffsets[sq], rookShifts[sq], rookRotations[sq],
		)
		bishopEntries[sq] = newEntry(
			board.Bishop, sq, bishopForms[sq], bishopFactors[sq], bishopOffsets[sq], bishopShifts[sq], bishopRotations[sq],
		)
	}
}

func newEntry(p board.Piece, sq int, f form, factor uint64, offset uint32, shift, rotation uint8) entry {
	mask, filled := board.Mask(p, sq), uint64(0)
	if f == black {
		filled = ^mask
	}
	adjacent := board.Walk(p, sq, ^uint64(0)) // the attacks when all squares are occupied
	return entry{mask, filled, factor, board.Lines(p, sq) &^ adjacent, adjacent, offset, shift, rotation}
}

// fill stores of each square's attacks the bits that its lookup reads from a slot, and proves that squares with a common slot agree on them.
func fill() error {
	overlay := scaffold.NewOverlay(table[:])
	for sq := range 64 {
		e := &rookEntries[sq]
		if err := overlay.Fill(board.Rook, sq, e.store(e.distant), e.index, e.store); err != nil {
			return err
		}
		e = &bishopEntries[sq]
		if err := overlay.Fill(board.Bishop, sq, e.store(e.distant), e.index, e.store); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookEntries[sq&63].attacks(occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopEntries[sq&63].attacks(occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries), unsafe.Sizeof(bishopEntries))
}
