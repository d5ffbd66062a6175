package raysentinel

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Four rays, and two again in the mirrored table, for each square and for the sentinel.
			Bytes: []int{65 * (4 + 2) * 8, 65 * (4 + 2) * 8},
			// Lookups read all rays of squares and the sentinels'. In the mirrored table a blocker to the south stands on no square of rank 8, and
			// so on: of each ray, 8 squares are left out for rooks, and 15 for bishops.
			Leading: [2]int{(64*4 + 2 + 65*2 - 2*8) * 8, (64*4 + 2 + 65*2 - 2*15) * 8}, Answer: tablestest.Xored,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads: the rays from sq, the blockers or the sentinel.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p == board.Queen {
		reads(board.Rook, sq, occ, visit)
		reads(board.Bishop, sq, occ, visit)
		return
	}
	var at [4]int
	for i, ray := range own(p, sq) {
		tablestest.Read(visit, ray)
		at[i] = bits.TrailingZeros64(*ray & occ)
		if i >= 2 { // to lower squares
			at[i] = bits.LeadingZeros64(*ray & occ)
		}
	}
	for _, ray := range behind(p, at) {
		tablestest.Read(visit, ray)
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
