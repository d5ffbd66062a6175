// Package sbamg is SBAMG, subtraction based attack mask generation, known as o^(o-3c): the lookup subtracts three times the
// nearest blocker below the slider from the blockers of the line. The borrow runs through the slider's empty line up to the
// nearest blocker above, and the exclusive or shows its way.
//
//	x       = occ & line | ends             ends: the line's first and last square, not sq itself; and a1
//	c       = msb(x & below)                below: the squares before sq; msb: the highest bit alone, a1 if there is none
//	attacks = (x ^ (x - 3c)) & line         line: without the slider's own square
//
// 3c is c and 2c: c removes the blocker itself from x, and 2c borrows from the next blocker above, so every bit after c up to
// that blocker changes. The last square of a line hides no square, so it may always count as occupied, and there is a blocker in
// every direction in which the line has squares. A rook on d4 with blockers on d7 and d8:
//
//	x                 x - 3c            x ^ (x - 3c)      & line
//	. . . x . . . .   . . . x . . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . .   x x x . . . . .   x x x x . . . .   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . . . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . x . . . .
//	x . . x . . . .   x . . . x x x x   . . . x x x x x   . . . x . . . .
//
// A slider on the first square of its line has no squares below, and c is a1. If a1 is not in x, 3 is subtracted from the
// blockers alone, and b1 does not change. That matters only on the first rank: the published formula, with only the line's other
// ends, is wrong there, and M42's table of ends has an exception for it. Here a1 is in the ends of all lines, and the last AND
// removes it. A rook on a1 that looks towards d1:
//
//	x without a1      x ^ (x - 3)       x with a1         x ^ (x - 3)
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . x   x . x x . . . .   x . . x . . . x   x x x x . . . .
//
// Cost: per line three ANDs, an OR, a bit scan, two shifts, a subtraction and an exclusive OR, and two loads of 8 bytes; two
// operations for the squares below. The table is 4 KiB, 64 bytes per square.
//
// When: as for package obstructionloaded, whose formula has two operations less. M42 uses SBAMG for ranks and files, because a
// byte swap cannot reverse a rank, and quintessence for diagonals.
//
// People: Syed Fahad, 10 April 2016: [cpw-sbamg]; the routine for all lines there is by Fahad and Gerd Isenberg.
package sbamg

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// stops are a line through a square and its ends.
type stops struct {
	line uint64 // without the square itself
	ends uint64 // the line's first and last square, but not the square itself; and a1 for every line
}

// entry holds a square's data for a lookup: 64 bytes.
type entry struct{ rank, file, diagonal, antidiagonal stops }

var entries [64]entry

func init() { scaffold.AtStart("sbamg", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		entries[sq] = entry{
			stopsOf(lines.Rank(sq), sq), stopsOf(lines.File(sq), sq),
			stopsOf(lines.Diagonal(sq), sq), stopsOf(lines.Antidiagonal(sq), sq),
		}
	}
	return nil
}

func stopsOf(line uint64, sq int) stops {
	whole := line | 1<<sq
	first, last := whole&-whole, uint64(1)<<(bits.Len64(whole)-1)
	return stops{line, (first|last)&line | a1}
}

const a1 = 1

// attacks returns the attacks within a line of a slider on the square after below.
func (s *stops) attacks(below, occ uint64) uint64 {
	x := occ&s.line | s.ends
	// The length of x&below>>1 is the number of the highest bit of x&below, or 0 if there is none.
	return (x ^ (x - 3<<(bits.Len64(x&below>>1)&63))) & s.line
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		e := &entries[sq&63]
		below := uint64(1)<<(sq&63) - 1
		return e.rank.attacks(below, occ) | e.file.attacks(below, occ)
	})
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		e := &entries[sq&63]
		below := uint64(1)<<(sq&63) - 1
		return e.diagonal.attacks(below, occ) | e.antidiagonal.attacks(below, occ)
	})
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	below := uint64(1)<<(sq&63) - 1
	return e.rank.attacks(below, occ) | e.file.attacks(below, occ) |
		e.diagonal.attacks(below, occ) | e.antidiagonal.attacks(below, occ)
}

// TableBytes returns the size of the array that a lookup reads. Each piece finds its lines in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
