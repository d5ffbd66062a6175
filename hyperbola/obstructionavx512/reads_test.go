package obstructionavx512

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
			// Vectors of 64 bytes; the software form has no tables.
			Bytes:   []int{2 * 64, 4 * 64, 6 * 64},
			Leading: [2]int{2 * 64, 4 * 64}, Vectors: true, Still: true,
		},
		Without: &tablestest.Shape{Bytes: []int{0, 0, 0}},
	})
}

// reads visits every table entry that a batch for a piece reads, in order: once for all questions.
func reads(p board.Piece, _ int, _ uint64, visit tablestest.Visit) {
	if !hasAVX512 {
		return
	}
	if p != board.Bishop {
		tablestest.Read(visit, &files)
		tablestest.Read(visit, &ranks)
	}
	if p != board.Rook {
		tablestest.Read(visit, &diagonals)
		tablestest.Read(visit, &antidiagonals)
	}
}
