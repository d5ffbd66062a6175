package castingout

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
			// A rook has two tables of 8 x 64 words: ranks filled up, and the a-file. A bishop has the first, and two diagonals for each square.
			Bytes: []int{2 * 8 * 64 * 8, 8*64*8 + 64*2*8, 2*8*64*8 + 64*2*8},
			// Ranks need all slots. Of the a-file, tests ask the relevant squares, 2^6 sets on two ranks and 2^5 on six, and there also the whole file.
			// Diagonals without the slider's own square need as many as the a-file without the whole of it.
			Leading: [2]int{8*64*8 + (2*64+6*(32+1))*8, 64*2*8 + (2*64+6*32)*8}, Answer: tablestest.FilledUp,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		tablestest.Read(visit, &fillUp[sq&7][rankIndex(sq, occ)])
		tablestest.Read(visit, &onFileA[sq>>3&7][fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &fillUp[sq&7][diagonalIndex(d.Diagonal, occ)])
		tablestest.Read(visit, &fillUp[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
