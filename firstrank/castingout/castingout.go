// Package castingout is Casting out 255: the remainder of a division by 255 is the sum of a board's ranks, which for a diagonal
// is the set of its occupied files. It indexes the table of package fillup, the attacks within the first rank repeated on all
// ranks, out of which a line cuts its own squares; files cast out 127.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][(occ & line) mod 255 >> 1 & 63] & line     line: without the slider's own square
//	file          V[rank][(occ >> file & F) mod 127 >> 1] << file    F: a2 to a7
//
// Casting out nines replaces 10 by 1, and so a number by the sum of its digits. In the same way 256 is 1 modulo 255, and a board
// is the sum of its ranks. A diagonal has one square on each file, so there are no carries. Its sum is below 255, because the
// line is without the slider's own square, so it is the remainder. A bishop on d4, with its diagonal blocked on c3 and g7:
//
//	occ & line         mod 255            U[d][100010]       U & line
//	. . . . . . . x    . . . . . . . .    . . x . x x x .    . . . . . . . .
//	. . . . . . x .    . . . . . . . .    . . x . x x x .    . . . . . . x .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . . x . .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . x . . .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . . . . .
//	. . x . . . . .    . . . . . . . .    . . x . x x x .    . . x . . . . .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . . . . .
//	. . . . . . . .    . . x . . . x x    . . x . x x x .    . . . . . . . .
//
// The squares of a file would add up in one bit. Digits of seven bits draw them apart: 8*rank is 7*rank + rank, so on the a-file
// the square of rank r is bit r of digit r. Casting out 127 adds these digits, which leaves the inner squares in their order, a
// number of at most 126. A rook on d4:
//
//	occ                occ >> 3 & F       mod 127            V[3][110001] << 3
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    x . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    x . . . . . . .    . . . . . . . .    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . x . . . .
//	. . . x . . . .    x . . . . . . .    . . . . . . . .    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    . x . . . x x .    . . . . . . . .
//
// The published form casts out 255 for ranks, too; a shift costs less. No form is published for files.
//
// Cost: a rank takes a load and four operations; a diagonal three ANDs, a division, a shift and a load; a file three shifts, an
// AND, a division and a load. A division by 255 is a long multiplication, two shifts and two subtractions; one by 127 takes an
// addition and a shift more. U and V have 4 KiB each, a bishop's lines 1 KiB.
//
// When: as an exercise in number theory with small tables. Package fillup has one multiplication for each division.
//
// People: crystalclear, 2011: [cpw-modulo] "Casting out 255", whose author is not recorded. Casting out 127 is our own.
package castingout

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	rank1 = 0xff
	a2a7  = 0x0001010101010100
)

var (
	diagonals [64]lines.Pair

	// fillUp holds the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares.
	fillUp [8][64]uint64

	// onFileA holds the attacks within the a-file, by the slider's rank and the inner squares, the second rank lowest.
	onFileA [8][64]uint64
)

func init() { scaffold.AtStart("castingout", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the lines.
func place() { diagonals = lines.Whole() }

func fill() error {
	if err := lines.FillUp(&fillUp, rankIndex); err != nil {
		return err
	}
	clear(onFileA[:])
	for i := range 8 {
		if err := lines.File.Fill(8*i, onFileA[i][:], func(occ uint64) int { return fileIndex(8*i, occ) }); err != nil {
			return err
		}
	}
	return nil
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// fileIndex returns the inner squares of a slider's file, the second rank lowest.
func fileIndex(sq int, occ uint64) int { return int(occ >> (sq & 7) & a2a7 % 127 >> 1) }

// diagonalIndex returns the inner files of the occupied squares of a diagonal or antidiagonal.
func diagonalIndex(line, occ uint64) int { return int(occ & line % 255 >> 1 & 63) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return fillUp[sq&7][rankIndex(sq, occ)]&(rank1<<(sq&56)) | onFileA[sq>>3&7][fileIndex(sq, occ)]<<(sq&7)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	d, fill := &diagonals[sq&63], &fillUp[sq&7]
	return fill[diagonalIndex(d.Diagonal, occ)]&d.Diagonal | fill[diagonalIndex(d.Antidiagonal, occ)]&d.Antidiagonal
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(fillUp)) + scaffold.BytesOf(p, unsafe.Sizeof(onFileA), unsafe.Sizeof(diagonals))
}
