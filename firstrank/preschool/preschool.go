// Package preschool is Pre-School Bitboards: the kindergarten indices of a piece's two lines, joined to one of twelve bits, index
// the attacks on both lines at once. It is a magic bitboard whose factors everybody can understand. A rook's table is as large as
// that of package magic, a bishop's eight times as large.
//
//	rook          T[sq][file index << 6 | rank index]
//	              rank index = occ >> (8*rank + 1) & 63
//	              file index = (((occ >> file) & F) * M) >> 58    F: the a-file, M: the diagonal c2 to h7
//	bishop        U[sq][(((occ & anti) * B) >> 58) << 6 | ((occ & diagonal) * B) >> 58]    B: the b-file
//
// The indices of lines, six inner squares each, are those of package kgssb, which explains them. Two of them side by side
// distinguish all subsets that either line distinguishes. A rook on d4; the rank comes down to the first, the file comes out of
// the product on the eighth:
//
//	occ & lines        rank brought down    file times M       attacks
//	. . . . . . . .    . . . . . . . .      . . x . x x . x    . . . . . . . .
//	. . . x . . . .    . . . . . . . .      . . . x x . x .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .      . . x x . x . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .      . . x . x . . .    . . . x . . . .
//	. . . x . x . .    . . . . . . . .      . . . x . . . .    x x x . x x . .
//	. . . . . . . .    . . . . . . . .      . . x . . . . .    . . . x . . . .
//	. . . x . . . .    . . . . . . . .      . . . . . . . .    . . . x . . . .
//	. . . . . . . .    . . . x . x . .      . . . . . . . .    . . . . . . . .
//
//	index = 101101 010100, read from h to c and from g to b
//
// The rook's own square is part of its index, because it is on both lines; the slots for both of its states are filled. A
// bishop's masks leave out it and the edges. The published form multiplies by the a-file, or by the diagonal a1 to h8 for a file,
// brings the index down by two shifts, and has whole diagonals for masks.
//
// Cost: a rook takes three shifts, two ANDs, a multiplication, a shift and an OR, and one load from 2 MiB; a bishop two ANDs, two
// multiplications, three shifts, an OR, 16 bytes of masks and one load from 2 MiB, of which 5,248 words are in use.
//
// When: to understand magic bitboards. Package magic takes one multiplication a piece, and a bishop's table of an eighth of the
// size.
//
// People: tsoj, 2023: [infuehr].
package preschool

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA = 0x0101010101010101
	fileB = fileA << 1
	c2h7  = 0x0080402010080400
)

var (
	diagonals   [64]lines.Pair
	rookTable   [64][4096]uint64
	bishopTable [64][4096]uint64
)

func init() { scaffold.AtStart("preschool", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the masks.
func place() { diagonals = lines.Masks() }

func fill() error {
	clear(rookTable[:])
	clear(bishopTable[:])
	for sq := range 64 {
		rook := func(occ uint64) int { return rookIndex(sq, occ) }
		if err := scaffold.Fill(board.Rook, sq, rookTable[sq][:], rook); err != nil {
			return err
		}
		// The rook's own square is part of its index, but its occupant makes no difference.
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			rookTable[sq][rook(sub|1<<sq)] = rookTable[sq][rook(sub)]
		}
		bishop := func(occ uint64) int { return bishopIndex(&diagonals[sq], occ) }
		if err := scaffold.Fill(board.Bishop, sq, bishopTable[sq][:], bishop); err != nil {
			return err
		}
	}
	return nil
}

// rookIndex returns the inner squares of the rank, and in higher bits those of the file.
func rookIndex(sq int, occ uint64) int {
	rank := occ >> (sq&56 + 1) & 63
	file := occ >> (sq & 7) & fileA * c2h7 >> 58
	return int(file<<6 | rank)
}

// bishopIndex returns the files of the occupied squares of the diagonal, and in higher bits those of the antidiagonal.
func bishopIndex(d *lines.Pair, occ uint64) int {
	return int(occ&d.Antidiagonal*fileB>>58<<6 | occ&d.Diagonal*fileB>>58)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[sq&63][rookIndex(sq, occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return bishopTable[sq&63][bishopIndex(&diagonals[sq&63], occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
