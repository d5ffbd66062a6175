package bext

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*(8+8)+rookTable, 64*(8+8)+bishopTable
//slidebench:tables-without 64*(8+8)+64*7*8+rookTable, 64*(8+8)+64*7*8+bishopTable
//slidebench:reads 64*2*8, 64*2*8
//slidebench:reads-without 64*8*8, 64*8*8
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(e *entry, squares *compress.Mask, table []uint64) {
		if hasBEXT {
			scaffold.Read(visit, e)
		} else { // the mask is read from squares
			scaffold.Read(visit, &e.offset)
			scaffold.Read(visit, squares)
		}
		scaffold.Read(visit, &table[softIndex(e, squares, occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSquares[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSquares[sq&63], bishopTable[:])
	}
}
