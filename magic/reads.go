package magic

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*(8+8)+64*4096*8, 64*(8+8)+64*512*8
//slidebench:reads 64*2*8, 64*2*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &rookTable[sq&63][rookIndex(e, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &bishopTable[sq&63][bishopIndex(e, occ)])
	}
}
