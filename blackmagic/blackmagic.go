// Package blackmagic is black magic bitboards: the irrelevant squares are set instead of cleared before the
// multiplication. With constant shifts, the ranges of all 128 squares then overlap more closely in one table.
//
//	attacks = T[offset + ((occ | ^mask) * factor) >> 52]     rooks; bishops >> 55
//
// With white magics, the empty subset has the product 0, so every square uses the first slot of its range. Black magics add the
// same number, ^mask * factor, to every product: the smallest index may be above 0, and ranges pack tighter. White and black, for
// a rook on d4:
//
//	mask               occ                occ & mask         occ | ^mask
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    x x x x x x x x
//	. . . x . . . .    . . . x . . . .    . . . x . . . .    x x x x x x x x
//	. . . x . . . .    . x . . x x . .    . . . . . . . .    x x x . x x x x
//	. . . x . . . .    . . . . . . . .    . . . . . . . .    x x x . x x x x
//	. x x . x x x .    x . . . . . x .    . . . . . . x .    x . . x . . x x
//	. . . x . . . .    . . x . . . . .    . . . . . . . .    x x x . x x x x
//	. . . x . . . .    . . . x . . . x    . . . x . . . .    x x x x x x x x
//	. . . . . . . .    . x . . . . . .    . . . . . . . .    x x x x x x x x
//
// Cost: or, multiply, shift, add, and two dependent loads, the second from the shared table.
//
// When: as for package fixedshift, with a shorter table. Package best is this technique for single lookups.
//
// People: Onno Garms, Volker Annuß, Niklas Fiekas, 2017: [garms], [annuss], [fiekas], [cpw-magic] "Black Magic
// Bitboards"; explained by [analog-hors].
package blackmagic

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../cmd/findmagic export factors.csv --lang go-factors --name blackmagic -o factors.go

// Numbers of relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookIndexBits   = 12
	bishopIndexBits = 9
)

// entry holds a square's data for a lookup.
type entry struct {
	notMask, factor uint64
	offset          uint32 // in words, modulo 2^32; negative if the smallest index is above 0
}

func rookIndex(e *entry, occ uint64) int {
	return int(e.offset + uint32((occ|e.notMask)*e.factor>>(64-rookIndexBits)))
}

func bishopIndex(e *entry, occ uint64) int {
	return int(e.offset + uint32((occ|e.notMask)*e.factor>>(64-bishopIndexBits)))
}

var (
	rookEntries, bishopEntries [64]entry
	table                      [tableWords]uint64
)

func init() { scaffold.AtStart("blackmagic", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries.
func place() {
	for sq := range 64 {
		rookEntries[sq] = entry{^board.Mask(board.Rook, sq), rookFactors[sq], rookOffsets[sq]}
		bishopEntries[sq] = entry{^board.Mask(board.Bishop, sq), bishopFactors[sq], bishopOffsets[sq]}
	}
}

func fill() error {
	return scaffold.FillAll(table[:], table[:],
		func(sq int, occ uint64) int { return rookIndex(&rookEntries[sq], occ) },
		func(sq int, occ uint64) int { return bishopIndex(&bishopEntries[sq], occ) })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return table[rookIndex(&rookEntries[sq&63], occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return table[bishopIndex(&bishopEntries[sq&63], occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries), unsafe.Sizeof(bishopEntries))
}
