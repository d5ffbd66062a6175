package blockers

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*2*8+64*64*8, 64*2*8+64*64*8, 2*64*2*8+64*64*8
//slidebench:reads 64*16+8*rookMasks, 64*16+8*bishopMasks | answer=unhidden
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	mask := uint64(0)
	read := func(e *entry) {
		scaffold.Read(visit, e)
		mask |= e.mask
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63])
	}
	for t := range board.Squares(occ & mask) {
		scaffold.Read(visit, &behind[sq&63][t])
	}
}
