package words16

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*3*8+(1<<14)*2, 64*4*8+bishopTable/8*2
//slidebench:reads 64*3*8, 64*4*8 | overlay=2
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &rookTable[e.index(sq, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &bishopTable[e.index(occ)])
	}
}
