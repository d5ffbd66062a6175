package gather

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
			// Mask, factor and place for each square; for AVX-512 four words of constants.
			Bytes:   []int{64*3*8 + tablestest.RookTable + 32, 64*3*8 + tablestest.BishopTable + 32, 2*64*3*8 + tablestest.RookTable + tablestest.BishopTable + 32},
			Leading: [2]int{3*64*8 + 32, 3*64*8 + 32}, Shared: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64*3*8 + tablestest.RookTable, 64*3*8 + tablestest.BishopTable, 2*64*3*8 + tablestest.RookTable + tablestest.BishopTable},
			Leading: [2]int{3 * 64 * 8, 3 * 64 * 8}, Shared: true,
		},
	})
}

// reads visits every table entry that a batch for a piece reads for a question, in order. Every question reads all masks, factors
// and places.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	constantly := func() {
		if hasAVX512 {
			tablestest.Read(visit, &constants)
		}
	}
	if p != board.Bishop {
		constantly()
		tablestest.Read(visit, &rookMasks)
		tablestest.Read(visit, &rookFactors)
		tablestest.Read(visit, &rookPlaces)
		tablestest.Read(visit, &rookTable[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		constantly()
		tablestest.Read(visit, &bishopMasks)
		tablestest.Read(visit, &bishopFactors)
		tablestest.Read(visit, &bishopPlaces)
		tablestest.Read(visit, &bishopTable[bishopIndex(sq, occ)])
	}
}
