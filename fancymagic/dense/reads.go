package dense

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8+88_064*8, 64*4*8+4_800*8
//slidebench:reads 64*4*8, 64*4*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &rookTable[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		board.Read(visit, e)
		board.Read(visit, &bishopTable[e.index(occ)])
	}
}
