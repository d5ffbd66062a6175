package dualneon

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Batches:   &conform.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Four lines for each square, of which a rook and a bishop read two.
			Bytes:   []int{64 * 4 * 8, 64 * 4 * 8, 64 * 4 * 8},
			Leading: [2]int{64 * 2 * 8, 64 * 2 * 8}, Lines: true, Still: true, Tail: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order: the lines of sq, and those of the square opposite.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	for _, e := range [...]*entry{&entries[sq&63], &entries[^sq&63]} {
		if p != board.Bishop {
			tablestest.Read(visit, &e.rook)
		}
		if p != board.Rook {
			tablestest.Read(visit, &e.bishop)
		}
	}
}
