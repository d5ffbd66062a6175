package gather

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that a batch for a piece reads for a question, in order. Every question reads all masks, factors
// and places.
//
//slidebench:tables 64*3*8+rookTable+32, 64*3*8+bishopTable+32, 2*64*3*8+rookTable+bishopTable+32
//slidebench:tables-without 64*3*8+rookTable, 64*3*8+bishopTable, 2*64*3*8+rookTable+bishopTable
//slidebench:reads 3*64*8+32, 3*64*8+32 | shared
//slidebench:reads-without 3*64*8, 3*64*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit board.Visit) {
	constantly := func() {
		if hasAVX512 {
			board.Read(visit, &constants)
		}
	}
	if p != board.Bishop {
		constantly()
		board.Read(visit, &rookMasks)
		board.Read(visit, &rookFactors)
		board.Read(visit, &rookPlaces)
		board.Read(visit, &rookTable[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		constantly()
		board.Read(visit, &bishopMasks)
		board.Read(visit, &bishopFactors)
		board.Read(visit, &bishopPlaces)
		board.Read(visit, &bishopTable[bishopIndex(sq, occ)])
	}
}
