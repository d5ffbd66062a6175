// Package words16 is magic bitboards in slots of 16 bits: a byte for each of the piece's two lines. Multiplications and a mask
// expand the bytes to squares, and the index is that of package torus.
//
//	rooks    turned = rotl(occ, 63-sq)
//	         w = T[((turned | ends) & lines) * factor >> 50]
//	         attacks = rotl((low byte of w | low byte << 56 | high byte spread) & lines | adjacent, sq+1)
//	bishops  w = T[offset + ((occ & (diagonal | antidiagonal) & inner) * factor) >> shift]
//	         attacks = low byte on every rank & diagonal | high byte on every rank & antidiagonal
//
// A diagonal has one square on each file, so a byte with a bit per file describes it:
//
//	low byte           on every rank      diagonal           both
//	. . . . . . . .    . . x . x x . .    . . . . . . . x    . . . . . . . .
//	. . . . . . . .    . . x . x x . .    . . . . . . x .    . . . . . . . .
//	. . . . . . . .    . . x . x x . .    . . . . . x . .    . . . . . x . .
//	. . . . . . . .    . . x . x x . .    . . . . x . . .    . . . . x . . .
//	. . . . . . . .    . . x . x x . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . x . x x . .    . . x . . . . .    . . x . . . . .
//	. . . . . . . .    . . x . x x . .    . x . . . . . .    . . . . . . . .
//	. . x . x x . .    . . x . x x . .    x . . . . . . .    . . . . . . . .
//
// A rook's rank, on the turned board, is a ring of seven squares that have two places each, 56 bits apart; the mask lines keeps
// the places that are on the board. The seven squares of the file lie eight bits apart, and a multiplication spreads them.
//
// Cost: two dependent loads like package fancymagic, and a second multiplication after them. All tables together have 46 KiB
// instead of 845, and fit into a first-level cache of 48.
//
// When: an engine needs its caches for its own data. Package quintessence has still smaller tables, without a hash.
//
// People: this project's own, 2026; no source known: [smallest-tables]. Slots of 16 bits are known with PDEP, from Zach Wegner's
// form of PEXT bitboards: [cpw-bmi2]. Factors as in package torus.
package words16

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name words16 -o factors.go

const (
	// inner is the squares off the edges, which are the relevant squares of a bishop's lines.
	inner = 0x007e7e7e7e7e7e00
	// everyRank copies a byte to every rank.
	everyRank = 0x0101010101010101
	// spread moves bit i of seven bits to bit 8i+7, on the h-file. It makes copies of bit i at i + 7j + 7 for all j = 0..6:
	// these are different for all i and j, so that there are no carries, and on the h-file only for i = j.
	spread = 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42 | 1<<49
)

// rookEntry holds a rook's data on a square. The sets are of the turned board.
type rookEntry struct{ ends, lines, adjacent uint64 }

func (e *rookEntry) index(sq int, occ uint64) uint64 {
	return (turn(sq, occ) | e.ends) & e.lines * rookFactor >> rookShift
}

// turn rotates a set of squares until sq becomes h8: by ^sq, which is 63-sq modulo 64.
func turn(sq int, set uint64) uint64 { return bits.RotateLeft64(set, ^sq) }

// rookSlot returns the slot for attacks of a rook on sq: in bits 0 to 6 the squares to the right, and, in the bits that
// these leave free, the squares to the left; in bits 8 to 14 the file.
func rookSlot(sq int, attacks uint64) uint16 {
	turned := turn(sq, attacks)
	slot := uint16(turned|turned>>56) & 0x7f
	for i := range 7 {
		slot |= uint16(turned>>(8*i+7)&1) << (8 + i)
	}
	return slot
}

// bishopEntry holds a bishop's data on a square: 32 bytes, so that none straddles a cache line.
type bishopEntry struct {
	diagonal, antidiagonal, factor uint64
	offset                         uint32
	shift                          uint8
}

func (e *bishopEntry) index(occ uint64) int {
	return int(e.offset + uint32((e.diagonal|e.antidiagonal)&inner&occ*e.factor>>(e.shift&63)))
}

// slot returns the slot for attacks of a bishop: in the low byte the files of the attacked squares of the diagonal, in the
// high byte those of the antidiagonal.
func (e *bishopEntry) slot(attacks uint64) (slot uint16) {
	for sq := range board.Squares(attacks & e.diagonal) {
		slot |= 1 << (sq & 7)
	}
	for sq := range board.Squares(attacks & e.antidiagonal) {
		slot |= 1 << (8 + sq&7)
	}
	return slot
}

var (
	rookEntries   [64]rookEntry
	bishopEntries [64]bishopEntry
	rookTable     [1 << (64 - rookShift)]uint16
	bishopTable   [board.BishopSubsets]uint16
)

func init() { scaffold.AtStart("words16", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries. The bishops' slots lie end to end.
func place() {
	offset := uint32(0)
	for sq := range 64 {
		lines := board.Lines(board.Rook, sq)
		adjacent := board.Walk(board.Rook, sq, ^uint64(0))
		rookEntries[sq] = rookEntry{turn(sq, lines&^board.Mask(board.Rook, sq)), turn(sq, lines), turn(sq, adjacent)}
		n := bits.OnesCount64(board.Mask(board.Bishop, sq))
		bishopEntries[sq] = bishopEntry{
			board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq),
			board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq),
			bishopFactors[sq], offset, uint8(64 - n),
		}
		offset += 1 << n
	}
}

// fill stores of each square's attacks the bits that its lookup reads from a slot, and proves that squares with a common slot agree on them.
func fill() error {
	rooks, bishops := scaffold.NewOverlay(rookTable[:]), scaffold.NewOverlay(bishopTable[:])
	for sq := range 64 {
		rook, bishop := &rookEntries[sq], &bishopEntries[sq]
		reads := rookSlot(sq, board.Lines(board.Rook, sq)&^board.Walk(board.Rook, sq, ^uint64(0)))
		index := func(occ uint64) int { return int(rook.index(sq, occ)) }
		store := func(attacks uint64) uint16 { return rookSlot(sq, attacks) }
		if err := rooks.Fill(board.Rook, sq, reads, index, store); err != nil {
			return err
		}
		if err := bishops.Fill(board.Bishop, sq, bishop.slot(^uint64(0)), bishop.index, bishop.slot); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	w := uint64(rookTable[e.index(sq, occ)])
	// On the turned board, all bits of w except those of the right are off the lines, and so are the copies that spread makes
	// elsewhere.
	return bits.RotateLeft64((w|w<<56|w>>8*spread)&e.lines|e.adjacent, sq+1)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	w := uint64(bishopTable[e.index(occ)])
	return w&0xff*everyRank&e.diagonal | w>>8*everyRank&e.antidiagonal
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
