package koggestoneavx512

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every question, but without
// AVX-512 a rook reads only its own lanes, and a bishop its.
//
//slidebench:tables 2*8*8+64+8, 2*8*8+64+8, 2*8*8+64+8
//slidebench:tables-without 2*8*8, 2*8*8, 2*8*8
//slidebench:reads 2*8*8+64+8, 2*8*8+64+8 | vectors still alike
//slidebench:reads-without 2*8*8, 2*8*8 | vectors still alike
func Reads(_ board.Piece, _ int, _ uint64, visit scaffold.Visit) {
	scaffold.Read(visit, &lanes.step)
	scaffold.Read(visit, &lanes.entered)
	if hasAVX512 {
		scaffold.Read(visit, &lanes.order)
		scaffold.Read(visit, &lanes.units)
	}
}
