package correlation

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+32*8+64*4096*8, 64*8+8*8+64*512*8
//slidebench:reads 64*8+32*8, 64*8+8*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	sq &= 63
	if p != board.Bishop {
		scaffold.Read(visit, &rookMasks[sq])
		scaffold.Read(visit, &rookFactors[sq>>1])
		scaffold.Read(visit, &rookTable[sq][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		scaffold.Read(visit, &bishopMasks[sq])
		scaffold.Read(visit, &bishopFactors[sq>>3])
		scaffold.Read(visit, &bishopTable[sq][bishopIndex(sq, occ)])
	}
}
