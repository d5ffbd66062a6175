// Package reversal is hyperbola quintessence by bit reversal: the lookup reverses the order of all 64 bits instead of that of the
// bytes. So all four lines go through the same formula, and ranks need no table.
//
//	x       = occ & line                                              line: without the slider's own square
//	attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & line     b = 1 << sq
//
// Package quintessence explains the formula. A byte swap reverses only squares in different bytes; a full reversal reverses any
// line. The rank of d4, where b stands:
//
//	x = occ & rank     x - b              the same reversed  exclusive or       & rank
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	x . . b . . x .    x . . x x x . .    . x x x . . x .    x x x . x x x .    x x x . x x x .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Cost: per line two ANDs, two subtractions, three reversals (that of b once for all lines) and an exclusive OR, and one load of
// 8 bytes. The table is 2 KiB. A reversal is one instruction on arm64 (RBIT), where rook and bishop inline, and over a dozen on
// amd64.
//
// When: on arm64. On amd64 it loses to package quintessence.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007: [cpw-hyperbola]. Stockfish has it on arm64 since May
// 2026 (anematode): [stockfish-dual]. Daniel Inführ, 2022, has it for graphics processors, with computed lines: [infuehr].
package reversal

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

func init() { scaffold.AtStart("reversal", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		entries[sq] = entry{lines.Rank(sq), lines.File(sq), lines.Diagonal(sq), lines.Antidiagonal(sq)}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	b := uint64(1) << (sq & 63)
	reversed := bits.Reverse64(b)
	return lines.Reversed(e.rank, b, reversed, occ) | lines.Reversed(e.file, b, reversed, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	b := uint64(1) << (sq & 63)
	reversed := bits.Reverse64(b)
	return lines.Reversed(e.diagonal, b, reversed, occ) | lines.Reversed(e.antidiagonal, b, reversed, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	b := uint64(1) << (sq & 63)
	reversed := bits.Reverse64(b)
	return lines.Reversed(e.rank, b, reversed, occ) | lines.Reversed(e.file, b, reversed, occ) |
		lines.Reversed(e.diagonal, b, reversed, occ) | lines.Reversed(e.antidiagonal, b, reversed, occ)
}

// TableBytes returns the size of the array that a lookup reads. Each piece finds its lines in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
