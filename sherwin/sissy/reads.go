package sissy

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 1<<20+64*16, 1<<20+64*16, 1<<20
//slidebench:reads 1<<20+64*8, 1<<20+64*8 | answer=anded whole
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	for rank := range 8 {
		scaffold.Read(visit, &supersets[sq&63][occ>>(8*rank)&255][rank])
	}
	line := &squareLines[sq&63].rook
	switch p {
	case board.Queen:
		return
	case board.Bishop:
		line = &squareLines[sq&63].bishop
	}
	scaffold.Read(visit, line)
}
