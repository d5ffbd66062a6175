// Package kindergarten32 is 32-bit Kindergarten Bitboards: the halves of a line are folded into one word of 32 bits before the
// multiplication. For a file, a shift by three prevents two squares from meeting, and the factor sends each square to one of the
// top six bits, in no order.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          w = low(occ & mask) | high(occ & mask) << 3;  i = (w * 0x01041041) >> 26    modulo 2^32
//	diagonals     w = low(occ & mask) | high(occ & mask);       i = (w * 0x02020202) >> 26
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// A diagonal's squares lie on different files, so the halves can lie on each other; multiplying by the b-file of four ranks then
// adds up all four ranks on the highest. A file's squares would meet. Moved by three files they do not, and bits six apart in the
// factor take the six squares to six different bits of the index:
//
//	occ & mask of d4's file    w, in ranks 1 to 4
//	. . . . . . . .            . . . . . . . .
//	. . . x . . . .            . . . . . . . .
//	. . . . . . . .            . . . . . . . .
//	. . . x . . . .            . . . . . . . .
//	. . . . . . . .            . . . . . . . .
//	. . . . . . . .            . . . . . . x .
//	. . . x . . . .            . . . x . . . .
//	. . . . . . . .            . . . . . . x .
//
//	d2, d5 and d7 make 001000 | 010000 | 000100 = 011100
//
// The published form takes low(x) | low(x >> 29), where the fourth rank's squares of the files f, g and h come out twice, the
// second time on the first rank. For sliders on f1, g1, h1, f8, g8 and h8 a full file then has the index of an empty file. A test
// shows it. The file of h1:
//
//	occ & mask         published w        w
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . x    . . . . . . . .    . . . . . . . .
//	. . . . . . . x    . . . . . . . .    . . . . . . . .
//	. . . . . . . x    . . . . . . . .    . . . . . . . .
//	. . . . . . . x    . . x . . . . x    . . x . . . . x
//	. . . . . . . x    . . x . . . . x    . . x . . . . x
//	. . . . . . . x    . . x . . . . x    . . x . . . . x
//	. . . . . . . .    . . x . . . . .    . . . . . . . .
//
// Cost: a rank takes a shift and an AND; every other line an AND, a shift, an OR, a multiplication and a shift, a file one shift
// more. Each line loads one word. Rooks have 64 KiB of words and 512 bytes of masks, bishops 64 KiB and 1 KiB.
//
// When: the processor has no fast 64-bit multiplication, as for package magic32.
//
// People: Zach Wegner, 2006, the file; Gerd Isenberg, the diagonals: [cpw-kindergarten] "32-bit Versions", which also has Andrew
// Fan's version for 32 bits.
package kindergarten32

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileFactor     = 0x01041041
	diagonalFactor = 0x02020202 // the b-file of four ranks
)

// slots holds the attacks within two lines, each by the line's index: within a rank and then a file, or a diagonal and then an
// antidiagonal. One array needs fewer registers than two, because an address may have a constant part.
type slots [2 * 64]uint64

var (
	files       [64]uint64 // the relevant squares of a rook's file
	diagonals   [64]lines.Pair
	rookTable   [64]slots
	bishopTable [64]slots
)

func init() { scaffold.AtStart("kindergarten32", Build) }

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
		return [...][]uint64{r[:64], r[64:], b[:64], b[64:]}
	},
		rankIndex,
		func(sq int, occ uint64) int { return fileIndex(files[sq], occ) },
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Diagonal, occ) },
		func(sq int, occ uint64) int { return diagonalIndex(diagonals[sq].Antidiagonal, occ) })
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// fileIndex returns the occupied squares of a mask within a file, out of order.
func fileIndex(mask, occ uint64) int {
	x := occ & mask
	return int((uint32(x) | uint32(x>>32)<<3) * fileFactor >> 26)
}

// diagonalIndex returns the files of the occupied squares of a mask within a diagonal or antidiagonal.
func diagonalIndex(mask, occ uint64) int {
	x := occ & mask
	return int((uint32(x) | uint32(x>>32)) * diagonalFactor >> 26)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t[rankIndex(sq, occ)] | t[64+fileIndex(files[sq&63], occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t[diagonalIndex(d.Diagonal, occ)] | t[64+diagonalIndex(d.Antidiagonal, occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
