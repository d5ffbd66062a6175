// Package slidearith is slide arithmetic, published once more as Leorik's attacks: it compares all bits up to the first blocker
// above the slider with all bits below the first blocker below it. Among the bits that differ, the line keeps the attacks.
//
//	x       = occ & line                                              line: without the slider's own square
//	up      = x & ^below                                              below: the squares before sq
//	attacks = ((up ^ (up - 1)) ^ (1<<63 - 1) >> clz(x&below | 1)) & line
//
// Subtracting 1 turns the zeros below the lowest bit of up into ones, and that bit into 0; the exclusive or is all of these bits,
// or the whole board if up is empty. Downward, 1<<63 - 1 shifted by the leading zeros of the blockers below is every bit before
// the highest of them. The OR with 1 makes a1 the blocker if there is none below. A rook on d4 between d7 and d2:
//
//	occ & line        up ^ (up - 1)     before the first below   exclusive or      & line
//	. . . x . . . .   . . . . . . . .   . . . . . . . .          . . . . . . . .   . . . . . . . .
//	. . . x . . . .   x x x x . . . .   . . . . . . . .          x x x x . . . .   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   . . . . . . . .          x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   . . . . . . . .          x x x x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   . . . . . . . .          x x x x x x x x   . . . . . . . .
//	. . . . . . . .   x x x x x x x x   . . . . . . . .          x x x x x x x x   . . . x . . . .
//	. . . x . . . .   x x x x x x x x   x x x . . . . .          . . . x x x x x   . . . x . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x          . . . . . . . .   . . . . . . . .
//
// This is obstruction difference in other words. As numbers, the first set is 2*lsb(up)-1 and the second msb(down)-1, a subset:
// the exclusive or leaves 2*lsb(up) - msb(down). If up is empty, lsb is 0 and the same holds modulo 1<<64. A test compares the
// forms on every subset of every line.
//
// Cost: per line four ANDs, an OR, a bit scan, a shift, a subtraction and two exclusive ORs, and one load of 8 bytes; two
// operations for the squares below. The table is 2 KiB. From GOAMD64=v3 on, the subtraction and its exclusive OR are one
// instruction (BLSMSK).
//
// When: as for package obstructionloaded, with a third of the table and a few operations more.
//
// People: slide arithmetic by Jakob Progsch and Daniel Inführ, 2021: [infuehr-slidearith]; Leorik's by Thomas Jahn,
// January 2022: [leorik].
package slidearith

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds the lines through a square, without the square itself.
type entry struct{ rank, file, diagonal, antidiagonal uint64 }

var entries [64]entry

func init() { scaffold.AtStart("slidearith", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		entries[sq] = entry{lines.Rank(sq), lines.File(sq), lines.Diagonal(sq), lines.Antidiagonal(sq)}
	}
	return nil
}

// attacksOn returns the attacks within one line of a slider on the square after below.
func attacksOn(line, below, occ uint64) uint64 {
	x := occ & line
	up := x &^ below
	return (up ^ (up - 1) ^ (1<<63-1)>>(bits.LeadingZeros64(x&below|1)&63)) & line
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(e.rank, below, occ) | attacksOn(e.file, below, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(e.diagonal, below, occ) | attacksOn(e.antidiagonal, below, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	below := uint64(1)<<(sq&63) - 1
	return attacksOn(e.rank, below, occ) | attacksOn(e.file, below, occ) |
		attacksOn(e.diagonal, below, occ) | attacksOn(e.antidiagonal, below, occ)
}

// TableBytes returns the size of the array that a lookup reads. Each piece finds its lines in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
