package byteboardsimd

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*256+64*8, 64*256+64*8, 64*256
//slidebench:tables-without 64*64+64*8, 64*64+64*8, 64*64
//slidebench:reads 64*(256+8), 64*(256+8) | vectors still alike whole
//slidebench:reads-without 64*(64+8), 64*(64+8) | vectors still alike whole
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	if hasVectors {
		scaffold.Read(visit, &entries[sq&63])
	} else { // loops go along the order instead
		scaffold.Read(visit, &orders[sq&63])
	}
	switch p {
	case board.Rook:
		scaffold.Read(visit, &rookLines[sq&63])
	case board.Bishop:
		scaffold.Read(visit, &bishopLines[sq&63])
	}
}
