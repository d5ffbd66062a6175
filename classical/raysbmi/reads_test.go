package raysbmi

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
			// A ray to the north and a byte for each content of a rank and square in it; two diagonal rays.
			Bytes:   []int{64*8 + 64*8, 64 * 2 * 8},
			Leading: [2]int{64*8 + 64*8, 64 * 2 * 8}, Answer: tablestest.Mirrored,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		tablestest.Read(visit, &norths[sq&63])
		tablestest.Read(visit, &norths[sq&63^56])
		tablestest.Read(visit, rank)
	}
	if p != board.Rook {
		tablestest.Read(visit, &diagonals[sq&63])
		tablestest.Read(visit, &diagonals[sq&63^56])
	}
}
