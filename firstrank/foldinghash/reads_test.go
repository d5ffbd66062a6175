package foldinghash

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Each square has four lines of 16 bytes. Both pieces share a table of 8,192 words.
			Bytes: []int{64*4*16 + 8192*8, 64*4*16 + 8192*8, 64*4*16 + 8192*8},
			// Each piece reads two lines of a square. Lines share words as the factors have it: these numbers of words are counted.
			Leading: [2]int{64*2*16 + 3_409*8, 64*2*16 + 1_104*8}, Answer: tablestest.LastTwo,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(l lines.Line) {
		e := &entries[sq&63][l]
		tablestest.Read(visit, e)
		tablestest.Read(visit, &table[e.Index(occ)])
	}
	if p != board.Bishop {
		read(lines.Rank)
		read(lines.File)
	}
	if p != board.Rook {
		read(lines.Diagonal)
		read(lines.Antidiagonal)
	}
}
