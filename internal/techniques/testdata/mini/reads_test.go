package mini

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
			Bytes:   []int{64 * 4 * 8, 64 * 4 * 8}, // four rays for each square
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Still: true, Answer: tablestest.Walked,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	for i := range rays {
		if p == board.Queen || p == board.Piece(i) {
			tablestest.Read(visit, &rays[i][sq&63])
		}
	}
}
