package quintessence

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+64*8, 64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | lines
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		board.Read(visit, &files[sq&63])
		board.Read(visit, &rankAttacks[occ>>(sq&56)>>1&63][sq&7])
	}
	if p != board.Rook {
		board.Read(visit, &diagonals[sq&63])
	}
}
