package sharedrank

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
			// Attacks within the first rank have 8 x 64 bytes. A bishop has two diagonals for each square.
			Bytes: []int{8 * 64, 8*64 + 64*2*8, 8*64 + 64*2*8},
			// Diagonals lack the slider's own square: they need 2^6 bytes on two files, and 2^5 on six.
			Leading: [2]int{8 * 64, 64*2*8 + 2*64 + 6*32}, Answer: tablestest.OneRank, Tail: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(at *uint8) { tablestest.Read(visit, at) }
	if p != board.Bishop {
		read(&rankAttacks[sq&7][rankIndex(sq, occ)])
		read(&rankAttacks[(sq>>3^7)&7][fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		tablestest.Read(visit, d)
		read(&rankAttacks[sq&7][diagonalIndex(d.Diagonal, occ)])
		read(&rankAttacks[sq&7][diagonalIndex(d.Antidiagonal, occ)])
	}
}
