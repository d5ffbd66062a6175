// Package modulo is Congruent Modulo Bitboards: the remainder of a division is different for every subset of a line's relevant
// squares, and indexes the attacks within that line. The divisor is a constant, so compilers turn the division into
// multiplications.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = (occ & mask) mod 73
//	diagonal      i = (occ & mask) mod 85
//	antidiagonal  i = (occ & mask) mod 65
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// The remainder of a sum is the sum of the remainders, which for the squares of a line are powers of two modulo a small number:
// eight squares on multiply by 2^8, which is 37 modulo 73. All sums of these remainders differ. The file of d4:
//
//	mask of d4's file    occ & mask
//	. . . . . . . .      . . . . . . . .
//	. . . x . . . .      . . . x . . . .
//	. . . x . . . .      . . . . . . . .
//	. . . x . . . .      . . . x . . . .
//	. . . . . . . .      . . . . . . . .
//	. . . x . . . .      . . . . . . . .
//	. . . x . . . .      . . . x . . . .
//	. . . . . . . .      . . . . . . . .
//
//	remainders of d2, d3, d5, d6, d7: 4, 2, 37, 55, 64; d2, d5 and d7: 4 + 37 + 64 = 73 + 32, slot 32
//
// The published moduli, 514 for diagonals, 257 for antidiagonals and 258 for files, distinguish all subsets of a line's eight
// squares after a shift of the line to a1. Here the masks leave out the edges and the slider's own square, and no shift is
// needed, because it multiplies all remainders alike. These moduli are the smallest for such masks; a test tries all smaller
// ones.
//
// Cost: per line an AND and a division by a constant, which is a long multiplication, a shift, a multiplication and a
// subtraction; loads of the mask and of a word. A rank takes a shift and an AND. Rooks have 68.5 KiB of words and 512 bytes of
// masks, bishops 75 KiB and 1 KiB.
//
// When: as an exercise in number theory. Packages kgssb and fillup take one multiplication a line.
//
// People: Trevor Fenner and Mark Levene, 2008: [fenner-levene], [cpw-modulo]. The moduli are this project's own.
package modulo

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// The smallest moduli that distinguish all subsets of all masks; a test tries all smaller moduli.
const (
	fileModulus         = 73
	diagonalModulus     = 85
	antidiagonalModulus = 65
)

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
type (
	rookSlots struct {
		rank [64]uint64
		file [fileModulus]uint64
	}
	bishopSlots struct {
		diagonal     [diagonalModulus]uint64
		antidiagonal [antidiagonalModulus]uint64
	}
)

var (
	files       [64]uint64 // the relevant squares of a rook's file
	diagonals   [64]lines.Pair
	rookTable   [64]rookSlots
	bishopTable [64]bishopSlots
)

func init() { scaffold.AtStart("modulo", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the masks.
func place() {
	for sq := range 64 {
		files[sq] = lines.File.Mask(sq)
	}
	diagonals = lines.Masks()
}

func fill() error {
	return lines.FillAll(func(sq int) [4][]uint64 {
		r, b := &rookTable[sq], &bishopTable[sq]
		return [...][]uint64{r.rank[:], r.file[:], b.diagonal[:], b.antidiagonal[:]}
	},
		rankIndex,
		func(sq int, occ uint64) int { return int(occ & files[sq] % fileModulus) },
		func(sq int, occ uint64) int { return int(occ & diagonals[sq].Diagonal % diagonalModulus) },
		func(sq int, occ uint64) int { return int(occ & diagonals[sq].Antidiagonal % antidiagonalModulus) })
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t, file := &rookTable[sq&63], files[sq&63]
	return t.rank[rankIndex(sq, occ)] | t.file[occ&file%fileModulus]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t.diagonal[occ&d.Diagonal%diagonalModulus] | t.antidiagonal[occ&d.Antidiagonal%antidiagonalModulus]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
