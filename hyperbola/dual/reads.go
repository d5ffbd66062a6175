package dual

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8+64*8, 64*4*8, 64*4*8+64*8+16
//slidebench:tables-without 64*4*8+64*8, 64*4*8, 64*4*8+64*8
//slidebench:reads 64*4*8+64*8, 64*4*8 | lines
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	scaffold.Read(visit, &all.entries[sq&63])
	if p == board.Queen && hasAVX2 {
		scaffold.Read(visit, &all.swap)
	}
	if p != board.Bishop {
		rank := all.ranks.At(sq, occ)
		scaffold.Read(visit, rank)
	}
}
