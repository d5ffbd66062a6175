package dualneon

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order: the lines of sq, and those of the square opposite.
//
//slidebench:tables 64*4*8, 64*4*8, 64*4*8
//slidebench:reads 64*2*8, 64*2*8 | lines still tail
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	for _, e := range [...]*entry{&entries[sq&63], &entries[^sq&63]} {
		if p != board.Bishop {
			scaffold.Read(visit, &e.rook)
		}
		if p != board.Rook {
			scaffold.Read(visit, &e.bishop)
		}
	}
}
