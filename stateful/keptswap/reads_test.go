package keptswap

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Entries of four words, the attacks within ranks, a byte each, and for a bishop's vectors the order of bytes.
			Bytes:   []int{64*4*8 + 64*8, 64*4*8 + 16, 64*4*8 + 64*8 + 16},
			Leading: [2]int{64*4*8 + 64*8, 64*4*8 + 16}, Lines: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64*4*8 + 64*8, 64 * 4 * 8, 64*4*8 + 64*8},
			Leading: [2]int{64*4*8 + 64*8, 64 * 4 * 8}, Lines: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Rook && hasAVX2 {
		tablestest.Read(visit, &all.reverse)
	}
	tablestest.Read(visit, &all.entries[sq&63])
	tablestest.Read(visit, &all.entries[sq&63^56])
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		tablestest.Read(visit, rank)
	}
}
