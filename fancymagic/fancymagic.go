// Package fancymagic is fancy magic bitboards: attacks are looked up in a table whose index is a perfect hash of the
// relevant occupancy, computed by one multiplication. Each square has a table that is only as long as the square
// needs, and the tables lie end to end.
//
//	attacks = T[offset + ((occ & mask) * factor) >> shift]     shift = 64 - number of relevant squares
//
// The factor is a number found by trial for which the product's highest bits differ for any two subsets of the mask that lead to
// different attacks. A square with n relevant squares gets n of these bits, and a table of 2**n words: 32 to 4,096. The bits of
// each square, a, b and c for 10, 11 and 12:
//
//	rooks              bishops
//	c b b b b b b c    6 5 5 5 5 5 5 6
//	b a a a a a a b    5 5 5 5 5 5 5 5
//	b a a a a a a b    5 5 7 7 7 7 5 5
//	b a a a a a a b    5 5 7 9 9 7 5 5
//	b a a a a a a b    5 5 7 9 9 7 5 5
//	b a a a a a a b    5 5 7 7 7 7 5 5
//	b a a a a a a b    5 5 5 5 5 5 5 5
//	c b b b b b b c    6 5 5 5 5 5 5 6
//
// Cost: AND, multiply, shift, add, and two dependent loads, of the square's entry of 32 bytes and from 841 KiB.
//
// When: the usual choice without special instructions; the reference of all tables under results.
//
// People: Pradu Kannan, 2006-07, after Lasse Hansen's plain magics, 2006: [cpw-magic] "Fancy", [kannan].
package fancymagic

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic/internal/factors"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../cmd/findmagic search --form white --layout fancy --seed 1 --name factors -o internal/factors/factors.go

// entry holds a square's data for a lookup: 32 bytes, so that none straddles a cache line.
type entry struct{ mask, factor, offset, shift uint64 }

func (e *entry) index(occ uint64) int { return int(e.offset + occ&e.mask*e.factor>>(e.shift&63)) }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.Must("fancymagic", Build()) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, factors.Rook)
	placePiece(board.Bishop, &bishopEntries, factors.Bishop)
}

func placePiece(p board.Piece, entries *[64]entry, factors *[64]uint64) {
	offset := uint64(0)
	for sq := range entries {
		mask := board.Mask(p, sq)
		n := bits.OnesCount64(mask)
		entries[sq] = entry{mask, factors[sq], offset, uint64(64 - n)}
		offset += 1 << n
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
