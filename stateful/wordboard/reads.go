package wordboard

import "github.com/slidebench/slidebench/board"

// Reads visits every table entry that the lookup for a piece reads without a state. It is the same for every occupancy.
//
//slidebench:tables 64*8*8+64*64+64*4*8, 64*8*8+64*64+64*4*8, 64*8*8+64*64+64*4*8
//slidebench:reads 64*4*8, 64*4*8 | still answer=walked
func Reads(p board.Piece, sq int, _ uint64, visit board.Visit) {
	from, to := 0, len(rays[0])
	switch p {
	case board.Rook:
		to = 4
	case board.Bishop:
		from = 4
	}
	for d := from; d < to; d++ {
		board.Read(visit, &rays[sq&63][d])
	}
}
