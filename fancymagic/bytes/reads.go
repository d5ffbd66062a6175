package bytes

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8+88_064+4900*8, 64*4*8+4_800+4900*8, 2*64*4*8+88_064+4_800+4900*8
//slidebench:reads 64*4*8, 64*4*8 | overlay=8 numbers
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(e *entry, number *uint8) {
		scaffold.Read(visit, e)
		scaffold.Read(visit, number)
		scaffold.Read(visit, &sets[e.set(*number)])
	}
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		read(e, &rookNumbers[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		read(e, &bishopNumbers[e.index(occ)])
	}
}
