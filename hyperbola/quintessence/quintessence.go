// Package quintessence is hyperbola quintessence: a subtraction finds the first blocker towards higher squares, and the same
// subtraction on the byte-swapped board finds the first blocker towards lower squares. It hashes nothing and loads little.
//
//	x       = occ & line                                  line: without the slider's own square
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line  b = 1 << sq
//
// Subtracting b from the blockers above it borrows from the lowest of them: the difference has ones from sq up to just below that
// blocker, whose own bit becomes 0. The exclusive or with the other direction leaves the squares that changed, which are
// attacked; blockers that neither direction changes cancel. The file of d4, where b stands:
//
//	x = occ & file     x - b              the same swapped   exclusive or       & file
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    x x x . . . . .    . . . x . . . .    x x x x . . . .    . . . x . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . b . . . .    . . . x x x x x    . . . x x x x x    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    x x x x x x x x    . . . x . . . .
//	. . . x . . . .    . . . x . . . .    x x x . . . . .    x x x x . . . .    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// A byte swap reverses the order of the squares of a file, a diagonal or an anti-diagonal, which lie in different bytes. It does
// not reverse a rank, which is one byte: a table, indexed by the rank's six inner squares, has its attacks.
//
// Cost: per line two ANDs, two subtractions, three byte swaps and an exclusive OR, and one load of 8 bytes; a rank costs two
// loads. All tables together are 2 KiB.
//
// When: lookups wait for each other, other data need the caches, or only 2 KiB of tables may be built at the start. Magics win
// where lookups are independent.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007: [cpw-hyperbola].
package quintessence

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// diagonalPair holds the two lines of a bishop, which are always read together.
type diagonalPair struct{ diagonal, antidiagonal uint64 }

// The lines through each square, without the square itself.
var (
	files     [64]uint64
	diagonals [64]diagonalPair
)

// rankAttacks holds the attacks within a rank, indexed by its inner squares b to g and the slider's file.
var rankAttacks [64][8]uint8

func init() { scaffold.AtStart("quintessence", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		files[sq] = board.Ray(board.North, sq) | board.Ray(board.South, sq)
		diagonals[sq] = diagonalPair{
			board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq),
			board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq),
		}
	}
	rankAttacks = board.RankAttacks()
	return nil
}

// attacksOn returns the attacks within one line whose squares lie in different bytes.
func attacksOn(line, b, occ uint64) uint64 {
	x := occ & line
	return (x - b ^ bits.ReverseBytes64(bits.ReverseBytes64(x)-bits.ReverseBytes64(b))) & line
}

// attacksOnRank returns the attacks within a slider's rank.
func attacksOnRank(sq int, occ uint64) uint64 {
	first := sq & 56 // the rank's square on the a-file
	return uint64(rankAttacks[occ>>(first&63)>>1&63][sq&7]) << (first & 63)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return attacksOn(files[sq&63], 1<<(sq&63), occ) | attacksOnRank(sq, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	d := &diagonals[sq&63]
	b := uint64(1) << (sq & 63)
	return attacksOn(d.diagonal, b, occ) | attacksOn(d.antidiagonal, b, occ)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(rankAttacks), unsafe.Sizeof(diagonals))
}
