package abovebelow

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads. It is the same for every occupancy.
//
//slidebench:tables 64*4*8, 64*4*8
//slidebench:reads 64*4*8, 64*4*8 | still answer=walked
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		scaffold.Read(visit, &rooks[sq&63])
	}
	if p != board.Rook {
		scaffold.Read(visit, &bishops[sq&63])
	}
}
