// Package fixedshift is fixed-shift magic bitboards: one constant shift for all rooks and one for all bishops, so
// that no shift is loaded. The ranges of all 128 squares overlap in one table.
//
//	attacks = T[offset + ((occ & mask) * factor) >> 52]     rooks; bishops >> 55
//
// With a constant shift every index may run up to 4,095 (bishops 511). A product is a sum of weights, the factor shifted by the
// number of each occupied square, and the search looks for factors whose weights are small numbers with a sign. Sums below 0 have
// the highest indices: a square then uses a few hundred slots at the beginning of its range and at its end, and the unused slots
// between take those of other squares. Slots used, in eighths of the number of a square's relevant subsets, rounded up:
//
//	rooks              bishops
//	4 4 4 4 4 5 5 4    3 5 8 8 8 5 5 5
//	5 5 5 5 5 4 5 5    5 5 6 8 8 5 5 5
//	5 5 5 5 5 6 5 5    5 5 5 8 8 4 5 5
//	6 6 8 8 8 8 6 8    8 5 6 7 5 8 5 8
//	8 7 8 8 8 8 8 8    8 8 7 8 8 8 5 8
//	5 6 8 6 8 8 8 7    5 5 7 8 8 8 5 5
//	5 5 5 5 5 5 5 5    4 5 7 8 8 8 5 5
//	5 5 5 5 5 5 5 5    5 5 5 8 8 8 6 4
//
// Cost: and, multiply, shift, add, and two dependent loads, the second from the shared table.
//
// When: as for package fancymagic, with one load less and a shorter table. Factors that pack well take far longer to find than
// factors that are right.
//
// People: Onno Garms, 2009: [garms]; Volker Annuß, 2010: [annuss], [cpw-magic] "Fixed shift fancy"; their ranges
// over one another are explained by [analog-hors].
package fixedshift

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../cmd/findmagic export factors.csv --lang go-factors --name fixedshift -o factors.go

// Numbers of relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookIndexBits   = 12
	bishopIndexBits = 9
)

// entry holds a square's data for a lookup.
type entry struct {
	mask, factor uint64
	offset       uint32 // in words, modulo 2^32; negative if the smallest index is above 0
}

func rookIndex(e *entry, occ uint64) int {
	return int(e.offset + uint32(occ&e.mask*e.factor>>(64-rookIndexBits)))
}

func bishopIndex(e *entry, occ uint64) int {
	return int(e.offset + uint32(occ&e.mask*e.factor>>(64-bishopIndexBits)))
}

var (
	rookEntries, bishopEntries [64]entry
	table                      [tableWords]uint64
)

func init() { scaffold.AtStart("fixedshift", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries.
func place() {
	for sq := range 64 {
		rookEntries[sq] = entry{board.Mask(board.Rook, sq), rookFactors[sq], rookOffsets[sq]}
		bishopEntries[sq] = entry{board.Mask(board.Bishop, sq), bishopFactors[sq], bishopOffsets[sq]}
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
