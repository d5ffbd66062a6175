package exploding

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8, 64*2*8
//slidebench:reads 2_048, 1_024 | still answer=covered
func Reads(p board.Piece, sq int, _ uint64, visit board.Visit) {
	if p != board.Bishop {
		board.Read(visit, &rookStarts[sq&63])
	}
	if p != board.Rook {
		board.Read(visit, &bishopStarts[sq&63])
	}
}
