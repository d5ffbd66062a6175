package rowboard

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Eight rays for each square, the directions between all squares, and four words of leapers' attacks. Lookups read rays alone.
			Bytes:   []int{64*8*8 + 64*64 + 64*4*8, 64*8*8 + 64*64 + 64*4*8, 64*8*8 + 64*64 + 64*4*8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Still: true, Answer: tablestest.Walked,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads without a state. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	rays := (*[64][8]uint64)(unsafe.Pointer(&tables)) // they come first in the tables
	for d := range rays[sq&63] {
		if rooks := d < 4; p == board.Queen || rooks == (p == board.Rook) {
			tablestest.Read(visit, &rays[sq&63][d])
		}
	}
}
