package avxshift

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Sets:      &conform.SetFuncs{RooksFunc: Rooks, BishopsFunc: Bishops, QueensFunc: Queens},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Three vectors of four words, of which a rook and a bishop read halves.
			Bytes:   []int{3 * 4 * 8, 3 * 4 * 8, 3 * 4 * 8},
			Leading: [2]int{3 * 2 * 8, 3 * 2 * 8}, Vectors: true, Still: true, Alike: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every question.
func reads(p board.Piece, _ int, _ uint64, visit tablestest.Visit) {
	first, count := 0, 4
	if p != board.Queen {
		first, count = 2*int(p), 2
	}
	for _, v := range [...]*[4]uint64{&lanes.step, &lanes.lastUp, &lanes.lastDown} {
		visit(unsafe.Pointer(&v[first]), uintptr(count)*unsafe.Sizeof(v[0]))
	}
}
