package splitpext

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
			// Each square has 64 words for each of two lines, and for a rook its file, for a bishop two diagonals.
			Bytes: []int{64*8 + 64*2*64*8, 64*2*8 + 64*2*64*8},
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
		tablestest.Read(visit, &t.file[extract(occ, *file)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &t.diagonal[extract(occ, d.diagonal)])
		tablestest.Read(visit, &t.antidiagonal[extract(occ, d.antidiagonal)])
	}
}
