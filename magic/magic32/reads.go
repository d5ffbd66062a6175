package magic32

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*6*4+rookTable, 64*6*4+bishopTable
//slidebench:reads 64*6*4, 64*6*4 | shared
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
