package preschool

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
			// Each square has 4,096 words for each piece, and for a bishop two diagonals.
			Bytes: []int{64 * 4096 * 8, 64*2*8 + 64*4096*8},
			// Tests ask the relevant squares; and with a full file, which has the rook's own square: in the index that adds a bit of the rank on files
			// b to g, with 32 contents of the rank's five others, and a bit of the file alone on files a and h, with 64, but nothing in the corners.
			Leading: [2]int{tablestest.RookTable + (48*32+12*64)*8, 64*2*8 + tablestest.BishopTable}, Answer: tablestest.LastOne,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &rookTable[sq&63][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &bishopTable[sq&63][bishopIndex(d, occ)])
	}
}
