package conform

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// Walk answers as board.Walk does, by rays that end at the nearest piece: it takes a tenth of the time, and tests ask it all questions of many exams.
// TestCheckAcceptsTheTruth proves it.
func Walk(p board.Piece, sq int, occ uint64) (attacks uint64) {
	if uint(sq) > 63 { // by mistakes that tests plant
		return board.Walk(p, sq, occ)
	}
	for _, d := range board.Directions(p) {
		ray := emptyRays[d][sq]
		if blockers := ray & occ; blockers != 0 {
			nearest := bits.TrailingZeros64(blockers)
			if d%2 != 0 { // odd directions lead to lower squares
				nearest = 63 - bits.LeadingZeros64(blockers)
			}
			ray &^= emptyRays[d][nearest]
		}
		attacks |= ray
	}
	return attacks
}

// emptyRays has the rays of an empty board, by direction and square.
var emptyRays = func() (rays [8][64]uint64) {
	for d := range rays {
		for sq := range rays[d] {
			rays[d][sq] = board.Ray(board.Direction(d), sq)
		}
	}
	return rays
}()
