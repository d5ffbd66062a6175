package naive

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// An entry has an offset of 4 bytes, a number, and 12 squares, of which lookups read as many as there are; then 3 bytes that nobody reads.
			Bytes:   []int{64*(4+1+12+3) + tablestest.RookTable, 64*(4+1+12+3) + tablestest.BishopTable},
			Leading: [2]int{64*5 + tablestest.RookMasks, 64*5 + tablestest.BishopMasks},
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. Of the relevant squares it visits those that count.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.squares)+uintptr(e.n))
		tablestest.Read(visit, &rookTable[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.squares)+uintptr(e.n))
		tablestest.Read(visit, &bishopTable[e.index(occ)])
	}
}
