package titboardspext

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 128*2+64*4*8+64*2*2187*8, 128*2+64*4*8+64*2*2187*8, 128*2+64*4*8+64*4*2187*8
//slidebench:reads 87_808, 42_272 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	l := &through[sq&63]
	read := func(table *lines.Slots, first, second *uint64) {
		for _, line := range []*uint64{first, second} {
			scaffold.Read(visit, line)
			scaffold.Read(visit, &ternary[content(occ, *line)])
		}
		scaffold.Read(visit, &table[0][digits(occ, *first)])
		scaffold.Read(visit, &table[1][digits(occ, *second)])
	}
	if p != board.Bishop {
		read(&rookTable[sq&63], &l[0], &l[1])
	}
	if p != board.Rook {
		read(&bishopTable[sq&63], &l[2], &l[3])
	}
}
