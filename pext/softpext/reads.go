package softpext

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8*8+rookTable, 64*8*8+bishopTable
//slidebench:reads 64*8*8, 64*8*8
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &rookTable[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &bishopTable[e.index(occ)])
	}
}
