// Package compressed is Kindergarten Bitboards with Magic Compression: a factor of the slider's rank, found by trial, multiplies
// a file's squares so that subsets with the same attacks collide. The index then has four or five bits instead of six, and the
// table of files 1.5 KiB instead of 4; all else is as in package fillup.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][((occ & line) * B) >> 58] & line     B: the b-file, line: without the slider's own square
//	file          T[offset + ((occ >> file & F) * factor) >> shift] << file     F: a2 to a7
//
// Pieces behind the first blocker make no difference, so from rank 1 to rank 8 a file has 7, 6, 10, 12, 12, 10, 6 and 7 attack
// sets for 64 subsets. As in fancy magics, subsets with the same attacks may share an index; 16 or 32 indices are enough. Two
// subsets with the same attacks of a rook on d3, and their products, whose upper four bits are 6 both times:
//
//	occ >> 3 & F       times factor       occ >> 3 & F       times factor
//	. . . . . . . .    x x x x . x x .    . . . . . . . .    . . . . . x x .
//	. . . . . . . .    . . x x . x . x    . . . . . . . .    . x x x . x x x
//	. . . . . . . .    . . . . . x x x    x . . . . . . .    x x x x . x x x
//	x . . . . . . .    x . x x . . . .    . . . . . . . .    x x . x . x . x
//	x . . . . . . .    x x x x x x x x    x . . . . . . .    x x x x x x x x
//	. . . . . . . .    x x x x x x x x    x . . . . . . .    . . . . x x . .
//	x . . . . . . .    x . . . x x . .    x . . . . . . .    x . . . x x . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Factor, shift and offset belong to the slider's rank. The shift, 59 or 60, stands in the six upper bits of the factor, which do
// not affect the product, because a1 is not in F.
//
// F contains the slider's own square, so no mask is loaded, and that square must not matter. In our factors, the byte that it
// brings to the top is 0 or 255, so it adds or subtracts little. The published factors for the ranks 2 to 7 are right only if the
// slider has been taken off the board, and [cpw-kindergarten] prints those for the ranks 1 and 8 interchanged. A test shows both.
//
// Cost: a rank takes a load and four operations; a diagonal two ANDs, a multiplication, a shift and a load; a file four shifts,
// an AND, a load of 16 bytes, a multiplication, an addition and a dependent load. U has 4 KiB, T 1.5 KiB, its entries 128 bytes,
// a bishop's lines 1 KiB.
//
// When: as for package fillup, with 6.6 KiB of tables for a queen instead of 9.
//
// People: Grant Osborne, 2008: [osborne-compression], told in [cpw-kindergarten] "Magic Compression", for files alone. The
// factors are this project's own, found by the command in factors_gen.go.
package compressed

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ./internal/gen -seed 2

const (
	rank1 = 0xff
	fileA = 0x0101010101010101
	fileB = fileA << 1
	a2a7  = 0x0001010101010100
)

// entry holds the data of a slider's rank for the lookup of a file.
type entry struct{ factor, offset uint64 }

// index returns the index of a slider's attacks within a file under an occupancy.
func (e *entry) index(file int, occ uint64) int {
	return int(e.offset + occ>>(file&7)&a2a7*e.factor>>(e.factor>>58))
}

// fileWords is the sum of 1 << index bits over the ranks: four times 16 and four times 32.
const fileWords = 192

var (
	diagonals [64]lines.Pair

	// fillUp holds the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares.
	fillUp [8][64]uint64

	entries [8]entry
	onFileA [fileWords]uint64 // the attacks within the a-file
)

func init() { scaffold.AtStart("compressed", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the lines and the entries: each rank's table begins where its predecessor's ends.
func place() {
	diagonals = lines.Whole()
	offset := uint64(0)
	for rank, factor := range factors {
		entries[rank] = entry{factor, offset}
		offset += 1 << (64 - factor>>58)
	}
}

func fill() error {
	if err := lines.FillUp(&fillUp, rankIndex); err != nil {
		return err
	}
	clear(onFileA[:])
	for i := range 8 {
		e := &entries[i]
		if err := lines.File.Fill(8*i, onFileA[:], func(occ uint64) int { return e.index(0, occ) }); err != nil {
			return err
		}
	}
	return nil
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// diagonalIndex returns the inner files of the occupied squares of a diagonal or antidiagonal.
func diagonalIndex(line, occ uint64) int { return int(occ & line * fileB >> 58) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return fillUp[sq&7][rankIndex(sq, occ)]&(rank1<<(sq&56)) | onFileA[entries[sq>>3&7].index(sq, occ)]<<(sq&7)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	d, fill := &diagonals[sq&63], &fillUp[sq&7]
	return fill[diagonalIndex(d.Diagonal, occ)]&d.Diagonal | fill[diagonalIndex(d.Antidiagonal, occ)]&d.Antidiagonal
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(fillUp)) + scaffold.BytesOf(p, unsafe.Sizeof(entries)+unsafe.Sizeof(onFileA),
		unsafe.Sizeof(diagonals))
}
