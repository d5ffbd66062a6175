package raysavx2

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads. It is the same for all pieces and every occupancy.
//
//slidebench:tables 64*8*8+(3*32), 64*8*8+(3*32), 64*8*8+(3*32)
//slidebench:tables-without 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*8*8+96, 64*8*8+96 | still alike tail answer=walked
//slidebench:reads-without 64*8*8, 64*8*8 | still alike answer=walked
func Reads(_ board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	scaffold.Read(visit, &all.entries[sq&63])
	if hasAVX2 {
		scaffold.Read(visit, &all.one)
		scaffold.Read(visit, &all.two)
		scaffold.Read(visit, &all.four)
	}
}
