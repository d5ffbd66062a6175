package overlay

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
			// An entry has four words, and one more in an array of its own. All pieces share one table of 34,961 words, as few as a search has found.
			Bytes:   []int{64*5*8 + 34_961*8, 64*5*8 + 34_961*8, 2*64*5*8 + 34_961*8},
			Leading: [2]int{64 * 5 * 8, 64 * 5 * 8}, Overlay: 8,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e, filled := &rookEntries[sq&63], &rookFilled[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, filled)
		tablestest.Read(visit, &table[e.index(occ, *filled)])
	}
	if p != board.Rook {
		e, filled := &bishopEntries[sq&63], &bishopFilled[sq&63]
		tablestest.Read(visit, e)
		tablestest.Read(visit, filled)
		tablestest.Read(visit, &table[e.index(occ, *filled)])
	}
}
