package modulo

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
			// Each square has a rook's file and two diagonals; 64 slots for the rank, and for other lines as many as the modulus: 73, 85 and 65.
			Bytes: []int{64*8 + 64*(64+73)*8, 64*2*8 + 64*(85+65)*8},
			// The files, all slots of ranks, and the slots of those sets of squares that the masks of files and diagonals let through.
			Leading: [2]int{64*8 + 64*64*8 + tablestest.FileSubsets*8, 64*2*8 + tablestest.DiagonalSubsets*8}, Answer: tablestest.LastTwo,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		t, file := &rookTable[sq&63], &files[sq&63]
		tablestest.Read(visit, file)
		tablestest.Read(visit, &t.rank[rankIndex(sq, occ)])
		tablestest.Read(visit, &t.file[occ&*file%fileModulus])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &t.diagonal[occ&d.Diagonal%diagonalModulus])
		tablestest.Read(visit, &t.antidiagonal[occ&d.Antidiagonal%antidiagonalModulus])
	}
}
