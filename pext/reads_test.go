package pext

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Batches:   &conform.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			Bytes:   []int{64*(8+8) + tablestest.RookTable, 64*(8+8) + tablestest.BishopTable},
			Leading: [2]int{64 * 2 * 8, 64 * 2 * 8}, // mask and offset
		},
		Without: &tablestest.Shape{
			// compress.Mask, which the software form reads in place of a mask, has 7 words.
			Bytes:   []int{64*(8+8) + 64*7*8 + tablestest.RookTable, 64*(8+8) + 64*7*8 + tablestest.BishopTable},
			Leading: [2]int{64 * (8 + 7*8), 64 * (8 + 7*8)}, // offset and compress.Mask
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(e *entry, squares *compress.Mask, table []uint64) {
		if hasPEXT {
			tablestest.Read(visit, e)
		} else { // the mask is read from squares
			tablestest.Read(visit, &e.offset)
			tablestest.Read(visit, squares)
		}
		tablestest.Read(visit, &table[softIndex(e, squares, occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSquares[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSquares[sq&63], bishopTable[:])
	}
}
