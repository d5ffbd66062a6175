package inbetween

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
			// Lines for each square, and a word for each two squares, of which lookups read those on lines.
			Bytes:   []int{64*8 + 64*64*8, 64*8 + 64*64*8, 2*64*8 + 64*64*8},
			Leading: [2]int{64*8 + 8*tablestest.RookLines, 64*8 + 8*tablestest.BishopLines}, Still: true, Answer: tablestest.Seen,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	lines := uint64(0)
	read := func(word *uint64) {
		tablestest.Read(visit, word)
		lines |= *word
	}
	if p != board.Bishop {
		read(&rookLines[sq&63])
	}
	if p != board.Rook {
		read(&bishopLines[sq&63])
	}
	for t := range board.Squares(lines) {
		tablestest.Read(visit, &between[sq&63][t])
	}
}
