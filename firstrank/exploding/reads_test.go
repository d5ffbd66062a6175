package exploding

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
			// Each square has four words for a rook, and two for a bishop.
			Bytes:   []int{64 * 4 * 8, 64 * 2 * 8},
			Leading: [2]int{64 * 4 * 8, 64 * 2 * 8}, Still: true, Answer: tablestest.Covered,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &rookStarts[sq&63])
	}
	if p != board.Rook {
		tablestest.Read(visit, &bishopStarts[sq&63])
	}
}
