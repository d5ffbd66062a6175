// Package raysbmi is Okuhara's rook attacks by BMI, Cfish's file rays in two registers: one instruction, BLSMSK, sets all bits
// up to the first blocker. For the ray to lower squares the bytes of the board are swapped before and after.
//
//	x        = occ & north                          north: the ray from sq to higher squares
//	y        = swap(occ) & north'                   north': that of sq ^ 56, the mirrored square
//	file     = (x ^ (x - 1)) & north | swap((y ^ (y - 1)) & north')
//	rank     = R[inner squares of sq's rank][file of sq] << first square of the rank
//	bishop   = the same with north-east and north-west in the place of north
//
// BLSMSK is x ^ (x - 1): the subtraction flips the lowest bit of x, which is the first blocker, and the zeros below it. If x is
// empty, all bits are set, and the whole ray remains. Towards lower squares the first blocker is the highest bit. But the squares
// of a file or a diagonal stand in different bytes: on the board with swapped bytes the ray leads to higher squares. A rook on
// d4, and on d5 of the mirrored board:
//
//	occ                x                  x ^ (x - 1)        y                  y ^ (y - 1)        file
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .    . . . x . . . .    x x x x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    x x x x . . . .    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. x . R . . . .    . . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . x . . . .    . . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . x . . . .
//	. . . . . . . .    . . . . . . . .    x x x x x x x x    . . . . . . . .    x x x x x x x x    . . . . . . . .
//
// The mirror image of a ray to lower squares is a ray of the mirrored square to higher squares, so half of the rays are enough. A
// byte swap does not reverse a rank, which is one byte: ranks come from a table.
//
// From GOAMD64=v3 on, Go compiles the formula to BLSMSK, as C compilers do with -mbmi; below, to two instructions.
//
// Cost: for a file and for each diagonal line four ANDs, two BLSMSK and loads of two rays; two byte swaps for all lines; one load
// for a rank. The rays are 512 bytes for rooks and 1 KiB for bishops, the ranks 512 bytes.
//
// When: as package hyperbola/quintessence, which has one line in the place of two rays.
//
// People: Okuhara, for Cfish, 25 January 2023: [cfish], pull request 207. We read its description, not its code; the formula is
// that of his AVX2 rook of 2020, with a register in the place of each half of a vector, and the bishop has the same form.
package raysbmi

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// diagonalPair holds a bishop's rays to higher squares.
type diagonalPair struct{ northEast, northWest uint64 }

var (
	norths    [64]uint64 // a rook's ray to the eighth rank
	diagonals [64]diagonalPair

	// rankAttacks holds the attacks within a rank, indexed by its inner squares b to g and the slider's file.
	rankAttacks [64][8]uint8
)

func init() { scaffold.AtStart("raysbmi", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		norths[sq] = board.Ray(board.North, sq)
		diagonals[sq] = diagonalPair{board.Ray(board.NorthEast, sq), board.Ray(board.NorthWest, sq)}
	}
	rankAttacks = board.RankAttacks()
	return nil
}

// along returns the attacks within a ray to higher squares: BLSMSK, up to the first blocker. A ray to lower squares becomes such a ray when bytes are swapped.
func along(ray, occ uint64) uint64 {
	x := occ & ray
	return (x ^ (x - 1)) & ray
}

// rankAt returns the address of the attacks of a slider on sq within its rank, moved to the first rank.
func rankAt(sq int, occ uint64) *uint8 { return &rankAttacks[occ>>(sq&56+1)&63][sq&7] }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		south := along(norths[sq&63^56], bits.ReverseBytes64(occ))
		return along(norths[sq&63], occ) | bits.ReverseBytes64(south) | uint64(*rankAt(sq, occ))<<(sq&56)
	})
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		d, mirrored, swapped := &diagonals[sq&63], &diagonals[sq&63^56], bits.ReverseBytes64(occ)
		south := along(mirrored.northEast, swapped) | along(mirrored.northWest, swapped)
		return along(d.northEast, occ) | along(d.northWest, occ) | bits.ReverseBytes64(south)
	})
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop, with one byte swap for all rays.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		d, mirrored, swapped := &diagonals[sq&63], &diagonals[sq&63^56], bits.ReverseBytes64(occ)
		south := along(norths[sq&63^56], swapped) | along(mirrored.northEast, swapped) | along(mirrored.northWest, swapped)
		return along(norths[sq&63], occ) | along(d.northEast, occ) | along(d.northWest, occ) |
			bits.ReverseBytes64(south) | uint64(*rankAt(sq, occ))<<(sq&56)
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(norths)+unsafe.Sizeof(rankAttacks), unsafe.Sizeof(diagonals))
}
