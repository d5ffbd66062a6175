package torusgroups

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*6*8+12_284*8, 64*4*8+12_284*8, 64*(6+4)*8+12_284*8
//slidebench:reads 64*6*8, 64*4*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &table[e.index(sq, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &table[e.index(occ)])
	}
}
