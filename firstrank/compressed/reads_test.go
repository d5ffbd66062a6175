package compressed

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
			// Ranks filled up have 8 x 64 words; for the a-file there are eight entries of two words, and 192 words. A bishop has two diagonals for each square.
			Bytes: []int{8*64*8 + 8*2*8 + 192*8, 8*64*8 + 64*2*8, 8*64*8 + 8*2*8 + 192*8 + 64*2*8},
			// Ranks need all slots, and the a-file 182 of 192. Diagonals lack the slider's own square: they need 2^6 slots on two files, and 2^5 on six.
			Leading: [2]int{8*64*8 + 8*2*8 + 182*8, 64*2*8 + (2*64+6*32)*8}, Answer: tablestest.FilledUp,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &fillUp[sq&7][rankIndex(sq, occ)])
		e := &entries[sq>>3&7]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &onFileA[e.index(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &fillUp[sq&7][diagonalIndex(d.Diagonal, occ)])
		tablestest.Read(visit, &fillUp[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
