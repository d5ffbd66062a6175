package exploding

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8, 64*2*8
//slidebench:reads 2_048, 1_024 | still answer=covered
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		scaffold.Read(visit, &rookStarts[sq&63])
	}
	if p != board.Rook {
		scaffold.Read(visit, &bishopStarts[sq&63])
	}
}
