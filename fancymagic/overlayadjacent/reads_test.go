package overlayadjacent

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
			// An entry has six words. All pieces share one table of 21,863 words, as few as a search has found.
			Bytes:   []int{64*6*8 + 21_863*8, 64*6*8 + 21_863*8, 2*64*6*8 + 21_863*8},
			Leading: [2]int{64 * 6 * 8, 64 * 6 * 8}, Overlay: 8,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.index(occ)])
	}
}
