package reversal

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
			// Four lines for each square, of which a rook and a bishop read two.
			Bytes:   []int{64 * 4 * 8, 64 * 4 * 8, 64 * 4 * 8},
			Leading: [2]int{64 * 2 * 8, 64 * 2 * 8}, Lines: true, Still: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	e := &entries[sq&63]
	if p != board.Bishop {
		visit(unsafe.Pointer(&e.rank), unsafe.Sizeof(e.rank)+unsafe.Sizeof(e.file))
	}
	if p != board.Rook {
		visit(unsafe.Pointer(&e.diagonal), unsafe.Sizeof(e.diagonal)+unsafe.Sizeof(e.antidiagonal))
	}
}
