package foldinghash

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*16+8192*8, 64*4*16+8192*8, 64*4*16+8192*8
//slidebench:reads 29_320, 10_880 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(l lines.Line) {
		e := &entries[sq&63][l]
		scaffold.Read(visit, e)
		scaffold.Read(visit, &table[e.Index(occ)])
	}
	if p != board.Bishop {
		read(lines.Rank)
		read(lines.File)
	}
	if p != board.Rook {
		read(lines.Diagonal)
		read(lines.Antidiagonal)
	}
}
