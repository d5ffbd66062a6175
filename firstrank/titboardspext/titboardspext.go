// Package titboardspext is Titboards with PEXT: the instruction gathers the seven squares of a line beside the slider, all lines alike,
// and 128 numbers turn them into digits in base 3. Package titboards says what the digits mean.
//
//	i             T[PEXT(occ, line)] + T[PEXT(own, line)]     for each line, without the slider's own square
//	moves         R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//	attacks       the same without own: all pieces are the other side's
//
// The slider's square is in no line, so T need not leave out its place, and short diagonals have fewer digits. The diagonal of d4 with
// an own piece (o) on b2 and others (x) on f6 and g7:
//
//	pieces             line               moves
//	. . . . . . . .    . . . . . . . x    . . . . . . . .
//	. . . . . . x .    . . . . . . x .    . . . . . . . .
//	. . . . . x . .    . . . . . x . .    . . . . . x . .
//	. . . . . . . .    . . . . x . . .    . . . . x . . .
//	. . . B . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . x . . . . .    . . x . . . . .
//	. o . . . . . .    . x . . . . . .    . . . . . . . .
//	. . . . . . . .    x . . . . . . .    . . . . . . . .
//
//	PEXT(occ, line) = 0110010, PEXT(own, line) = 0000010, i = 0110020 in base 3
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, a loop gathers the squares one by one.
//
// Cost: a call; for each line two PEXT (three cycles each on current processors), two loads of T and one of a word. Attacks take one of
// each. T has 256 bytes, the lines have 2 KiB, and the words 2.1 MiB for each piece.
//
// When: to study the idea, as package titboards. Package splitpext gathers each line once, has 130 KiB, and leaves out own pieces by one AND.
//
// People: Malik Tremain, in the engine TDFA, and for [infuehr] in January 2026; the idea is Zach Wegner's, 2006: [titboards].
package titboardspext

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

var (
	ternary     [128]uint16   // the bits of seven squares as digits in base 3
	through     [64][4]uint64 // a square's rank, file, diagonal and antidiagonal, without the square
	rookTable   [64]lines.Slots
	bishopTable [64]lines.Slots
)

func init() { scaffold.AtStart("titboardspext", Build) }

// Build fills the tables. An error names a square, a line and the pieces on it.
func Build() error {
	place()
	return fill()
}

// place sets the digits and the lines.
func place() {
	for content := range ternary {
		ternary[content] = lines.Ternary(content)
	}
	for sq := range through {
		for l := range through[sq] {
			through[sq][l] = lines.Line(l).Squares(sq)
		}
	}
}

// fill uses the software form of the index; a test shows that the instruction gives the same index.
func fill() error {
	var digitsOf [4]func(sq int, set uint64) int
	for l := range digitsOf {
		digitsOf[l] = func(sq int, set uint64) int { return digits(set, through[sq][l]) }
	}
	return lines.FillMoves(&rookTable, &bishopTable, digitsOf[:]...)
}

// content is PEXT in software, square by square: a line has at most seven.
func content(set, line uint64) (packed int) {
	for bit := 1; line != 0; bit <<= 1 {
		if set&line&-line != 0 {
			packed |= bit
		}
		line &= line - 1
	}
	return packed & 127
}

// digits returns the squares of a set on a line as digits.
func digits(set, line uint64) int { return int(ternary[content(set, line)]) }

// softRook works like rookMoves, without the instruction, and so do the others.
func softRook(sq int, own, occ uint64) uint64 {
	t, l := &rookTable[sq&63], &through[sq&63]
	return t[0][digits(occ, l[0])+digits(own, l[0])] | t[1][digits(occ, l[1])+digits(own, l[1])]
}

func softBishop(sq int, own, occ uint64) uint64 {
	t, l := &bishopTable[sq&63], &through[sq&63]
	return t[0][digits(occ, l[2])+digits(own, l[2])] | t[1][digits(occ, l[3])+digits(own, l[3])]
}

func softQueen(sq int, own, occ uint64) uint64 {
	return softRook(sq, own, occ) | softBishop(sq, own, occ)
}

func softRookAttacks(sq int, occ uint64) uint64   { return softRook(sq, 0, occ) }
func softBishopAttacks(sq int, occ uint64) uint64 { return softBishop(sq, 0, occ) }
func softQueenAttacks(sq int, occ uint64) uint64  { return softQueen(sq, 0, occ) }

// RookMoves returns the squares to which a rook on sq (a1 = 0, h8 = 63) may go: its attacks without own. occ contains own.
func RookMoves(sq int, own, occ uint64) uint64 { return rookMoves(sq, own, occ) }

// BishopMoves does for a bishop what RookMoves does for a rook.
func BishopMoves(sq int, own, occ uint64) uint64 { return bishopMoves(sq, own, occ) }

// QueenMoves does for a queen what RookMoves does for a rook.
func QueenMoves(sq int, own, occ uint64) uint64 { return queenMoves(sq, own, occ) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookAttacks(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopAttacks(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return queenAttacks(sq, occ) }

// Available returns nil if the lookups use the instruction, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBMI2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the digits and the lines.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(ternary)+unsafe.Sizeof(through)) + scaffold.BytesOf(p, unsafe.Sizeof(rookTable), unsafe.Sizeof(bishopTable))
}
