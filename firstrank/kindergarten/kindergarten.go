// Package kindergarten is Kindergarten Bitboards with a table per square and line: a multiplication gathers the occupied squares
// of a line side by side, and its six inner squares index the attacks within that line. The squares of a rank are side by side
// already.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = (((occ >> file) & F) * M) >> 57 & 63    F: the a-file, M: the diagonal a1 to h8
//	diagonals     i = ((occ & line) * F) >> 57 & 63           line: without the slider's own square
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// A diagonal has at most one square on each file. Multiplying by the a-file adds up the board and its copies moved up by one to
// seven ranks, so the eighth rank of the product holds the occupied files, without carries. Multiplying a file, brought to the
// a-file, by the long diagonal adds up copies that are each a rank higher and a file further than the last: square a(r) comes out
// on the eighth rank at file 9-r, and no two copies share a square. Bits 57 to 62 of the product are the inner squares. For a
// slider on d4:
//
//	occ & diagonal     times F               occ >> 3 & F       times M
//	. . . . . . . x    . . x . . . x x       . . . . . . . .    . x . x x . x .
//	. . . . . . x .    . . x . . . x .       x . . . . . . .    x . x x . x . .
//	. . . . . . . .    . . x . . . . .       . . . . . . . .    . x x . x . . .
//	. . . . . . . .    . . x . . . . .       x . . . . . . .    x x . x . . . .
//	. . . . . . . .    . . x . . . . .       x . . . . . . .    x . x . . . . .
//	. . x . . . . .    . . x . . . . .       . . . . . . . .    . x . . . . . .
//	. . . . . . . .    . . . . . . . .       x . . . . . . .    x . . . . . . .
//	. . . . . . . .    . . . . . . . .       . . . . . . . .    . . . . . . . .
//
// The slider's own square and the last square of a diagonal may be among the six. The slots for both of their states are filled.
//
// Cost: a rank takes a shift and an AND, a file two shifts, two ANDs and a multiplication, a diagonal two ANDs, a shift, a
// multiplication and a mask; each line then loads one word. Rooks have 64 KiB of words, bishops 64 KiB and 1 KiB of masks.
//
// When: as for package kgssb, which saves three ANDs a queen by other constants. Package fillup saves most of the tables.
//
// People: Urban Koistinen, 1997, Steffan Westcott, Gerd Isenberg and others, 2006: [cpw-kindergarten]. A table per square and
// line, and these constants, are tsoj's, 2022: [infuehr].
package kindergarten

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA    = 0x0101010101010101
	diagonal = 0x8040201008040201 // a1 to h8
)

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

func init() { scaffold.AtStart("kindergarten", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the lines.
func place() { diagonals = lines.Whole() }

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

// fileIndex returns the inner squares of a slider's file, the seventh rank lowest.
func fileIndex(sq int, occ uint64) int { return int(occ >> (sq & 7) & fileA * diagonal >> 57 & 63) }

// diagonalIndex returns the inner files of the occupied squares of a diagonal or antidiagonal.
func diagonalIndex(line, occ uint64) int { return int(occ & line * fileA >> 57 & 63) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t.rank[rankIndex(sq, occ)] | t.file[fileIndex(sq, occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t.diagonal[diagonalIndex(d.Diagonal, occ)] | t.antidiagonal[diagonalIndex(d.Antidiagonal, occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
