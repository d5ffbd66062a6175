package unchecked

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
			// An entry has four words, of which one is a pointer.
			Bytes:   []int{64*4*8 + tablestest.RookTable, 64*4*8 + tablestest.BishopTable},
			Leading: [2]int{64 * (3*8 + tablestest.Pointer), 64 * (3*8 + tablestest.Pointer)}, Shared: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	const wordBytes = unsafe.Sizeof(rookTable[0])
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		tablestest.Read(visit, e)
		visit(unsafe.Add(e.table, e.index(occ)*uint64(wordBytes)), wordBytes)
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		tablestest.Read(visit, e)
		visit(unsafe.Add(e.table, e.index(occ)*uint64(wordBytes)), wordBytes)
	}
}
