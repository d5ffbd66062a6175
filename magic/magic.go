// Package magic is plain magic bitboards: attacks are looked up in a table whose index is a perfect hash of the
// relevant occupancy, computed by one multiplication. Every square has a table of the same length, so that the shift
// after the multiplication is a constant.
//
//	attacks = T[sq][((occ & mask) * factor) >> 52]     rooks; bishops >> 55
//
// The multiplication adds up copies of the relevant squares, one for each bit of the factor, shifted so that some of
// their bits arrive among the highest. A factor is magic when the sum's highest bits differ for any two subsets of
// the mask that lead to different attacks; such factors are found by trial (internal/findmagic/search). A rook on d4:
//
//	occ & mask         factor             product            its index bits
//	. . . . . . . .    x x . . . . . .    . x . x . x . .    . x . x . x . .
//	. . . x . . . .    . x . . . . . .    x x . . x . . x    . . . . x . . x
//	. . . . . . . .    . . . . . . . x    . x . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . .    . . x . . . x x    . . . . . . . .
//	. . . . . . x .    . . . x x . x .    . . . . . . x x    . . . . . . . .
//	. . . . . . . .    . . . x . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    . . . . x . . x    . . . . . . . .
//	. . . . . . . .    . x . . x . . .    . . . . . . . .    . . . . . . . .
//
// Cost: AND, multiply, shift, and two dependent loads, the second from 2,304 KiB, of which 841 are used. Every table is as long
// as the shift can address, so the compiler needs no bounds check.
//
// When: to learn the idea, and if loading an offset and a shift per square is too much. Package fancymagic has no unused slots.
//
// People: Lasse Hansen, 2006: [hansen], [cpw-magic] "Plain".
package magic

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../cmd/findmagic search --form white --layout plain --seed 1 --name magic -o factors.go

// Numbers of relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookIndexBits   = 12
	bishopIndexBits = 9
)

// entry holds a square's data for a lookup.
type entry struct{ mask, factor uint64 }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [64][1 << rookIndexBits]uint64
	bishopTable                [64][1 << bishopIndexBits]uint64
)

func rookIndex(e *entry, occ uint64) uint64 { return occ & e.mask * e.factor >> (64 - rookIndexBits) }
func bishopIndex(e *entry, occ uint64) uint64 {
	return occ & e.mask * e.factor >> (64 - bishopIndexBits)
}

func init() { scaffold.AtStart("magic", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	place()
	return fill()
}

// place sets the entries.
func place() {
	for sq := range 64 {
		rookEntries[sq] = entry{board.Mask(board.Rook, sq), rookFactors[sq]}
		bishopEntries[sq] = entry{board.Mask(board.Bishop, sq), bishopFactors[sq]}
	}
}

func fill() error {
	clear(rookTable[:])
	clear(bishopTable[:])
	for sq := range 64 {
		rook := func(occ uint64) int { return int(rookIndex(&rookEntries[sq], occ)) }
		if err := scaffold.Fill(board.Rook, sq, rookTable[sq][:], rook); err != nil {
			return err
		}
		bishop := func(occ uint64) int { return int(bishopIndex(&bishopEntries[sq], occ)) }
		if err := scaffold.Fill(board.Bishop, sq, bishopTable[sq][:], bishop); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[sq&63][rookIndex(&rookEntries[sq&63], occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return bishopTable[sq&63][bishopIndex(&bishopEntries[sq&63], occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
