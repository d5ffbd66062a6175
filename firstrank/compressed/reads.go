package compressed

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 8*64*8+8*2*8+192*8, 8*64*8+64*2*8, 8*64*8+8*2*8+192*8+64*2*8
//slidebench:reads 5_680, 3_584 | answer=filledUp
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		board.Read(visit, &fillUp[sq&7][rankIndex(sq, occ)])
		e := &entries[sq>>3&7]
		board.Read(visit, e)
		board.Read(visit, &onFileA[e.index(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		board.Read(visit, d)
		board.Read(visit, &fillUp[sq&7][diagonalIndex(d.Diagonal, occ)])
		board.Read(visit, &fillUp[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
