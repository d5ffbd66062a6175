package dense

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
			// An entry has four words: mask, factor, offset and shift. Dense factors need 88,064 words of rooks and 4,800 of bishops.
			Bytes:   []int{64*4*8 + 88_064*8, 64*4*8 + 4_800*8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Shared: true,
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
