package raysbmi

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+64*8, 64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | answer=mirrored
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		scaffold.Read(visit, &norths[sq&63])
		scaffold.Read(visit, &norths[sq&63^56])
		scaffold.Read(visit, rank)
	}
	if p != board.Rook {
		scaffold.Read(visit, &diagonals[sq&63])
		scaffold.Read(visit, &diagonals[sq&63^56])
	}
}
