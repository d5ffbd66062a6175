package abovebelow

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Four rays for each square.
			Bytes:   []int{64 * 4 * 8, 64 * 4 * 8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Still: true, Answer: tablestest.Walked,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &rooks[sq&63])
	}
	if p != board.Rook {
		tablestest.Read(visit, &bishops[sq&63])
	}
}
