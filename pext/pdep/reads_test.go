package pdep

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
			// An entry has mask, lines, offset and an unused word; a slot has 16 bits in place of 64.
			Bytes:   []int{64*4*8 + tablestest.RookTable/4, 64*4*8 + tablestest.BishopTable/4},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Overlay: 2,
		},
		Without: &tablestest.Shape{
			// Two of compress.Mask, of 7 words each, are read in place of mask and lines.
			Bytes:   []int{64*4*8 + 64*2*7*8 + tablestest.RookTable/4, 64*4*8 + 64*2*7*8 + tablestest.BishopTable/4},
			Leading: [2]int{64 * (8 + 2*7*8), 64 * (8 + 2*7*8)}, Overlay: 2,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order of its first read.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(e *entry, s *soft, table []uint16) {
		if hasBMI2 {
			tablestest.Read(visit, e)
		} else { // the mask and the lines are read from s
			tablestest.Read(visit, &e.offset)
			tablestest.Read(visit, s)
		}
		tablestest.Read(visit, &table[softIndex(e, s, occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSoft[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSoft[sq&63], bishopTable[:])
	}
}
