package sherwinbytes

import (
	"encoding/binary"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Rows: for each square, rank and content the rank's part of the index, 4 bytes for rooks; for bishops 2 bytes, for six ranks and six files.
			Bytes:   []int{64*8*256*4 + tablestest.RookTable, 64*6*64*2 + tablestest.BishopTable},
			Leading: [2]int{64 * 8 * 256 * 4, 64 * 6 * 64 * 2},
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	var o [8]byte // the ranks, rank 1 first
	binary.LittleEndian.PutUint64(o[:], occ)
	if p != board.Bishop {
		for i := range rookRows[sq&63] {
			tablestest.Read(visit, &rookRows[sq&63][i][o[i]])
		}
		tablestest.Read(visit, &rookTable[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		for i := range bishopRows[sq&63] {
			tablestest.Read(visit, &bishopRows[sq&63][i][o[i+1]>>1&63])
		}
		tablestest.Read(visit, &bishopTable[bishopIndex(sq, occ)])
	}
}
