package byteboard

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*256+64*8, 64*256+64*8, 64*256
//slidebench:tables-without 64*256+64*8+64*8, 64*256+64*8+64*8, 64*256+2*64*8
//slidebench:reads 64*(256+8), 64*(256+8) | vectors still alike whole
//slidebench:reads-without 64*(128+2*8), 64*(128+2*8) | vectors still alike
func Reads(p board.Piece, sq int, _ uint64, visit board.Visit) {
	e := &entries[sq&63]
	if hasAVX2 {
		board.Read(visit, e)
	} else { // the loops read the places from the permutation of the scatter
		board.Read(visit, &e.scatter)
	}
	if p == board.Rook || !hasAVX2 {
		board.Read(visit, &rookLines[sq&63])
	}
	if p == board.Bishop || !hasAVX2 {
		board.Read(visit, &bishopLines[sq&63])
	}
}
