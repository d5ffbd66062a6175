package kindergarten

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
			// Each square has 64 words for each of two lines, and for a bishop two diagonals.
			Bytes: []int{64 * 2 * 64 * 8, 64*2*8 + 64*2*64*8},
			// Ranks need all slots. Of a file, tests ask the relevant squares, and on 48 squares one content more: the whole file, the slider's square included.
			// Of a diagonal, an index has the squares on files b to g without the slider's: there are 2,432 sets of these.
			Leading: [2]int{64*64*8 + (tablestest.FileSubsets+48)*8, 64*2*8 + 2_432*8}, Answer: tablestest.LastTwo,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		t := &rookTable[sq&63]
		tablestest.Read(visit, &t.rank[rankIndex(sq, occ)])
		tablestest.Read(visit, &t.file[fileIndex(sq, occ)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &t.diagonal[diagonalIndex(d.Diagonal, occ)])
		tablestest.Read(visit, &t.antidiagonal[diagonalIndex(d.Antidiagonal, occ)])
	}
}
