// Package obstruction is obstruction difference: on each line one subtraction runs from the nearest blocker below the slider to
// the nearest one above it. Lines are computed, so there are no tables.
//
//	up      = occ & line &^ below                         line: without the slider's own square
//	down    = occ & line & below | 1                      below: the squares before sq
//	attacks = (up ^ (up - msb(down))) & line              msb: the highest bit alone
//
// Subtracting a bit below all bits of up borrows from up's lowest bit: all bits from the subtracted bit to that blocker change,
// and the exclusive or shows them. Those on the line are attacked. Without a blocker above, the borrow runs off the board;
// without one below, it starts from bit 0, before any square of the line except a1 itself. The file of d4:
//
//	up                 down               up - msb(down)     exclusive or       & file
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . . .    x x x . . . . .    x x x x . . . .    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    . . . x . . . .    . . . x x x x x    . . . x x x x x    . . . x . . . .
//	. . . . . . . .    x . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// The computed masks make one lookup expensive. They pay if many questions are answered side by side, as in package
// obstructionavx512, whose software form this is.
//
// Cost: per line one bit scan, one subtraction and a computed mask; no loads. On AMD processors the bit scan that
// compilers use below GOAMD64=v3 is slow.
//
// When: even 2 KiB of tables are too much. Otherwise packages that load their masks are faster.
//
// People: Michael Hoffmann, about 2009: [cpw-obstruction].
package obstruction

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/computed"
)

// Build has nothing to fill.
func Build() error { return nil }

// attacksOn returns the attacks within one line, for a slider on the square after below.
func attacksOn(line, below, occ uint64) uint64 {
	x := occ & line
	up := x &^ below
	return (up ^ (up - 1<<63>>(-bits.Len64(x&below|1)&63))) & line // -Len64 & 63 is the number of leading zeros
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(computed.File(sq), below, occ) | attacksOn(computed.Rank(sq), below, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(computed.Diagonal(sq), below, occ) | attacksOn(computed.Antidiagonal(sq), below, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(computed.File(sq), below, occ) | attacksOn(computed.Rank(sq), below, occ) |
		attacksOn(computed.Diagonal(sq), below, occ) | attacksOn(computed.Antidiagonal(sq), below, occ)
}

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
