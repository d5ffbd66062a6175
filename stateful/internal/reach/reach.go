// Package reach has what the states of this family that list threats have in common: what a man attacks, found ray by ray.
package reach

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// leaps are what men who do not slide attack, pawns by color.
type leaps struct {
	pawn         [2]uint64
	knight, king uint64
}

// Tables holds the tables for attacks. Each technique that uses this package fills a copy, so that it is measured as if it were alone.
type Tables struct {
	rays    [64][8]uint64 // by board.Direction: even ones lead to higher squares, and the opposite of d is d ^ 1; first, as tests of reads look here
	Toward  [64][64]uint8 // Toward[a][b] is the direction from a to b, if they share a line
	leapers [64]leaps
}

// Bytes is the size of the tables.
const Bytes = int(unsafe.Sizeof(Tables{}))

// Build fills the tables.
func (t *Tables) Build() {
	for sq := range 64 {
		for d := range t.rays[sq] {
			t.rays[sq][d] = board.Ray(board.Direction(d), sq)
			for to := range board.Squares(t.rays[sq][d]) {
				t.Toward[sq][to] = uint8(d)
			}
		}
		t.leapers[sq] = leaps{
			pawn:   [2]uint64{board.ManPawn.Attacks(sq, 0), (board.ManPawn | board.ManBlack).Attacks(sq, 0)},
			knight: board.ManKnight.Attacks(sq, 0), king: board.ManKing.Attacks(sq, 0),
		}
	}
}

// Attacks returns what a man on a square attacks.
func (t *Tables) Attacks(man board.Man, sq int, occ uint64) uint64 {
	switch l := &t.leapers[sq&63]; man.Kind() {
	case board.ManPawn:
		return l.pawn[man>>3&1]
	case board.ManKnight:
		return l.knight
	case board.ManKing:
		return l.king
	case board.ManBishop:
		return t.Bishop(sq, occ)
	case board.ManRook:
		return t.Rook(sq, occ)
	}
	return t.Queen(sq, occ)
}

// Along returns the squares of a ray up to the first occupied one. Package classical/abovebelow explains both forms.
func (t *Tables) Along(sq, d int, occ uint64) uint64 {
	ray := t.rays[sq&63][d&7]
	x := occ & ray
	if d&1 == 0 {
		return ray & (x ^ (x - 1))
	}
	return ray & uint64(int64(math.MinInt64)>>(bits.LeadingZeros64(x|1)&63))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func (t *Tables) Rook(sq int, occ uint64) uint64 {
	return t.Along(sq, 0, occ) | t.Along(sq, 1, occ) | t.Along(sq, 2, occ) | t.Along(sq, 3, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func (t *Tables) Bishop(sq int, occ uint64) uint64 {
	return t.Along(sq, 4, occ) | t.Along(sq, 5, occ) | t.Along(sq, 6, occ) | t.Along(sq, 7, occ)
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63): those of a rook and of a bishop.
func (t *Tables) Queen(sq int, occ uint64) uint64 { return t.Rook(sq, occ) | t.Bishop(sq, occ) }
