package paired

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// A square's entry has a mask and a pointer to a table for both pieces, of which a lookup reads one pair.
			Bytes:   []int{64*2*(8+tablestest.Pointer) + tablestest.RookTable, 64*2*(8+tablestest.Pointer) + tablestest.BishopTable, 64*2*(8+tablestest.Pointer) + tablestest.RookTable + tablestest.BishopTable},
			Leading: [2]int{64 * (8 + tablestest.Pointer), 64 * (8 + tablestest.Pointer)},
		},
		Without: &tablestest.Shape{
			// compress.Mask, which the software form reads in place of a mask, has 7 words.
			Bytes:   []int{64*2*(8+tablestest.Pointer) + 64*7*8 + tablestest.RookTable, 64*2*(8+tablestest.Pointer) + 64*7*8 + tablestest.BishopTable, 64*2*(8+tablestest.Pointer) + 2*64*7*8 + tablestest.RookTable + tablestest.BishopTable},
			Leading: [2]int{64 * (tablestest.Pointer + 7*8), 64 * (tablestest.Pointer + 7*8)},
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(s *side, squares *compress.Mask) {
		if hasBMI2 {
			tablestest.Read(visit, s)
		} else { // the mask is read from squares
			tablestest.Read(visit, &s.table)
			tablestest.Read(visit, squares)
		}
		tablestest.Read(visit, s.at(squares, occ))
	}
	if p != board.Bishop {
		read(&entries[sq&63].rook, &rookSquares[sq&63])
	}
	if p != board.Rook {
		read(&entries[sq&63].bishop, &bishopSquares[sq&63])
	}
}
