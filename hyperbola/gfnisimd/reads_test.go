package gfnisimd

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// An entry has eight words: four lines, b, b reversed, and two that nobody reads. The constants have 32 bytes each.
			Bytes:   []int{64*8*8 + (32 + 32), 64*8*8 + (32 + 32), 64*8*8 + (32 + 32)},
			Leading: [2]int{64*6*8 + (32 + 32), 64*6*8 + (32 + 32)}, Still: true, Alike: true, Answer: tablestest.ReversedLanes,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64 * 8 * 8, 64 * 8 * 8, 64 * 8 * 8},
			Leading: [2]int{64 * 6 * 8, 64 * 6 * 8}, Lines: true, Still: true, Alike: true,
		},
	})
}

// reads visits every table entry that a lookup reads, in order. It is the same for all pieces.
func reads(_ board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	e := &entries[sq&63]
	visit(unsafe.Pointer(e), unsafe.Offsetof(e.reversed)+unsafe.Sizeof(e.reversed)) // up to reversed
	if hasGFNI {
		tablestest.Read(visit, &constants)
	}
}
