// Package obstructionswitch is obstruction difference for each square by itself, or templates behind a switch: each piece has 64
// lookups, in which the square is a constant of the compiler. A switch over the square chooses among them.
//
//	switch sq {
//	...
//	case d4:
//		on(d5 to d8, d1 to d3, occ) | on(e4 to h4, a4 to c4, occ)
//	...
//	on(above, below, occ):
//		up      = occ & above                         above, below: the two halves of a line, constants
//		down    = occ & below | 1
//		attacks = (up ^ (up - msb(down))) & (above | below)
//
// Package obstruction explains the formula, and computes its masks from the square. Here they are in the instructions, and the
// compiler leaves out what a square does not need, such as the scan of an empty half of a line. Only a jump waits for the square.
// The masks of a rook on d4, and of one on a1, where no half is below the slider:
//
//	d4: above           below               above               below               a1: above           above
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . R . . . .     . . . R . . . .     . . . R x x x x     x x x R . . . .     x . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . . . . . .     x . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . . . . . .     R . . . . . . .     R x x x x x x x
//
// It is best where the program knows the square, as that of a castling rook, and calls the lookup without the switch. Techniques
// that compute their masks gain most by that.
//
// Cost: an indirect jump by the square, nearly always mispredicted if squares come at random; then for each line at most one bit
// scan and a subtraction, with masks of eight bytes in the code. No loads, and 128 pieces of machine code.
//
// When: squares are known, or repeat so that jumps are predicted. With random squares it took three to five times the time of
// package obstruction in a trial on Zen 5.
//
// People: Daniel Inführ, 2021, whose square can be a parameter of a template: [infuehr-templates]. Obstruction difference is
// Michael Hoffmann's, about 2009: [cpw-obstruction].
package obstructionswitch

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

//go:generate go run ./internal/gen

// Build does nothing: there are no tables.
func Build() error { return nil }

// on returns the attacks within a line; above and below are its squares above and below the slider.
func on(above, below, occ uint64) uint64 {
	up, down := occ&above, occ&below|1
	return (up ^ (up - 1<<63>>(-bits.Len64(down)&63))) & (above | below) // -Len64 & 63 is the number of leading zeros
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns 0: there are no tables. The masks are in the code.
func TableBytes(board.Piece) int { return 0 }
