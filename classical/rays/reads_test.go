package rays

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Eight rays for each square.
			Bytes:   []int{64 * 8 * 8, 64 * 8 * 8, 64 * 8 * 8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Answer: tablestest.Xored,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads: for each direction the rays from sq and from its blocker.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	for _, d := range board.Directions(p) {
		ray := &table[sq&63][d]
		tablestest.Read(visit, ray)
		blocker := bits.TrailingZeros64(*ray&occ | h8)
		if d&1 != 0 { // to lower squares
			blocker = bits.Len64(*ray&occ|a1) - 1
		}
		tablestest.Read(visit, &table[blocker][d])
	}
}
