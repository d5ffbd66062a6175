package splitpext

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+64*2*64*8, 64*2*8+64*2*64*8
//slidebench:reads 53_760, 14_336 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		t, file := &rookTable[sq&63], &files[sq&63]
		scaffold.Read(visit, file)
		scaffold.Read(visit, &t.rank[rankIndex(sq, occ)])
		scaffold.Read(visit, &t.file[extract(occ, *file)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		scaffold.Read(visit, d)
		scaffold.Read(visit, &t.diagonal[extract(occ, d.diagonal)])
		scaffold.Read(visit, &t.antidiagonal[extract(occ, d.antidiagonal)])
	}
}
