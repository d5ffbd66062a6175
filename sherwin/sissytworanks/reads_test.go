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
			// A word for each square, content of two ranks, for bishops folded to 8 bits, and pair of ranks; and two lines for each square, of which a lookup reads one.
			Bytes:   []int{64*(1<<16)*4*8 + 64*16, 64*(1<<8)*4*8 + 64*16, 64 * (1 << 16) * 4 * 8},
			Leading: [2]int{70_240*8 + 64*8, 1_484*8 + 64*8}, Answer: tablestest.Anded, Whole: true, Apart: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. Tests ask all subsets of a mask, and boards whose ranks are all
// alike. These read a small part of the tables: 70,240 and 1,484 words, counted.
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
