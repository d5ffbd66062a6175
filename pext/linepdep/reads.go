package linepdep

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order of its first read.
//
//slidebench:tables 64*48+512, 64*48+512, 2*64*48+512
//slidebench:tables-without 64*48+64*2*2*7*8+512, 64*48+64*2*2*7*8+512, 2*64*48+2*64*2*2*7*8+512
//slidebench:reads 64*48+512, 64*48+512 | vectors alike tail
//slidebench:reads-without 64*(48+2*2*7*8)+512, 64*(48+2*2*7*8)+512 | vectors alike tail
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(pair *pair, soft *[2]softLine) {
		scaffold.Read(visit, pair)
		if !hasBMI2 {
			scaffold.Read(visit, soft)
		}
		for i := range pair {
			scaffold.Read(visit, &table[pair[i].offset>>6&7][soft[i].inner.Extract(occ)&63])
		}
	}
	if p != board.Bishop {
		read(&rookPairs[sq&63], &rookSoft[sq&63])
	}
	if p != board.Rook {
		read(&bishopPairs[sq&63], &bishopSoft[sq&63])
	}
}
