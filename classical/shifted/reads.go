package shifted

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads. It is the same for every occupancy.
//
//slidebench:tables 64*4*8, 64*4*8
//slidebench:reads 64*4*8, 64*4*8 | still answer=walked
func Reads(p board.Piece, sq int, _ uint64, visit board.Visit) {
	if p != board.Bishop {
		board.Read(visit, &rooks[sq&63])
	}
	if p != board.Rook {
		board.Read(visit, &bishops[sq&63])
	}
}
