// Package lines holds what the techniques of this family have in common: the lines through a square, the formula that finds
// the attacks within one, and the table for ranks, whose order no byte swap reverses. Package quintessence explains them.
package lines

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// File returns the squares above and below sq.
func File(sq int) uint64 { return through(board.North, board.South, sq) }

// Rank returns the squares beside sq.
func Rank(sq int) uint64 { return through(board.East, board.West, sq) }

// Diagonal returns the other squares of the diagonal through sq that runs up to the right.
func Diagonal(sq int) uint64 { return through(board.NorthEast, board.SouthWest, sq) }

// Antidiagonal returns the other squares of the diagonal through sq that runs up to the left.
func Antidiagonal(sq int) uint64 { return through(board.NorthWest, board.SouthEast, sq) }

func through(up, down board.Direction, sq int) uint64 { return board.Ray(up, sq) | board.Ray(down, sq) }

// Swapped returns the attacks of a slider on the square b within a line whose squares lie in different bytes, so that a byte
// swap reverses their order. The line is without b.
func Swapped(line, b, occ uint64) uint64 {
	x := occ & line
	return (x - b ^ bits.ReverseBytes64(bits.ReverseBytes64(x)-bits.ReverseBytes64(b))) & line
}

// Reversed returns the attacks of a slider on the square b within any line: the reversal of all 64 bits reverses the order of
// its squares, whichever way it runs. The line is without b; reversed is the reversal of b, the same for all lines.
func Reversed(line, b, reversed, occ uint64) uint64 {
	x := occ & line
	return (x - b ^ bits.Reverse64(bits.Reverse64(x)-reversed)) & line
}

// Ranks holds the attacks within a rank, indexed by its inner squares b to g and the slider's file.
type Ranks [64][8]uint8

// Fill sets the table.
func (r *Ranks) Fill() { *r = board.RankAttacks() }

// At returns the address of the attacks of a slider on sq within its rank, moved to the first rank.
func (r *Ranks) At(sq int, occ uint64) *uint8 { return &r[occ>>(sq&56)>>1&63][sq&7] }

// Attacks returns the attacks of a slider on sq within its rank.
func (r *Ranks) Attacks(sq int, occ uint64) uint64 { return uint64(*r.At(sq, occ)) << (sq & 56) }
