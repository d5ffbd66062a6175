package pdep

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order of its first read.
//
//slidebench:tables 64*4*8+rookTable/4, 64*4*8+bishopTable/4
//slidebench:tables-without 64*4*8+64*2*7*8+rookTable/4, 64*4*8+64*2*7*8+bishopTable/4
//slidebench:reads 64*4*8, 64*4*8 | overlay=2
//slidebench:reads-without 64*(8+2*7*8), 64*(8+2*7*8) | overlay=2
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(e *entry, s *soft, table []uint16) {
		if hasBMI2 {
			scaffold.Read(visit, e)
		} else { // the mask and the lines are read from s
			scaffold.Read(visit, &e.offset)
			scaffold.Read(visit, s)
		}
		scaffold.Read(visit, &table[softIndex(e, s, occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSoft[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSoft[sq&63], bishopTable[:])
	}
}
