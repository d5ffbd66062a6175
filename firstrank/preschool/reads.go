package preschool

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4096*8, 64*2*8+64*4096*8
//slidebench:reads 837_632, 43_008 | answer=lastOne
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		board.Read(visit, &rookTable[sq&63][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		board.Read(visit, d)
		board.Read(visit, &bishopTable[sq&63][bishopIndex(d, occ)])
	}
}
