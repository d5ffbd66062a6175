// Package reversebitboards is Ryan Mack's reverse bitboards, known as o^(o-2r): twice the slider, subtracted from the blockers of
// a line, changes the squares up to the first blocker above. A second occupancy, with all squares in reverse order and kept from
// move to move, gives the first blocker below in the same way.
//
//	x       = occ & line                                          line: without the slider's own square
//	upper   = (x ^ (x - 2r)) & line                               r = 1 << sq
//	lower   = reverse(upper of 63 - sq in the reversed occupancy)
//
// Subtracting 2r from the blockers borrows from the lowest one above the slider: the bits from the square after the slider up to
// that blocker change, and the exclusive or shows them. A borrow runs upward only. In the reversed occupancy, where down is up,
// the slider stands on 63 - sq, and its lines are the reversed lines of sq. A rook on d4, and on e5 of the reversed board:
//
//	occ               upper from d4     occ reversed      upper from e5     reversed back
//	. . x . . . . .   . . . . . . . .   . . . . x . . .   . . . . . . . .   . . . . . . . .
//	. . . x . . . .   . . . x . . . .   . . . . x . . .   . . . . x . . .   . . . . . . . .
//	. . . . . . . .   . . . x . . . .   . . . . . . . .   . . . . x . . .   . . . . . . . .
//	. . . . . . . .   . . . x . . . .   . x . . . . x .   . . . . . x x .   . . . . . . . .
//	. x . . . . x .   . . . . x x x .   . . . . . . . .   . . . . . . . .   . x x . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . x . . . .
//	. . . x . . . .   . . . . . . . .   . . . . x . . .   . . . . . . . .   . . . x . . . .
//	. . . x . . . .   . . . . . . . .   . . . . . x . .   . . . . . . . .   . . . . . . . .
//
// In Mack's plan the lower half stays reversed, and a program that lists moves subtracts each square from 63. A lookup that
// returns a set reverses it back, once for all lines. Mack shifts the board until the slider is bit 0; masking the line saves the
// shifts.
//
// A State is the occupancy and its reversal. A move changes one bit in each. The functions without a State prepare one, by a
// second reversal.
//
// Cost: per line and half two ANDs, a subtraction and an exclusive OR; one reversal for any piece. The table is 4 KiB: 64 bytes
// for each square, its lines and their reversals. A reversal is one instruction on arm64 (RBIT), and more than a dozen on amd64.
//
// When: an engine keeps occupancies from move to move, and the processor reverses a register in one instruction. Package
// quintessence, its descendant, swaps bytes and needs no second occupancy.
//
// People: Ryan Mack, in his Hyperbola project, 2000: [cpw-reverse]; the name o^(o-2r) and unshifted lines:
// [cpw-subtracting].
package reversebitboards

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// pair is the two lines of a piece through a square, without the square itself.
type pair struct{ first, second uint64 }

// entry holds a square's data for a lookup, on the board and on the reversed board: 64 bytes.
type entry struct{ rook, rookReversed, bishop, bishopReversed pair }

var entries [64]entry

func init() { scaffold.AtStart("reversebitboards", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	line := func(up, down board.Direction, sq int) uint64 { return board.Ray(up, sq) | board.Ray(down, sq) }
	rook := func(sq int) pair { return pair{line(board.East, board.West, sq), line(board.North, board.South, sq)} }
	bishop := func(sq int) pair {
		return pair{line(board.NorthEast, board.SouthWest, sq), line(board.NorthWest, board.SouthEast, sq)}
	}
	for sq := range entries {
		entries[sq] = entry{rook(sq), rook(63 - sq), bishop(sq), bishop(63 - sq)}
	}
	return nil
}

// State is an occupancy and its reversal. The zero State is an empty board.
type State struct{ occ, reversed uint64 }

// Prepare sets the occupancy.
func (s *State) Prepare(occ uint64) { *s = State{occ, bits.Reverse64(occ)} }

// Add occupies the square sq (a1 = 0, h8 = 63), which was empty.
func (s *State) Add(sq int) { s.flip(sq) }

// Remove empties the square sq, which was occupied.
func (s *State) Remove(sq int) { s.flip(sq) }

func (s *State) flip(sq int) {
	s.occ ^= 1 << (sq & 63)
	s.reversed ^= 1 << 63 >> (sq & 63)
}

// up returns the attacks within both lines of a slider on the square b to higher squares.
func (p *pair) up(b, occ uint64) uint64 {
	x, y := occ&p.first, occ&p.second
	return (x^(x-2*b))&p.first | (y^(y-2*b))&p.second
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func (s *State) Rook(sq int) uint64 {
	e := &entries[sq&63]
	return e.rook.up(1<<(sq&63), s.occ) | bits.Reverse64(e.rookReversed.up(1<<63>>(sq&63), s.reversed))
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func (s *State) Bishop(sq int) uint64 {
	e := &entries[sq&63]
	return e.bishop.up(1<<(sq&63), s.occ) | bits.Reverse64(e.bishopReversed.up(1<<63>>(sq&63), s.reversed))
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop, with one reversal for both.
func (s *State) Queen(sq int) uint64 {
	e := &entries[sq&63]
	b, reversed := uint64(1)<<(sq&63), uint64(1<<63)>>(sq&63)
	return e.rook.up(b, s.occ) | e.bishop.up(b, s.occ) |
		bits.Reverse64(e.rookReversed.up(reversed, s.reversed)|e.bishopReversed.up(reversed, s.reversed))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Rook(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Rook(sq)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Bishop(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Bishop(sq)
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Queen(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Queen(sq)
}

// TableBytes returns the size of the array that a lookup reads. Each piece finds its lines in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
