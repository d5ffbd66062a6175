// Package dualneon is hyperbola quintessence in the lanes of NEON: the two lines of a rook or bishop at once, one in each 64-bit lane of a
// register. Two registers give the attacks of both pieces, or their union.
//
//	lanes    = rank, file | diagonal, anti-diagonal                         of sq
//	mirrored = rank, file | diagonal, anti-diagonal                         of 63-sq, which are those of sq reversed
//	up       = (occ & lanes) - b                                            b = 1 << sq
//	down     = (reverse(occ) & mirrored) - reverse(b)
//	attacks  = (up ^ reverse(down)) & lanes                                 rook = attacks[0] + attacks[1], bishop likewise
//
// Package reversal explains the formula. A reversal of all 64 bits turns the board by half a turn, so the reversed lines of a square are those
// of the square opposite, which are in the table already: the board itself is reversed once for all lines, by a scalar RBIT. What
// comes back is reversed in the lanes: RBIT reverses each byte, and REV64 their order. The diagonal of c2 and its mirror image, of f7:
//
//	occ & lanes        up                 mirrored           down               reverse(down)      attacks
//	. . . . . . . .    . . . . . . . .    . . . . . . x .    x x x x x x . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . b . .    . . . . . x x x    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    x x x x x x . .    . . . . . . . .    . . . . . . . .    . . . . . . x .    . . . . . . x .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . x . .
//	. . . . . . . .    x x x x x x x x    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . x . . .
//	. . . . . . . .    x x x x x x x x    . x . . . . . .    . x . . . . . .    . . . . . . . .    . . . x . . . .
//	. . b . . . . .    . . x x x x x x    . . . . . . . .    . . . . . . . .    x x x . . . . .    . . b . . . . .
//	. x . . . . . .    . x . . . . . .    . . . . . . . .    . . . . . . . .    . . x x x x x x    . x . . . . . .
//
// The lines of a piece share no square, so the sum of the lanes is their union: one ADDP adds them for rook and bishop together.
//
// The lookup is assembly, which Go does not inline; batches are loops in assembly. Every arm64 processor has NEON, so lookups do not ask for it. On
// other processors and with the build tag purego, Go code answers by the same tables.
//
// Cost: of both answers, a call, four scalar instructions and four moves to vectors for the board and b, 16 vector instructions, one
// ADDP; loads from two cache lines. A rook or a bishop alone takes 8 of the 16. The table is 2 KiB.
//
// When: on arm64, queens, or rook and bishop together. It has been proved under an emulator and not timed: nothing tells yet whether it
// wins against package reversal, whose scalar RBIT is inlined.
//
// People: quintessence is by Ryan Mack, Gerd Isenberg and Aleks Peshkov: [cpw-hyperbola]. Stockfish's developers (anematode) brought reversals to arm64, and
// lanes to AVX2, both in May 2026: [stockfish-dual]. We know no earlier source for both in NEON, or for the lines of the square opposite.
package dualneon

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds the lines through a square, without the square itself, two lanes for each piece.
type entry struct{ rook, bishop [2]uint64 }

var entries [64]entry

func init() { scaffold.AtStart("dualneon", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		entries[sq] = entry{[2]uint64{lines.Rank(sq), lines.File(sq)}, [2]uint64{lines.Diagonal(sq), lines.Antidiagonal(sq)}}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return queen(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return both(sq, occ) }

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("dualneon", len(dst), len(occ), len(sq))
	rookBatch(dst, occ, sq)
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("dualneon", len(dst), len(occ), len(sq))
	bishopBatch(dst, occ, sq)
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("dualneon", len(dst), len(occ), len(sq))
	queenBatch(dst, occ, sq)
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("dualneon", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("dualneon", len(bishop), len(occ), len(sq))
	bothBatch(rook, bishop, occ, sq)
}

// softRook works like rook, without NEON, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	return union(&entries[sq&63].rook, &entries[^sq&63].rook, sq, occ)
}

func softBishop(sq int, occ uint64) uint64 {
	return union(&entries[sq&63].bishop, &entries[^sq&63].bishop, sq, occ)
}

// union returns the attacks in both lanes; mirrored has the lanes of the opposite square, 63-sq, which are the same lines on the reversed board.
func union(lanes, mirrored *[2]uint64, sq int, occ uint64) (attacks uint64) {
	b, reversed := uint64(1)<<(sq&63), bits.Reverse64(occ)
	for i, lane := range lanes {
		attacks |= (occ&lane - b ^ bits.Reverse64(reversed&mirrored[i]-bits.Reverse64(b))) & lane
	}
	return attacks
}

// Available returns nil if NEON answers and GODEBUG does not hide it, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasASIMD, whyNot) }

// TableBytes returns the size of the array that a lookup reads. Each piece finds its lines in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
