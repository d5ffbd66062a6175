package raysavx2

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads. It is the same for all pieces and every occupancy.
//
//slidebench:tables 64*8*8+(3*32), 64*8*8+(3*32), 64*8*8+(3*32)
//slidebench:tables-without 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*8*8+96, 64*8*8+96 | still alike tail answer=walked
//slidebench:reads-without 64*8*8, 64*8*8 | still alike answer=walked
func Reads(_ board.Piece, sq int, _ uint64, visit board.Visit) {
	board.Read(visit, &all.entries[sq&63])
	if hasAVX2 {
		board.Read(visit, &all.one)
		board.Read(visit, &all.two)
		board.Read(visit, &all.four)
	}
}
