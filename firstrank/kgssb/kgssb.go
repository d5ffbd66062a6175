// Package kgssb is Kindergarten Super SISSY Bitboards: kindergarten with masks and factors cut to the relevant squares, so that
// the top six bits of a product are the index and need no mask. The attacks within the two lines of a piece share no square, and
// are added.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = (((occ >> file) & I) * M) >> 58    I: a2 to a7, M: the diagonal c2 to h7
//	diagonals     i = ((occ & mask) * B) >> 58           B: b2 to b7
//	attacks       R[sq][i] + V[sq][i] for a rook, D[sq][i] + A[sq][i] for a bishop
//
// The multiplications gather like those of package kindergarten, one file further: inner files b to g come out on c to h of the
// eighth rank, and a shift alone brings them down. The masks contain neither edges nor the slider's own square, so six copies are
// enough. For a slider on d4:
//
//	occ & mask         times B               occ >> 3 & I       M                  times M
//	. . . . . . . .    . . . x . . . x       . . . . . . . .    . . . . . . . .    . . x . x x . x
//	. . . . . . x .    . . . x . . . .       x . . . . . . .    . . . . . . . x    . . . x x . x .
//	. . . . . . . .    . . . x . . . .       . . . . . . . .    . . . . . . x .    . . x x . x . .
//	. . . . . . . .    . . . x . . . .       x . . . . . . .    . . . . . x . .    . . x . x . . .
//	. . . . . . . .    . . . x . . . .       x . . . . . . .    . . . . x . . .    . . . x . . . .
//	. . x . . . . .    . . . . . . . .       . . . . . . . .    . . . x . . . .    . . x . . . . .
//	. . . . . . . .    . . . . . . . .       x . . . . . . .    . . x . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .       . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Package kindergarten computes the same indices, except that its diagonals may add the bit of a last square, on an inner file. No
// slider sees beyond a line's last square, so the attacks are the same. A test shows both. SISSY is split index, subset yielding:
// each line has an index of its own, which yields a subset of the attacks.
//
// Cost: a rank takes a shift and an AND, a file two shifts, an AND and a multiplication, a diagonal an AND, a multiplication and
// a shift; each line then loads one word. Rooks have 64 KiB of words, bishops 64 KiB and 1 KiB of masks.
//
// When: 64-bit multiplication is fast, and the 841 KiB of magic tables do not stay in the cache. Else it loses to magics.
//
// People: Michael Sherwin, 2023: [infuehr]. The constants for files are in [cpw-kindergarten] already.
package kgssb

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	innerA = 0x0001010101010100 // a2 to a7
	innerB = 0x0002020202020200 // b2 to b7
	c2h7   = 0x0080402010080400
)

// slots holds the attacks within two lines, each by the line's index: within a rank and then a file, or a diagonal and then an
// antidiagonal. One array needs fewer registers than two, because an address may have a constant part.
type slots [2 * 64]uint64

var (
	diagonals   [64]lines.Pair
	rookTable   [64]slots
	bishopTable [64]slots
)

func init() { scaffold.AtStart("kgssb", Build) }

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
		return [...][]uint64{r[:64], r[64:], b[:64], b[64:]}
	},
		rankIndex, fileIndex,
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Diagonal, occ) },
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Antidiagonal, occ) })
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// fileIndex returns the inner squares of a slider's file, the seventh rank lowest.
func fileIndex(sq int, occ uint64) int { return int(occ >> (sq & 7) & innerA * c2h7 >> 58) }

// diagonalIndex returns the files of the occupied squares of a mask within a diagonal or antidiagonal.
func diagonalIndex(mask, occ uint64) int { return int(occ & mask * innerB >> 58) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t[rankIndex(sq, occ)] + t[64+fileIndex(sq, occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t[diagonalIndex(d.Diagonal, occ)] + t[64+diagonalIndex(d.Antidiagonal, occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
