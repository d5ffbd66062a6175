package dual

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Entries of four words, the attacks within ranks, a byte each, and for a queen's vectors the order of bytes.
			Bytes:   []int{64*4*8 + 64*8, 64 * 4 * 8, 64*4*8 + 64*8 + 16},
			Leading: [2]int{64*4*8 + 64*8, 64 * 4 * 8}, Lines: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64*4*8 + 64*8, 64 * 4 * 8, 64*4*8 + 64*8},
			Leading: [2]int{64*4*8 + 64*8, 64 * 4 * 8}, Lines: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	tablestest.Read(visit, &all.entries[sq&63])
	if p == board.Queen && hasAVX2 {
		tablestest.Read(visit, &all.swap)
	}
	if p != board.Bishop {
		rank := all.ranks.At(sq, occ)
		tablestest.Read(visit, rank)
	}
}
