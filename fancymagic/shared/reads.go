package shared

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8+65_536*8, 64*4*8+1_792*8
//slidebench:reads 64*4*8, 64*4*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(e *entry, table []uint64) {
		scaffold.Read(visit, e)
		scaffold.Read(visit, &table[e.index(occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
