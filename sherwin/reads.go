package sherwin

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8*256*4+rookTable, 64*6*64*2+bishopTable
//slidebench:reads 64*8*256*4, 64*6*64*2
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		for i := range rookRows[sq&63] {
			scaffold.Read(visit, &rookRows[sq&63][i][occ>>(8*i)&255])
		}
		scaffold.Read(visit, &rookTable[rookIndex(&rookRows[sq&63], occ)])
	}
	if p != board.Rook {
		for i := range bishopRows[sq&63] {
			scaffold.Read(visit, &bishopRows[sq&63][i][occ>>(9+8*i)&63])
		}
		scaffold.Read(visit, &bishopTable[bishopIndex(&bishopRows[sq&63], occ)])
	}
}
