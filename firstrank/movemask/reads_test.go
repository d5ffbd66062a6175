package movemask

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Attacks on all files have 8 x 64 words, those within the first rank 64 x 8 bytes. A bishop has two diagonals for each square.
			Bytes: []int{8*64*8 + 64*8, 8*64*8 + 64*2*8, 8*64*8 + 64*8 + 64*2*8},
			// Of a file, tests ask the relevant squares, 2^6 sets on two ranks and 2^5 on six, and there also the whole file. Diagonals without
			// the slider's own square need as many slots as files without the whole of them.
			Leading: [2]int{64*8 + (2*64+6*(32+1))*8, 64*2*8 + (2*64+6*32)*8}, Answer: tablestest.OnAllFiles,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	slots := &all.onFiles[sq>>3&7]
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		tablestest.Read(visit, rank)
		tablestest.Read(visit, &slots[fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &all.diagonals[sq&63]
		tablestest.Read(visit, d)
		tablestest.Read(visit, &slots[lineIndex(d.diagonal, occ)])
		tablestest.Read(visit, &slots[lineIndex(d.antidiagonal, occ)])
	}
}
