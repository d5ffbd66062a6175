package raysentinel

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads: the rays from sq, the blockers or the sentinel.
//
//slidebench:tables 65*(4+2)*8, 65*(4+2)*8
//slidebench:reads (64*4+2+65*2 - 2*8)*8, (64*4+2+65*2 - 2*15)*8 | answer=xored
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p == board.Queen {
		Reads(board.Rook, sq, occ, visit)
		Reads(board.Bishop, sq, occ, visit)
		return
	}
	var at [4]int
	for i, ray := range own(p, sq) {
		scaffold.Read(visit, ray)
		at[i] = bits.TrailingZeros64(*ray & occ)
		if i >= 2 { // to lower squares
			at[i] = bits.LeadingZeros64(*ray & occ)
		}
	}
	for _, ray := range behind(p, at) {
		scaffold.Read(visit, ray)
	}
}

// own returns the places of the rays of a rook or a bishop on sq, the two to higher squares first.
func own(p board.Piece, sq int) [4]*uint64 {
	if p == board.Rook {
		r := &rooks[sq&63]
		return [...]*uint64{&r.north, &r.east, &r.south, &r.west}
	}
	r := &bishops[sq&63]
	return [...]*uint64{&r.northEast, &r.northWest, &r.southEast, &r.southWest}
}

// behind returns the places, in the same order, of the rays at four indices, the last two of the mirrored table.
func behind(p board.Piece, at [4]int) [4]*uint64 {
	if p == board.Rook {
		return [...]*uint64{&rooks[at[0]].north, &rooks[at[1]].east, &rooksDown[at[2]].south, &rooksDown[at[3]].west}
	}
	return [...]*uint64{
		&bishops[at[0]].northEast, &bishops[at[1]].northWest, &bishopsDown[at[2]].southEast, &bishopsDown[at[3]].southWest,
	}
}
