package overlay

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*5*8+34_961*8, 64*5*8+34_961*8, 2*64*5*8+34_961*8
//slidebench:reads 64*5*8, 64*5*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e, filled := &rookEntries[sq&63], &rookFilled[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, filled)
		scaffold.Read(visit, &table[e.index(occ, *filled)])
	}
	if p != board.Rook {
		e, filled := &bishopEntries[sq&63], &bishopFilled[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, filled)
		scaffold.Read(visit, &table[e.index(occ, *filled)])
	}
}
