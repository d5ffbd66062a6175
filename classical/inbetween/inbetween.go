// Package inbetween is Tinker's approach, the test of the squares in between: a square on the slider's lines is attacked if all
// squares between it and the slider are empty. The lookup tests every square on the lines, by a table.
//
//	attacks = the squares t of lines for which  occ & between[sq][t] == 0
//
// This is the definition of an attack, read as a program. The tested square itself may be occupied, because a blocker is
// attacked. Three of the squares tested for a queen on d4:
//
//	between d4 and h8   between d4 and h4   between d4 and e4
//	. . . . . . . t     . . . . . . . .     . . . . . . . .
//	. . . . . . x .     . . . . . . . .     . . . . . . . .
//	. . . . . x . .     . . . . . . . .     . . . . . . . .
//	. . . . x . . .     . . . . . . . .     . . . . . . . .
//	. . . Q . . . .     . . . Q x x x t     . . . Q t . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .
//
// Tinker tests only squares to which it wants to move, such as those of enemy pieces. The lookup here tests all squares, because
// it returns all attacks.
//
// Cost: a load, and for every square on the lines a round of the loop with a bit scan and a load: 14 rounds for a rook, 7 to 13
// for a bishop, on every board. The table is 32 KiB for all pieces, and the lines of a rook or a bishop are half a KiB.
//
// When: to test whether a slider attacks one given square, which takes one round, and to generate captures of few targets. It is
// the slowest technique for the whole set of attacks.
//
// People: Brian Richardson, of the engine Tinker, CCC, 24 April 2000: [tinker], [cpw-sliding].
package inbetween

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

var (
	rookLines, bishopLines [64]uint64

	// between holds the squares between two squares of one line, both excluded.
	between [64][64]uint64
)

func init() { scaffold.AtStart("inbetween", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		for _, d := range board.Directions(board.Queen) {
			ray := board.Ray(d, sq)
			for t := range board.Squares(ray) {
				between[sq][t] = ray &^ board.Ray(d, t) &^ (1 << t)
			}
		}
	}
	return nil
}

// open returns the squares of lines to which the way is free.
func open(lines uint64, between *[64]uint64, occ uint64) (attacks uint64) {
	for x := lines; x != 0; x &= x - 1 {
		t := bits.TrailingZeros64(x) & 63
		// The result of the test is computed as a number: a branch would depend on the board, and be mispredicted on every ray.
		blocked := between[t] & occ
		attacks |= (blocked - 1) &^ blocked >> 63 << t
	}
	return attacks
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return open(rookLines[sq&63], &between[sq&63], occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return open(bishopLines[sq&63], &between[sq&63], occ) }

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), by one loop over all her lines.
func Queen(sq int, occ uint64) uint64 {
	return open(rookLines[sq&63]|bishopLines[sq&63], &between[sq&63], occ)
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(rookLines) + unsafe.Sizeof(between)
	if p == board.Queen {
		bytes += unsafe.Sizeof(bishopLines)
	}
	return int(bytes)
}
