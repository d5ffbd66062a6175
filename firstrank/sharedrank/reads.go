package sharedrank

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 8*64, 8*64+64*2*8, 8*64+64*2*8
//slidebench:reads 512, 1_344 | answer=oneRank tail
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(at *uint8) { scaffold.Read(visit, at) }
	if p != board.Bishop {
		read(&rankAttacks[sq&7][rankIndex(sq, occ)])
		read(&rankAttacks[(sq>>3^7)&7][fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		scaffold.Read(visit, d)
		read(&rankAttacks[sq&7][diagonalIndex(d.Diagonal, occ)])
		read(&rankAttacks[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
