package rays

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads: for each direction the rays from sq and from its blocker.
//
//slidebench:tables 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*4*8, 64*4*8 | answer=xored
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	for _, d := range board.Directions(p) {
		ray := &table[sq&63][d]
		scaffold.Read(visit, ray)
		blocker := bits.TrailingZeros64(*ray&occ | h8)
		if d&1 != 0 { // to lower squares
			blocker = bits.Len64(*ray&occ|a1) - 1
		}
		scaffold.Read(visit, &table[blocker][d])
	}
}
