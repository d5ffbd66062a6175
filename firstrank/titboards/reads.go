package titboards

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 8*256*2+64*2*2187*8, 8*256*2+64*2*8+64*2*2187*8, 8*256*2+64*2*8+64*4*2187*8
//slidebench:reads 90_624, 44_064 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		t := &rookTable[sq&63]
		scaffold.Read(visit, &ternary[sq&7][occ>>(sq&56)&255])
		scaffold.Read(visit, &ternary[7-sq>>3&7][occ>>(sq&7)&fileA*diagonal>>56])
		scaffold.Read(visit, &t[0][rankDigits(sq, occ)])
		scaffold.Read(visit, &t[1][fileDigits(sq, occ)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		scaffold.Read(visit, d)
		scaffold.Read(visit, &ternary[sq&7][occ&d.Diagonal*fileA>>56])
		scaffold.Read(visit, &ternary[sq&7][occ&d.Antidiagonal*fileA>>56])
		scaffold.Read(visit, &t[0][diagonalDigits(sq, d.Diagonal, occ)])
		scaffold.Read(visit, &t[1][diagonalDigits(sq, d.Antidiagonal, occ)])
	}
}
