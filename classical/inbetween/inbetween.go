// Package inbetween is Tinker's approach, the test of the squares in between: a square on the slider's lines is
// attacked if nothing stands between it and the slider. Every such square is tested by itself, with a table of the
// squares in between.
//
//	attacks = the squares t of lines for which  occ & between[sq][t] == 0
//
// This is the definition of an attack, read as a program: a slider reaches a square if all squares on the way are
// empty, and what stands on the square itself does not matter, as a blocker is attacked. Three of the squares tested
// for a queen on d4:
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
// Tinker generates moves so, and asks of the squares that it wants to move to only, such as those of enemy pieces.
// Here all squares are asked, as the question is what the slider attacks.
//
// Cost: a load, and for every square on the lines a round of the loop with a bit scan and a load: 14 rounds for a rook,
// 7 to 13 for a bishop, whatever is occupied. The table of squares in between is 32 KiB for all pieces, and half a KiB
// leads to it for a rook or a bishop.
//
// When: whether a slider attacks one given square, which is one round, and to generate the captures of few targets.
// For the whole set of attacks it is the plainest use of the table and does more work than others.
//
// People: Brian Richardson, of the engine Tinker, CCC, 24 April 2000: [tinker], [cpw-sliding].
package inbetween

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

var (
	rookLines, bishopLines [64]uint64

	// between holds the squares between two squares of one line, both excluded.
	between [64][64]uint64
)

func init() {
	if err := Build(); err != nil {
		panic("inbetween: " + err.Error())
	}
}

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
		// As a number: a branch would be taken as the board stands, and mispredicted on every ray.
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
