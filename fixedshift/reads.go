package fixedshift

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*3*8+84_175*8, 64*3*8+84_175*8, 2*64*3*8+84_175*8
//slidebench:reads 64*(2*8+pointer), 64*(2*8+pointer) | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &table[rookIndex(e, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &table[bishopIndex(e, occ)])
	}
}
