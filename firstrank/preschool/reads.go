package preschool

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4096*8, 64*2*8+64*4096*8
//slidebench:reads 837_632, 43_008 | answer=lastOne
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		scaffold.Read(visit, &rookTable[sq&63][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		scaffold.Read(visit, d)
		scaffold.Read(visit, &bishopTable[sq&63][bishopIndex(d, occ)])
	}
}
