package castingout

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 2*8*64*8, 8*64*8+64*2*8, 2*8*64*8+64*2*8
//slidebench:reads 6_704, 3_584 | answer=filledUp
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		scaffold.Read(visit, &fillUp[sq&7][rankIndex(sq, occ)])
		scaffold.Read(visit, &onFileA[sq>>3&7][fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		scaffold.Read(visit, d)
		scaffold.Read(visit, &fillUp[sq&7][diagonalIndex(d.Diagonal, occ)])
		scaffold.Read(visit, &fillUp[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
