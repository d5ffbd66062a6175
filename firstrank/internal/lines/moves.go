package lines

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
)

// States is the number of states of a line beside the slider: each of seven squares is empty, or has a piece of either side.
const States = 3 * 3 * 3 * 3 * 3 * 3 * 3

// Ternary returns the bits of a set as the digits 0 and 1 of a number in base 3.
func Ternary(set int) (number uint16) {
	for weight := uint16(1); set != 0; weight *= 3 {
		number += uint16(set&1) * weight
		set >>= 1
	}
	return number
}

// Slots holds the moves within a rook's rank and file, or a bishop's diagonal and antidiagonal, by the line's index. The two words that a piece
// needs are neighbours.
type Slots [2][States]uint64

// FillMoves writes the moves within the four lines of a slider on each square, its attacks without own pieces, to the slot digits(occ) +
// digits(own), for every subset of the line and every part of it that is own. A technique passes the digits of its lookup, by lines in their order.
//
// An index outside of the table, or a slot that holds other moves, is an error that names the square, the line and the pieces, with pictures.
func FillMoves(rooks, bishops *[64]Slots, digits ...func(sq int, set uint64) int) error {
	clear(rooks[:])
	clear(bishops[:])
	for sq := range 64 {
		for l := range Line(len(digits)) {
			var filled [States]bool
			table := [...]*[States]uint64{&rooks[sq][0], &rooks[sq][1], &bishops[sq][0], &bishops[sq][1]}[l]
			for occ := range board.Subsets(l.Squares(sq)) {
				attacks, all := l.Attacks(sq, occ), digits[l](sq, occ)
				for own := range board.Subsets(occ) {
					i, moves := all+digits[l](sq, own), attacks&^own
					if i < 0 || i >= States || filled[i] && table[i] != moves {
						return fmt.Errorf("%v on %s: index %d is outside of the table's %d slots, or has other moves\noccupied\n%s\nown\n%s",
							l, board.SquareName(sq), i, States, board.Picture(occ), board.Picture(own))
					}
					table[i], filled[i] = moves, true
				}
			}
		}
	}
	return nil
}
