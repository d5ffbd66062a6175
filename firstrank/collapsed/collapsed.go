// Package collapsed is Kindergarten Bitboards without multiplying, or collapsed files and ranks: a line is shifted onto
// itself three times, each time by twice or half as much, until all its squares stand on one rank. The inner six index
// the attacks within that line, as in kindergarten.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          x = (occ >> file) & F; x |= x >> 7; x |= x >> 14; x |= x >> 28; i = x >> 1 & 63    F: the a-file
//	diagonals     x = occ & mask; x |= x >> 32; x |= x >> 16; x |= x >> 8; i = x >> 1 & 63
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// A diagonal has at most one square on each file: with the upper four ranks on the lower four, then two on two, then one on one,
// all its squares stand on the first rank. On a file, a shift by seven brings a square down and to the next file, so square a(r)
// ends on the first rank at file r. The file of a slider on d4, whose squares never meet:
//
//	x = occ >> 3 & F    x |= x >> 7        x |= x >> 14       x |= x >> 28
//	. . . . . . . .     . . . . . . . .    . . . . . . . .    . . . . . . . .
//	x . . . . . . .     x . . . . . . .    x . . . . . . .    x . . . . . . .
//	. . . . . . . .     . x . . . . . .    . x . . . . . .    . x . . . . . .
//	x . . . . . . .     x . . . . . . .    x . x . . . . .    x . x . . . . .
//	x . . . . . . .     x x . . . . . .    x x . x . . . .    x x . x . . . .
//	. . . . . . . .     . x . . . . . .    . x x . . . . .    . x x . x . . .
//	x . . . . . . .     x . . . . . . .    x . x x . . . .    x . x x . x . .
//	. . . . . . . .     . x . . . . . .    . x . x . . . .    . x . x x . x .
//
// Cost: a rank takes a shift and an AND, a file five shifts, two ANDs and three ORs, a diagonal four shifts, two ANDs and three
// ORs; each line then loads one word. Rooks have 64 KiB of words, bishops 64 KiB and 1 KiB of masks.
//
// When: the processor has no fast multiplication, which does these steps in one instruction: packages kgssb and kindergarten.
//
// People: Urban Koistinen, 1997; Steffan Westcott, 2006; as kindergarten bitboards without multiplying, Piotr Cichy, 2009:
// [cpw-occupancy]. One table per square and line, and masks without the edges, are package kgssb's.
package collapsed

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const fileA = 0x0101010101010101

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
type (
	rookSlots   struct{ rank, file [64]uint64 }
	bishopSlots struct{ diagonal, antidiagonal [64]uint64 }
)

var (
	diagonals   [64]lines.Pair
	rookTable   [64]rookSlots
	bishopTable [64]bishopSlots
)

func init() { scaffold.AtStart("collapsed", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the masks.
func place() { diagonals = lines.Masks() }

func fill() error {
	return lines.FillAll(func(sq int) [4][]uint64 {
		r, b := &rookTable[sq], &bishopTable[sq]
		return [...][]uint64{r.rank[:], r.file[:], b.diagonal[:], b.antidiagonal[:]}
	},
		rankIndex, fileIndex,
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Diagonal, occ) },
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Antidiagonal, occ) })
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// fileIndex returns the inner squares of a slider's file, the second rank lowest.
func fileIndex(sq int, occ uint64) int {
	x := occ >> (sq & 7) & fileA
	x |= x >> 7
	x |= x >> 14
	x |= x >> 28
	return int(x >> 1 & 63)
}

// diagonalIndex returns the files of the occupied squares of a mask within a diagonal or antidiagonal.
func diagonalIndex(mask, occ uint64) int {
	x := occ & mask
	x |= x >> 32
	x |= x >> 16
	x |= x >> 8
	return int(x >> 1 & 63)
}

// attacks returns the attacks of a bishop whose two lines are d.
func (t *bishopSlots) attacks(d *lines.Pair, occ uint64) uint64 {
	return t.diagonal[diagonalIndex(d.Diagonal, occ)] | t.antidiagonal[diagonalIndex(d.Antidiagonal, occ)]
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t.rank[rankIndex(sq, occ)] | t.file[fileIndex(sq, occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return bishopTable[sq&63].attacks(&diagonals[sq&63], occ) })
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | bishopTable[sq&63].attacks(&diagonals[sq&63], occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
