package hashmap

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order: the key of every slot on the way, and the attacks
// of the last one.
//
//slidebench:tables 64*16+2*102_400*16, 64*16+2*5_248*16
//slidebench:reads 64*16+102_400*8, 64*16+5_248*8
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	read := func(e *entry, table []slot) {
		scaffold.Read(visit, e)
		found, key := probe(e, table, occ), occ&e.mask
		for i := e.first(key); ; i = e.next(i) {
			s := &table[uint64(e.offset)+i]
			scaffold.Read(visit, &s.key)
			if s == found {
				break
			}
		}
		scaffold.Read(visit, &found.attacks)
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
