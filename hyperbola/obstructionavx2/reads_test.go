package obstructionavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Batches:   &conform.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Vectors of 32 bytes; the software form has no tables.
			Bytes:   []int{8 * 32, 5 * 32, 8 * 32},
			Leading: [2]int{8 * 32, 5 * 32}, Vectors: true, Still: true,
		},
		Without: &tablestest.Shape{Bytes: []int{0, 0, 0}},
	})
}

// reads visits every table entry that a batch for a piece reads, in order. It is the same for all questions.
func reads(p board.Piece, _ int, _ uint64, visit tablestest.Visit) {
	for _, v := range vectors(p) {
		tablestest.Read(visit, v)
	}
}
