package mini

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*4*8, 64*4*8
//slidebench:reads 64*4*8, 64*4*8 | still answer=walked
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	for i := range rays {
		if p == board.Queen || p == board.Piece(i) {
			scaffold.Read(visit, &rays[i][sq&63])
		}
	}
}
