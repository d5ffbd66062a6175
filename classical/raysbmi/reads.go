package raysbmi

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+64*8, 64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | answer=mirrored
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		board.Read(visit, &norths[sq&63])
		board.Read(visit, &norths[sq&63^56])
		board.Read(visit, rank)
	}
	if p != board.Rook {
		board.Read(visit, &diagonals[sq&63])
		board.Read(visit, &diagonals[sq&63^56])
	}
}
