package blackmagic

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
			// An entry has a mask, a factor, and an offset of 4 bytes in as many as a pointer has. All pieces share one table of 87,912 words, as few as a search has found.
			Bytes:   []int{64*3*8 + 87_912*8, 64*3*8 + 87_912*8, 2*64*3*8 + 87_912*8},
			Leading: [2]int{64 * (2*8 + tablestest.Pointer), 64 * (2*8 + tablestest.Pointer)}, Shared: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[rookIndex(e, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[bishopIndex(e, occ)])
	}
}
