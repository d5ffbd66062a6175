package quintessence

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
			// A file and a byte for each content of a rank and each square in it; two diagonals.
			Bytes:   []int{64*8 + 64*8, 64 * 2 * 8},
			Leading: [2]int{64*8 + 64*8, 64 * 2 * 8}, Lines: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &files[sq&63])
		tablestest.Read(visit, &rankAttacks[occ>>(sq&56)>>1&63][sq&7])
	}
	if p != board.Rook {
		tablestest.Read(visit, &diagonals[sq&63])
	}
}
