package paired

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*2*(8+pointer)+rookTable, 64*2*(8+pointer)+bishopTable, 64*2*(8+pointer)+rookTable+bishopTable
//slidebench:tables-without 64*2*(8+pointer)+64*7*8+rookTable, 64*2*(8+pointer)+64*7*8+bishopTable, 64*2*(8+pointer)+2*64*7*8+rookTable+bishopTable
//slidebench:reads 64*(8+pointer), 64*(8+pointer)
//slidebench:reads-without 64*(pointer+7*8), 64*(pointer+7*8)
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(s *side, squares *compress.Mask) {
		if hasBMI2 {
			scaffold.Read(visit, s)
		} else { // the mask is read from squares
			scaffold.Read(visit, &s.table)
			scaffold.Read(visit, squares)
		}
		scaffold.Read(visit, s.at(squares, occ))
	}
	if p != board.Bishop {
		read(&entries[sq&63].rook, &rookSquares[sq&63])
	}
	if p != board.Rook {
		read(&entries[sq&63].bishop, &bishopSquares[sq&63])
	}
}
