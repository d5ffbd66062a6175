// Package correlation is magic bitboards with 40 factors for 128 squares: neighbours share a factor, shifted by a bit for each
// file between them. When a slider moves a square to the right, nearly all of its mask moves with it, and the factor shifted to
// the right gives nearly the same indices.
//
//	rook    = T[sq][((occ & mask) * (factor[sq>>1] >> (sq & 1))) >> 52]
//	bishop  = T[sq][((occ & mask) * (factor[sq>>3] >> (sq & 7))) >> 55]
//
// As (m << 1) * (f >> 1) = m * f unless a bit is lost, a set moved by a file has the same index under the shifted
// factor. The masks of bishops on c4 and d4, the latter moved back, and the squares in which they then differ, because
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
// A factor must distinguish the subsets of all these masks, so it is rarer than a factor for one square. The eight bishops of a
// rank share a factor. Rooks also have the squares of their own rank in the mask, which do not move, and share factors in pairs.
// Every square's table has the greatest length that the piece needs, as in package magic, so the last shift is constant and there
// is no bounds check.
//
// Cost: that of package magic, and two shifts more, one that leads to the factor and one of the factor; three loads, the last one
// dependent, from 2,304 KiB, of which 841 are used. Factors are 256 bytes for rooks and 64 for bishops, in package magic 512 for
// each.
//
// When: never for speed. It saves 704 bytes of factors for two shifts, and shows how similar masks are.
//
// People: Daniel Inführ, 2023: [infuehr-magic] "Correlationmagic", in black form (see package blackmagic), with the same sharing.
// The factors here are our own.
package correlation

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ./internal/gen -o factors_gen.go

// Numbers of relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
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

func init() { scaffold.AtStart("correlation", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
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
		if err := scaffold.Fill(board.Rook, sq, rookTable[sq][:], rook); err != nil {
			return err
		}
		bishop := func(occ uint64) int { return int(bishopIndex(sq, occ)) }
		if err := scaffold.Fill(board.Bishop, sq, bishopTable[sq][:], bishop); err != nil {
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
