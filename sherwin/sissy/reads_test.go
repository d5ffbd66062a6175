package sissy

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// A word for each square, content and rank; and two lines for each square, of which a rook and a bishop read one.
			Bytes:   []int{64*256*8*8 + 64*16, 64*256*8*8 + 64*16, 64 * 256 * 8 * 8},
			Leading: [2]int{64*256*8*8 + 64*8, 64*256*8*8 + 64*8}, Answer: tablestest.Anded, Whole: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	for rank := range 8 {
		tablestest.Read(visit, &supersets[sq&63][occ>>(8*rank)&255][rank])
	}
	line := &squareLines[sq&63].rook
	switch p {
	case board.Queen:
		return
	case board.Bishop:
		line = &squareLines[sq&63].bishop
	}
	tablestest.Read(visit, line)
}
