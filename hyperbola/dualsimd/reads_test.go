package dualsimd

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
			// Entries of three vectors, of which a rook and a bishop read the first; the attacks within ranks, a byte each; and for a queen's vectors the order of bytes.
			Bytes:   []int{64*3*32 + 256*8, 64 * 3 * 32, 64*3*32 + 256*8 + 32},
			Leading: [2]int{64*4*8 + 256*8, 64 * 4 * 8}, Lines: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64*3*32 + 256*8, 64 * 3 * 32, 64*3*32 + 256*8},
			Leading: [2]int{64*4*8 + 256*8, 64 * 4 * 8}, Lines: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	e := &entries[sq&63]
	if p == board.Queen && hasVectors {
		tablestest.Read(visit, e)
		visit(unsafe.Pointer(&swap), swapBytes)
	} else {
		tablestest.Read(visit, &e.lines)
	}
	if p != board.Bishop {
		tablestest.Read(visit, &rankAttacks[uint8(occ>>(sq&56))][sq&7])
	}
}
