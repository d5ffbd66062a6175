package titboards

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
			// Ternary numbers have 2 bytes. Each square has 3^7 = 2,187 words for each of a piece's two lines, and for a bishop two diagonals.
			Bytes: []int{8*256*2 + 64*2*2187*8, 8*256*2 + 64*2*8 + 64*2*2187*8, 8*256*2 + 64*2*8 + 64*4*2187*8},
			// Words without own pieces: 128 contents of a rank; of a file the relevant squares, and the whole file; all 5,124 sets of squares of diagonals.
			// Diagonals lack the slider's own square, so they need half of the ternary numbers.
			Leading: [2]int{8*256*2 + 64*128*8 + (tablestest.FileSubsets+64)*8, 8*128*2 + 64*2*8 + 5_124*8}, Answer: tablestest.LastTwo,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	if p != board.Bishop {
		t := &rookTable[sq&63]
		tablestest.Read(visit, &ternary[sq&7][occ>>(sq&56)&255])
		tablestest.Read(visit, &ternary[7-sq>>3&7][occ>>(sq&7)&fileA*diagonal>>56])
		tablestest.Read(visit, &t[0][rankDigits(sq, occ)])
		tablestest.Read(visit, &t[1][fileDigits(sq, occ)])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &ternary[sq&7][occ&d.Diagonal*fileA>>56])
		tablestest.Read(visit, &ternary[sq&7][occ&d.Antidiagonal*fileA>>56])
		tablestest.Read(visit, &t[0][diagonalDigits(sq, d.Diagonal, occ)])
		tablestest.Read(visit, &t[1][diagonalDigits(sq, d.Antidiagonal, occ)])
	}
}
