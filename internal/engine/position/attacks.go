package position

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// The files at the edges of the board.
const (
	FileA uint64 = 0x0101010101010101
	FileH        = FileA << 7
)

// Rank returns the squares of a rank, 0 being White's first, as a side sees it.
func Rank(rank int, c Color) uint64 {
	if c == Black {
		rank = 7 - rank
	}
	return 0xff << (8 * rank)
}

// Forward returns how far a pawn's step rotates a set to the left.
func Forward(c Color) int { return 8 - 16*int(c&1) }

// Beside returns the neighbours of a set's squares on their ranks.
func Beside(set uint64) uint64 { return set<<1&^FileA | set>>1&^FileH }

// PawnsAttack returns what all pawns of a set and a side attack.
func PawnsAttack(c Color, pawns uint64) uint64 {
	return Beside(bits.RotateLeft64(pawns, Forward(c)))
}

// What pieces that do not slide attack from a square, by color for pawns.
var (
	KnightAttacks, KingAttacks [64]uint64
	PawnAttacks                [2][64]uint64
)

// Lines of rooks and bishops: their attacks on an empty board.
var RookLines, BishopLines [64]uint64

// Between has the squares between two squares of a line, both excluded, and nothing for squares that share no line.
var Between [64][64]uint64

// Behind has the squares of a line behind the second square, as seen from the first, and nothing for squares that share no line.
var Behind [64][64]uint64

func init() {
	for sq := range 64 {
		set := uint64(1) << sq
		one := Beside(set) // the squares one file beside
		KingAttacks[sq] = one | (one|set)<<8 | (one|set)>>8
		two := Beside(one) &^ set // and two files beside
		KnightAttacks[sq] = one<<16 | one>>16 | two<<8 | two>>8
		for c := range PawnAttacks {
			// A pawn on the last rank attacks nothing; the rotation would carry it around.
			PawnAttacks[c][sq] = PawnsAttack(Color(c), set) &^ Rank(0, Color(c))
		}
		RookLines[sq], BishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		for _, d := range board.Directions(board.Queen) {
			passed := uint64(0)
			for _, to := range along(board.Ray(d, sq), sq) {
				Between[sq][to], Behind[sq][to] = passed, board.Ray(d, to)
				passed |= 1 << to
			}
		}
	}
}

// along returns the squares of a ray from sq, the nearest first.
func along(ray uint64, sq int) (squares []int) {
	for to := range board.Squares(ray) {
		if to > sq {
			squares = append(squares, to)
		} else {
			squares = append([]int{to}, squares...)
		}
	}
	return squares
}
