package rays

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with everything in the package's tables that the lookup for a piece reads: for each direction the ray from
// sq and the one from the first blocker.
//
//slidebench:tables 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*4*8, 64*4*8 | answer=xored
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	for _, d := range board.Directions(p) {
		ray := &table[sq&63][d]
		board.Read(visit, ray)
		blocker := bits.TrailingZeros64(*ray&occ | h8)
		if d&1 != 0 { // to lower squares
			blocker = bits.Len64(*ray&occ|a1) - 1
		}
		board.Read(visit, &table[blocker][d])
	}
}
