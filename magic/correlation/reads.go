package correlation

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*8+32*8+64*4096*8, 64*8+8*8+64*512*8
//slidebench:reads 64*8+32*8, 64*8+8*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	sq &= 63
	if p != board.Bishop {
		board.Read(visit, &rookMasks[sq])
		board.Read(visit, &rookFactors[sq>>1])
		board.Read(visit, &rookTable[sq][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		board.Read(visit, &bishopMasks[sq])
		board.Read(visit, &bishopFactors[sq>>3])
		board.Read(visit, &bishopTable[sq][bishopIndex(sq, occ)])
	}
}
