// Package titboards is Titboards: each square of a line is empty, has a piece of the other side, or one of the slider's own side.
// These states are the digits 0, 1 and 2 of a number in base 3, and the number indexes where the slider may go: its attacks without
// the squares of its own side. Bits alone cannot tell the sides apart, so other techniques leave out own pieces by another AND.
//
//	rank          i = T[file][occ >> 8*rank & 255] + T[file][own >> 8*rank & 255]
//	file          i = T[7-rank][((occ >> file & F) * M) >> 56] + the same of own     F: the a-file, M: the diagonal a1 to h8
//	diagonals     i = T[file][((occ & line) * F) >> 56] + the same of own            line: without the slider's own square
//	moves         R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//	attacks       the same without own: all pieces are the other side's
//
// The multiplications gather a line in a byte, as in package kindergarten. T turns a byte into a number in base 3 whose digits are its
// bits, but for the bit at the slider's place: seven digits, 3^7 = 2,187 numbers. Own pieces are in occ, too, so that T counts them
// twice, which is their digit. The index stays below 2,187 whatever own and occ are, and squares at the edges count: an own piece
// there is no target. A rook on d4 with own pieces (o) on d2 and b4 and others (x) on d7 and g4:
//
//	pieces             moves
//	. . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .
//	. . . . . . . .    . . . x . . . .
//	. . . . . . . .    . . . x . . . .
//	. o . R . . x .    . . x . x x x .
//	. . . . . . . .    . . . x . . . .
//	. . . o . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .
//
// Its rank, from the h-file to the a-file without d:
//
//	T[own] = 0000010, T[occ] = 0100010, i = 0100020 in base 3 = 249
//
// As published, the index is T[own] + 2*T[others], the same number with the digits of the sides exchanged.
//
// Cost: for each line, what kindergarten takes to gather it, twice, and three loads: two of T, one word. Attacks take it once and two loads.
// T has 4 KiB. A rook has 2.1 MiB of words, a bishop as many, of which short diagonals read few.
//
// When: to study the idea. It saves one AND, and takes 4.3 MiB where kindergarten takes 129 KiB; its first engine counts more nodes a second
// with magics and with PEXT. There a slot has encoded moves, which are copied without a bit scan; here it has a word, as in other techniques.
//
// People: Zach Wegner, 2006; Malik Tremain was the first to implement it: [titboards].
package titboards

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

var (
	ternary     [8][256]uint16 // by the slider's place: the bits of a line, without that place, as digits in base 3
	diagonals   [64]lines.Pair
	rookTable   [64]lines.Slots
	bishopTable [64]lines.Slots
)

func init() { scaffold.AtStart("titboards", Build) }

// Build fills the tables. An error names a square, a line and the pieces on it.
func Build() error {
	place()
	return fill()
}

// place sets the digits and the lines.
func place() {
	for slider := range ternary {
		for content := range ternary[slider] {
			others := content&(1<<slider-1) | content>>1&^(1<<slider-1) // without the slider's bit: those above it move down
			ternary[slider][content] = lines.Ternary(others)
		}
	}
	diagonals = lines.Whole()
}

func fill() error {
	return lines.FillMoves(&rookTable, &bishopTable, rankDigits, fileDigits,
		func(sq int, set uint64) int { return diagonalDigits(sq, diagonals[sq].Diagonal, set) },
		func(sq int, set uint64) int { return diagonalDigits(sq, diagonals[sq].Antidiagonal, set) })
}

// rankDigits returns the squares of a set on a slider's rank as digits, the a-file lowest.
func rankDigits(sq int, set uint64) int { return int(ternary[sq&7][set>>(sq&56)&255]) }

// fileDigits returns the squares of a set on a slider's file as digits, the eighth rank lowest.
func fileDigits(sq int, set uint64) int {
	return int(ternary[7-sq>>3&7][set>>(sq&7)&fileA*diagonal>>56])
}

// diagonalDigits returns the squares of a set on a diagonal or antidiagonal as digits, the a-file lowest.
func diagonalDigits(sq int, line, set uint64) int { return int(ternary[sq&7][set&line*fileA>>56]) }

// RookMoves returns the squares to which a rook on sq (a1 = 0, h8 = 63) may go: its attacks without own. occ contains own.
func RookMoves(sq int, own, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t[0][rankDigits(sq, occ)+rankDigits(sq, own)] | t[1][fileDigits(sq, occ)+fileDigits(sq, own)]
}

// BishopMoves does for a bishop what RookMoves does for a rook.
func BishopMoves(sq int, own, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t[0][diagonalDigits(sq, d.Diagonal, occ)+diagonalDigits(sq, d.Diagonal, own)] |
		t[1][diagonalDigits(sq, d.Antidiagonal, occ)+diagonalDigits(sq, d.Antidiagonal, own)]
}

// QueenMoves does for a queen what RookMoves does for a rook.
func QueenMoves(sq int, own, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return RookMoves(sq, own, occ) | BishopMoves(sq, own, occ) })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t[0][rankDigits(sq, occ)] | t[1][fileDigits(sq, occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t[0][diagonalDigits(sq, d.Diagonal, occ)] | t[1][diagonalDigits(sq, d.Antidiagonal, occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the digits.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(ternary)) + scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
