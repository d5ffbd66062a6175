package pextload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			Bytes:   []int{64*(8+8) + tablestest.RookTable, 64*(8+8) + tablestest.BishopTable},
			Leading: [2]int{64 * 2 * 8, 64 * 2 * 8}, // mask and offset
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &rookTable[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &bishopTable[e.index(occ)])
	}
}
