package raysavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Eight rays for each square, and three vectors of constants.
			Bytes:   []int{64*8*8 + (3 * 32), 64*8*8 + (3 * 32), 64*8*8 + (3 * 32)},
			Leading: [2]int{64*8*8 + (3 * 32), 64*8*8 + (3 * 32)}, Still: true, Alike: true, Tail: true, Answer: tablestest.Walked,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64 * 8 * 8, 64 * 8 * 8, 64 * 8 * 8},
			Leading: [2]int{64 * 8 * 8, 64 * 8 * 8}, Still: true, Alike: true, Answer: tablestest.Walked,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads. It is the same for all pieces and every occupancy.
func reads(_ board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	tablestest.Read(visit, &all.entries[sq&63])
	if hasAVX2 {
		tablestest.Read(visit, &all.one)
		tablestest.Read(visit, &all.two)
		tablestest.Read(visit, &all.four)
	}
}
