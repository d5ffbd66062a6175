package hybridavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/pext/internal/scalartest"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Batches:   &conform.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// A square's entry has 64 bytes, 32 for each piece; a rook's slot has 16 bits in place of 64. Vectors have 32 bytes: five for bishops, and for rooks and queens three more.
			Bytes: []int{64*64 + tablestest.RookTable/4 + 8*32, 64*64 + tablestest.BishopTable + 5*32, 64*64 + tablestest.RookTable/4 + tablestest.BishopTable + 8*32},
			// Of an entry, a rook's question reads three words (mask, lines, offset), and a bishop's two (mask, offset). All slots count, as Spread makes the attacks.
			Leading: [2]int{64*3*8 + tablestest.RookTable/4 + 8*32, 64*2*8 + tablestest.BishopTable + 5*32}, Answer: tablestest.Spread,
		},
		Without: &tablestest.Shape{
			// A compress.Mask has 7 words: two Masks are read for a rook, in place of mask and lines, and one for a bishop; of an entry the offset alone, 8 bytes.
			Bytes:   []int{64*64 + 64*2*7*8 + tablestest.RookTable/4, 64*64 + 64*7*8 + tablestest.BishopTable, 64*64 + 64*3*7*8 + tablestest.RookTable/4 + tablestest.BishopTable},
			Leading: [2]int{64*(8+2*7*8) + tablestest.RookTable/4, 64*(8+7*8) + tablestest.BishopTable}, Answer: tablestest.Spread,
		},
	})
}

// reads visits every table entry that a batch for a piece reads for a question, in order: the vectors where there are any, and what PEXT reads if it
// answers the question beside them.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	for _, v := range vectors(p) {
		tablestest.Read(visit, v)
	}
	scalartest.Reads(&tables, p, sq, occ, !hasBoth, visit)
}
