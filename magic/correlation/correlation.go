// Package correlation is magic bitboards with 40 factors for 128 squares: neighbours share one, shifted by a bit for
// each file between them. When a slider moves a square to the right, so does nearly all of its mask, and what a
// factor shifted to the right makes of it is nearly the same.
//
//	rook    = T[sq][((occ & mask) * (factor[sq>>1] >> (sq & 1))) >> 52]
//	bishop  = T[sq][((occ & mask) * (factor[sq>>3] >> (sq & 7))) >> 55]
//
// As (m << 1) * (f >> 1) = m * f unless a bit is lost, a set moved by a file has the same index under the shifted
// factor. The masks of bishops on c4 and d4, the latter moved back, and what they then do not have in common, because
// the edge has not moved:
//
//	mask of c4          mask of d4          moved back          difference
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . x . .     . . . . . . x .     . . . . . x . .     . . . . . . . .
//	. . . . x . . .     . x . . . x . .     x . . . x . . .     x . . . . . . .
//	. x . x . . . .     . . x . x . . .     . x . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. x . x . . . .     . . x . x . . .     . x . x . . . .     . . . . . . . .
//	. . . . x . . .     . x . . . x . .     x . . . x . . .     x . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// A factor must tell apart the subsets of all these masks, so it is rarer than one for a single square, yet the search
// for all of them, which a test repeats, is short. For bishops the eight squares of a rank share it. Rooks have the
// squares of their own rank in the mask as well, which do not move at all, and share it in pairs. Tables are as long on
// every square as the piece needs at most, as in package magic, so the last shift is constant and no index is checked.
//
// Cost: what package magic costs, and two shifts more, one that leads to the factor and one of the factor; three loads,
// the last one dependent, from 2,304 KiB, of which 841 KiB are used. Factors are 256 bytes for rooks and 64 for
// bishops, where package magic has 512 for each.
//
// When: what it saves is 704 bytes of factors, and it pays with two shifts: a curiosity about how alike masks are.
//
// People: Daniel Inführ, 2023: [infuehr-magic] "Correlationmagic", in black form (see package blackmagic), with the
// same sharing. The factors here are our own. The same file has a form without multiplication, sums of six shifts for
// bishops and of seven for rooks, which neighbours share likewise; package spectral has sums of three, for one square.
package correlation

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

//go:generate go run ./internal/gen -o factors_gen.go

// Relevant squares of the squares that have most of them: a rook in a corner, a bishop in the centre.
const (
	rookIndexBits   = 12
	bishopIndexBits = 9
)

var (
	rookMasks, bishopMasks [64]uint64
	rookTable              [64][1 << rookIndexBits]uint64
	bishopTable            [64][1 << bishopIndexBits]uint64
)

func rookIndex(sq int, occ uint64) uint64 {
	return occ & rookMasks[sq&63] * (rookFactors[sq&63>>1] >> (sq & 1)) >> (64 - rookIndexBits)
}

func bishopIndex(sq int, occ uint64) uint64 {
	return occ & bishopMasks[sq&63] * (bishopFactors[sq&63>>3] >> (sq & 7)) >> (64 - bishopIndexBits)
}

func init() {
	if err := Build(); err != nil {
		panic("correlation: " + err.Error())
	}
}

// Build fills the tables. An error names a square and two subsets that its factor does not tell apart.
func Build() error {
	place()
	return fill()
}

// place sets the masks.
func place() {
	for sq := range 64 {
		rookMasks[sq] = board.Mask(board.Rook, sq)
		bishopMasks[sq] = board.Mask(board.Bishop, sq)
	}
}

func fill() error {
	clear(rookTable[:])
	clear(bishopTable[:])
	for sq := range 64 {
		rook := func(occ uint64) int { return int(rookIndex(sq, occ)) }
		if err := board.Fill(board.Rook, sq, rookTable[sq][:], rook); err != nil {
			return err
		}
		bishop := func(occ uint64) int { return int(bishopIndex(sq, occ)) }
		if err := board.Fill(board.Bishop, sq, bishopTable[sq][:], bishop); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[sq&63][rookIndex(sq, occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopTable[sq&63][bishopIndex(sq, occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) (bytes int) {
	if p != board.Bishop {
		bytes += int(unsafe.Sizeof(rookMasks) + unsafe.Sizeof(rookFactors) + unsafe.Sizeof(rookTable))
	}
	if p != board.Rook {
		bytes += int(unsafe.Sizeof(bishopMasks) + unsafe.Sizeof(bishopFactors) + unsafe.Sizeof(bishopTable))
	}
	return bytes
}
