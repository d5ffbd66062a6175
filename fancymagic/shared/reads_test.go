package shared

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
			// An entry has four words: mask, factor, lines, and offset with shift. Groups of squares share words: those of rooks 65,536, those of bishops 1,792.
			Bytes:   []int{64*4*8 + 65_536*8, 64*4*8 + 1_792*8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Overlay: 8,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(e *entry, table []uint64) {
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.index(occ)])
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
