package byteboard

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*256+64*8, 64*256+64*8, 64*256
//slidebench:tables-without 64*256+64*8+64*8, 64*256+64*8+64*8, 64*256+2*64*8
//slidebench:reads 64*(256+8), 64*(256+8) | vectors still alike whole
//slidebench:reads-without 64*(128+2*8), 64*(128+2*8) | vectors still alike
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	e := &entries[sq&63]
	if hasAVX2 {
		scaffold.Read(visit, e)
	} else { // the loops read the places from the permutation of the scatter
		scaffold.Read(visit, &e.scatter)
	}
	if p == board.Rook || !hasAVX2 {
		scaffold.Read(visit, &rookLines[sq&63])
	}
	if p == board.Bishop || !hasAVX2 {
		scaffold.Read(visit, &bishopLines[sq&63])
	}
}
