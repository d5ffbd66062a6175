package persquare

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
			// Mask, factor, shift of a byte, and a slice of three words, of which lookups read two.
			Bytes:   []int{64*(8+8+1+3*8) + tablestest.RookTable, 64*(8+8+1+3*8) + tablestest.BishopTable},
			Leading: [2]int{64 * (2*8 + 1 + 2*tablestest.Pointer), 64 * (2*8 + 1 + 2*tablestest.Pointer)}, Shared: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. Of a slice these are its address and its length,
// not its capacity.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		mask, factor, shift, table := &rookMasks[sq&63], &rookMagics[sq&63], &rookShifts[sq&63], &rookTables[sq&63]
		tablestest.Read(visit, mask)
		tablestest.Read(visit, factor)
		tablestest.Read(visit, shift)
		visit(unsafe.Pointer(table), 2*unsafe.Sizeof(uintptr(0)))
		tablestest.Read(visit, &(*table)[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		mask, factor, shift, table := &bishopMasks[sq&63], &bishopMagics[sq&63], &bishopShifts[sq&63], &bishopTables[sq&63]
		tablestest.Read(visit, mask)
		tablestest.Read(visit, factor)
		tablestest.Read(visit, shift)
		visit(unsafe.Pointer(table), 2*unsafe.Sizeof(uintptr(0)))
		tablestest.Read(visit, &(*table)[bishopIndex(sq, occ)])
	}
}
