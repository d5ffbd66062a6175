// Package dense is fancy magic bitboards with dense factors: on 39 of the 128 squares the index has one bit fewer than the square
// has relevant squares, and the square's table is half as long. Subsets that lead to the same attacks share a slot.
//
//	attacks = T[offset + ((occ & mask) * factor) >> shift]
//
// Pieces behind the first blocker of a ray do not matter. A slot that serves several subsets with the same attacks is a
// constructive collision, and a dense factor makes enough of them. The squares with a dense factor, 15 of the rooks', on the last
// two ranks, and 24 of the bishops':
//
//	rooks              bishops
//	x x x x x . x x    x x . . . . x x
//	x x x x x x x x    x x . . . . x x
//	. . . . . . . .    x x . . . . x x
//	. . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .
//	. . . . . . . .    x x . . . . x x
//	. . . . . . . .    x x . . . . x x
//	. . . . . . . .    x x . . . . x x
//
// For rooks on ranks 3 to 6 and 38 squares of bishops it is proved that no dense factor exists: [fiekas].
//
// Cost: that of package fancymagic, with a table of 725.5 KiB instead of 841.
//
// When: as for package fancymagic: it is the same code with other numbers.
//
// People: Pradu Kannan, 2006-07, for the form: [kannan]. Dense factors were first found by Grant Osborne, Peter Österlund, Volker
// Annuß, Gerd Isenberg, Richard Pijl and Niklas Fiekas: [cpw-magic] "Fancy", [fiekas]. The factors here are this project's own.
package dense

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name dense -o factors.go

// entry holds a square's data for a lookup: 32 bytes, so that none straddles a cache line.
type entry struct{ mask, factor, offset, shift uint64 }

func (e *entry) index(occ uint64) int { return int(e.offset + occ&e.mask*e.factor>>(e.shift&63)) }

// Sums of 1 << index bits over the board.
const (
	rookWords   = 88_064
	bishopWords = 4_800
)

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [rookWords]uint64
	bishopTable                [bishopWords]uint64
)

func init() { scaffold.AtStart("dense", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, &rookFactors, &rookShifts)
	placePiece(board.Bishop, &bishopEntries, &bishopFactors, &bishopShifts)
}

func placePiece(p board.Piece, entries *[64]entry, factors *[64]uint64, shifts *[64]uint8) {
	offset := uint64(0)
	for sq := range entries {
		entries[sq] = entry{board.Mask(p, sq), factors[sq], offset, uint64(shifts[sq])}
		offset += 1 << (64 - shifts[sq])
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
