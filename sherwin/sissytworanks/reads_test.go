package sissytworanks

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			Bytes: []int{128<<20 + 64*16, 512<<10 + 64*16, 128 << 20},
			Facts: [2]int{562_432, 12_384}, Answer: tablestest.Anded, Whole: true, Apart: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. The test of reads asks all subsets of a mask, and
// boards whose ranks are all alike: of the tables that is a small part.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p == board.Bishop {
		tablestest.Read(visit, &squareLines[sq&63].bishop)
		for pair := range 4 {
			tablestest.Read(visit, &diagonals[sq&63][index(sq, occ)>>(16*pair)&255][pair])
		}
		return
	}
	for pair := range 4 {
		tablestest.Read(visit, &supersets[sq&63][occ>>(16*pair)&0xffff][pair])
	}
	if p == board.Rook {
		tablestest.Read(visit, &squareLines[sq&63].rook)
	}
}
