package blockers

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
			// Lines and mask for each square, and a word for each two squares, of which lookups read those of relevant squares.
			Bytes:   []int{64*2*8 + 64*64*8, 64*2*8 + 64*64*8, 2*64*2*8 + 64*64*8},
			Leading: [2]int{64*16 + 8*tablestest.RookMasks, 64*16 + 8*tablestest.BishopMasks}, Answer: tablestest.Unhidden,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	mask := uint64(0)
	read := func(e *entry) {
		tablestest.Read(visit, e)
		mask |= e.mask
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63])
	}
	for t := range board.Squares(occ & mask) {
		tablestest.Read(visit, &behind[sq&63][t])
	}
}
