// Package fillup is Kindergarten Bitboards as Gerd Isenberg gave them their name: one table of the attacks within the first rank,
// repeated on all ranks, serves ranks, diagonals and antidiagonals, which cut their own squares out of it. A second one serves
// files.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][((occ & line) * B) >> 58] & line       B: the b-file, line: without the slider's own square
//	file          V[rank][(((occ >> file) & F) * M) >> 58] << file     F: the a-file, M: the diagonal c2 to h7
//
// The multiplications are those of packages kindergarten and kgssb. A diagonal has one square on each file, and a blocker stops a
// slider there at the same file as on a rank: so the attacks within the first rank for the occupied files, drawn on every rank
// and cut down to the diagonal, are the attacks within the diagonal. A bishop on d4, with its diagonal blocked on c3 and g7:
//
//	occ & line         times B            U[d][100010]       U & line
//	. . . . . . . x    . . . x . . . x    . . x . x x x .    . . . . . . . .
//	. . . . . . x .    . . . x . . . x    . . x . x x x .    . . . . . . x .
//	. . . . . . . .    . . . x . . . .    . . x . x x x .    . . . . . x . .
//	. . . . . . . .    . . . x . . . .    . . x . x x x .    . . . . x . . .
//	. . . . . . . .    . . . x . . . .    . . x . x x x .    . . . . . . . .
//	. . x . . . . .    . . . x . . . .    . . x . x x x .    . . x . . . . .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . x . x x x .    . . . . . . . .
//
// The published form masks and multiplies ranks like diagonals; a shift costs less. Package compressed shortens V to 1.5 KiB.
//
// Cost: a rank takes a load and four operations; a diagonal two ANDs, a multiplication, a shift and a load; a file three shifts,
// an AND, a multiplication and a load. U and V have 4 KiB each, a bishop's lines 1 KiB.
//
// When: multiplications are fast and other data need the first-level cache: a queen's tables are 9 KiB.
//
// People: Urban Koistinen, 1997, Steffan Westcott, Gerd Isenberg and others, 2006; the name and this form are Gerd
// Isenberg's: [cpw-kindergarten].
package fillup

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	rank1 = 0xff
	fileA = 0x0101010101010101
	fileB = fileA << 1
	c2h7  = 0x0080402010080400
)

var (
	diagonals [64]lines.Pair

	// fillUp holds the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares.
	fillUp [8][64]uint64

	// onFileA holds the attacks within the a-file, by the slider's rank and the inner squares, the seventh rank lowest.
	onFileA [8][64]uint64
)

func init() { scaffold.AtStart("fillup", Build) }

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

// fileIndex returns the inner squares of a slider's file, the seventh rank lowest.
func fileIndex(sq int, occ uint64) int { return int(occ >> (sq & 7) & fileA * c2h7 >> 58) }

// diagonalIndex returns the inner files of the occupied squares of a diagonal or antidiagonal.
func diagonalIndex(line, occ uint64) int { return int(occ & line * fileB >> 58) }

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
