package quintessence

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+64*8, 64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | lines
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		scaffold.Read(visit, &files[sq&63])
		scaffold.Read(visit, &rankAttacks[occ>>(sq&56)>>1&63][sq&7])
	}
	if p != board.Rook {
		scaffold.Read(visit, &diagonals[sq&63])
	}
}
