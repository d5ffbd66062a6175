package overlayadjacent

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*6*8+21_863*8, 64*6*8+21_863*8, 2*64*6*8+21_863*8
//slidebench:reads 64*6*8, 64*6*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &table[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &table[e.index(occ)])
	}
}
