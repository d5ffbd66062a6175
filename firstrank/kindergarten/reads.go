package kindergarten

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*2*64*8, 64*2*8+64*2*64*8
//slidebench:reads 53_632, 20_480 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	if p != board.Bishop {
		t := &rookTable[sq&63]
		board.Read(visit, &t.rank[rankIndex(sq, occ)])
		board.Read(visit, &t.file[fileIndex(sq, occ)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		board.Read(visit, d)
		board.Read(visit, &t.diagonal[diagonalIndex(d.Diagonal, occ)])
		board.Read(visit, &t.antidiagonal[diagonalIndex(d.Antidiagonal, occ)])
	}
}
