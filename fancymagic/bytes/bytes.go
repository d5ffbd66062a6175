// Package bytes is fancy magic bitboards with numbered attack sets: the table holds a byte, the number of the set among those of
// the square. A second, short table has the sets.
//
//	attacks = sets[base + numbers[offset + ((occ & mask) * factor) >> shift]] & lines
//
// The 107,648 relevant subsets have few different attacks, at most 144 on a square. Set n of a square's bishop lies in the same
// word as set n of its rook, because their lines do not meet. That takes 4,900 words for both. Two sets of d4, and the word in
// which they lie if they have the same number:
//
//	a rook's set       a bishop's set     the word that holds both
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . r . . . .
//	. . . x . . . .    . x . . . x . .    . b . r . b . .
//	. . . x . . . .    . . x . x . . .    . . b r b . . .
//	x x x . x x x .    . . . . . . . .    r r r . r r r .
//	. . . x . . . .    . . x . x . . .    . . b r b . . .
//	. . . x . . . .    . . . . . x . .    . . . r . b . .
//	. . . . . . . .    . . . . . . x .    . . . . . . b .
//
// Cost: that of package fancymagic with a mask and a third dependent load, for 133 KiB instead of 845.
//
// When: small tables matter more than a load on the way to the answer.
//
// People: Robert Houdart, 2010, for the numbers: [cpw-magic]. That rooks and bishops share words is this project's own, 2026: no
// source known. Factors as in package dense.
package bytes

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name bytes -o factors.go

// entry holds a square's data for a lookup: 32 bytes, so that none straddles a cache line.
type entry struct {
	mask, factor, lines uint64
	offset              uint32 // of the square's numbers
	base                uint16 // of the square's sets
	shift               uint8
}

func (e *entry) index(occ uint64) int {
	return int(e.offset + uint32(occ&e.mask*e.factor>>(e.shift&63)))
}

// set returns the index of the set with a number.
func (e *entry) set(number uint8) int { return int(e.base) + int(number) }

const (
	// Sums of 1 << index bits over the board.
	rookSlots   = 88_064
	bishopSlots = 4_800
	// Attack sets of rooks over the board: within ranks 70, which is twice 7+6+10+12, times 70 within files. Bishops have fewer on every square.
	setWords = 4_900
)

var (
	rookEntries, bishopEntries [64]entry
	rookNumbers                [rookSlots]uint8
	bishopNumbers              [bishopSlots]uint8
	sets                       [setWords]uint64
)

func init() { scaffold.AtStart("bytes", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's numbers and sets begin where its predecessor's end.
func place() {
	rookOffset, bishopOffset, base := uint32(0), uint32(0), uint16(0)
	for sq := range 64 {
		rookLines, bishopLines := board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		rookEntries[sq] = entry{
			board.Mask(board.Rook, sq), rookFactors[sq], rookLines, rookOffset, base, rookShifts[sq],
		}
		bishopEntries[sq] = entry{
			board.Mask(board.Bishop, sq), bishopFactors[sq], bishopLines, bishopOffset, base, bishopShifts[sq],
		}
		rookOffset += 1 << (64 - rookShifts[sq])
		bishopOffset += 1 << (64 - bishopShifts[sq])
		base += uint16(number(board.Rook, sq, rookLines)) + 1
	}
}

// number returns the number of an attack set of a piece on sq. Its digits are the lengths of the four rays, so the attacks
// on an empty board have the highest number.
func number(p board.Piece, sq int, attacks uint64) uint8 {
	n := 0
	for _, d := range board.Directions(p) {
		if ray := board.Ray(d, sq); ray != 0 {
			n = n*bits.OnesCount64(ray) + bits.OnesCount64(attacks&ray) - 1
		}
	}
	return uint8(n)
}

func fill() error {
	overlay := scaffold.NewOverlay(sets[:])
	rooks, bishops := scaffold.NewOverlay(rookNumbers[:]), scaffold.NewOverlay(bishopNumbers[:])
	for sq := range 64 {
		if err := fillSquare(board.Rook, sq, &rookEntries[sq], rookNumbers[:], rooks, overlay); err != nil {
			return err
		}
		if err := fillSquare(board.Bishop, sq, &bishopEntries[sq], bishopNumbers[:], bishops, overlay); err != nil {
			return err
		}
	}
	return nil
}

// fillSquare fills the numbers of a piece on sq, and its sets, which it finds through the numbers like a lookup.
func fillSquare(
	p board.Piece, sq int, e *entry, numbers []uint8, into *scaffold.Overlay[uint8], sets *scaffold.Overlay[uint64],
) error {
	ofAttacks := func(attacks uint64) uint8 { return number(p, sq, attacks) }
	if err := into.Fill(p, sq, ^uint8(0), e.index, ofAttacks); err != nil {
		return err
	}
	index := func(occ uint64) int { return e.set(numbers[e.index(occ)]) }
	return sets.Fill(p, sq, e.lines, index, func(attacks uint64) uint64 { return attacks })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	return sets[e.set(rookNumbers[e.index(occ)])] & e.lines
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	return sets[e.set(bishopNumbers[e.index(occ)])] & e.lines
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the sets.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(sets)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookNumbers),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopNumbers))
}
