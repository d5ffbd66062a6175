package torus

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
			// A rook's entry has three words, a bishop's four. Both share one table of 1<<14 words, for the 14 index bits of a rook.
			Bytes:   []int{64*3*8 + (1<<14)*8, 64*4*8 + (1<<14)*8, 64*(3+4)*8 + (1<<14)*8},
			Leading: [2]int{64 * 3 * 8, 64 * 4 * 8}, Overlay: 8,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.index(sq, occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.index(occ)])
	}
}
