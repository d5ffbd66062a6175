package bytes

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
			// An entry has four words. Numbers of sets have a byte: 88,064 of rooks, and 4,800 of bishops, as in package dense. Both pieces share the 4,900 words with sets.
			Bytes:   []int{64*4*8 + 88_064 + 4900*8, 64*4*8 + 4_800 + 4900*8, 2*64*4*8 + 88_064 + 4_800 + 4900*8},
			Leading: [2]int{64 * 4 * 8, 64 * 4 * 8}, Overlay: 8, Numbers: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(e *entry, number *uint8) {
		tablestest.Read(visit, e)
		tablestest.Read(visit, number)
		tablestest.Read(visit, &sets[e.set(*number)])
	}
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		read(e, &rookNumbers[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		read(e, &bishopNumbers[e.index(occ)])
	}
}
