package incremental

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads without a State: the offset, the attacks, and the words that
// it reads before these, one for every occupied square.
//
//slidebench:tables 64*256+64*4+rookTable, 64*256+64*4+bishopTable, 64*256+2*64*4+rookTable+bishopTable
//slidebench:reads 64*32*8+64*4+102_400*8, 64*32*8+64*4+5_248*8 | answer=second
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	both := indices(sq, occ)
	read := func(offset *uint32, word *uint64) {
		scaffold.Read(visit, offset)
		scaffold.Read(visit, word)
	}
	if p != board.Bishop {
		read(&rookOffsets[sq&63], &rookTable[rookSlot(sq, both)])
	}
	if p != board.Rook {
		read(&bishopOffsets[sq&63], &bishopTable[bishopSlot(sq, both)])
	}
	for s := range board.Squares(occ) {
		scaffold.Read(visit, &delta[s][sq&63>>1])
	}
}
