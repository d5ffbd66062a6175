package gather

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a batch for a piece reads for a question, in order. Every question reads all masks, factors
// and places.
//
//slidebench:tables 64*3*8+rookTable+32, 64*3*8+bishopTable+32, 2*64*3*8+rookTable+bishopTable+32
//slidebench:tables-without 64*3*8+rookTable, 64*3*8+bishopTable, 2*64*3*8+rookTable+bishopTable
//slidebench:reads 3*64*8+32, 3*64*8+32 | shared
//slidebench:reads-without 3*64*8, 3*64*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	constantly := func() {
		if hasAVX512 {
			scaffold.Read(visit, &constants)
		}
	}
	if p != board.Bishop {
		constantly()
		scaffold.Read(visit, &rookMasks)
		scaffold.Read(visit, &rookFactors)
		scaffold.Read(visit, &rookPlaces)
		scaffold.Read(visit, &rookTable[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		constantly()
		scaffold.Read(visit, &bishopMasks)
		scaffold.Read(visit, &bishopFactors)
		scaffold.Read(visit, &bishopPlaces)
		scaffold.Read(visit, &bishopTable[bishopIndex(sq, occ)])
	}
}
