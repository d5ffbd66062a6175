package magic

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
			// Mask and factor; a rook's slots have 12 index bits on every square, a bishop's 9.
			Bytes:   []int{64*(8+8) + 64*4096*8, 64*(8+8) + 64*512*8},
			Leading: [2]int{64 * 2 * 8, 64 * 2 * 8}, Shared: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &rookTable[sq&63][rookIndex(e, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &bishopTable[sq&63][bishopIndex(e, occ)])
	}
}
