// Package attacks is this engine's own lookup: along each ray, the attacks end at the first piece, which a bit scan finds.
package attacks

import "math/bits"

// Bitboard is a set of squares: bit 0 is a1, bit 1 is b1, bit 63 is h8.
type Bitboard uint64

// Square is a square from a1 = 0 to h8 = 63.
type Square uint8

// rays holds the squares that lie in each direction from each square: first the four directions towards higher squares, then their opposites.
var rays [8][64]Bitboard

func init() {
	steps := [8][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}}
	for d, step := range steps {
		for sq := range 64 {
			for f, r := sq&7+step[0], sq>>3+step[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+step[0], r+step[1] {
				rays[d][sq] |= 1 << (8*r + f)
			}
		}
	}
}

// up returns the attacks in a direction towards higher squares. The bit on h8, from which no ray leads up, stands for no piece at all.
func up(d int, sq Square, occ Bitboard) Bitboard {
	ray := &rays[d&7]
	first := bits.TrailingZeros64(uint64(ray[sq&63]&occ | 1<<63))
	return ray[sq&63] &^ ray[first&63]
}

// down returns the attacks in a direction towards lower squares. The bit on a1, from which no ray leads down, stands for no piece at all.
func down(d int, sq Square, occ Bitboard) Bitboard {
	ray := &rays[d&7]
	first := 63 - bits.LeadingZeros64(uint64(ray[sq&63]&occ|1))
	return ray[sq&63] &^ ray[first&63]
}

// Rook returns the squares that a rook attacks, the first piece on each line included.
func Rook(sq Square, occ Bitboard) Bitboard {
	return up(0, sq, occ) | up(1, sq, occ) | down(4, sq, occ) | down(5, sq, occ)
}

// Bishop returns the squares that a bishop attacks.
func Bishop(sq Square, occ Bitboard) Bitboard {
	return up(2, sq, occ) | up(3, sq, occ) | down(6, sq, occ) | down(7, sq, occ)
}
