package reversebitboards

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
			// Two lines of each piece for each square, and the same reversed.
			Bytes:   []int{64 * 8 * 8, 64 * 8 * 8, 64 * 8 * 8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Lines: true, Still: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	e := &entries[sq&63]
	if p != board.Bishop {
		visit(unsafe.Pointer(&e.rook), unsafe.Sizeof(e.rook)+unsafe.Sizeof(e.rookReversed))
	}
	if p != board.Rook {
		visit(unsafe.Pointer(&e.bishop), unsafe.Sizeof(e.bishop)+unsafe.Sizeof(e.bishopReversed))
	}
}
