package rotated

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
			// Each square has 64 words for each of two lines.
			Bytes: []int{2 * 64 * 64 * 8, 2 * 64 * 64 * 8},
			// Ranks need all slots, and so do diagonals, whose index has a square on each inner file, be it of another diagonal.
			// Of a file, tests ask the relevant squares, and on 48 squares one content more: the whole file, the slider's square included.
			Leading: [2]int{64*64*8 + (tablestest.FileSubsets+48)*8, 2 * 64 * 64 * 8}, Answer: tablestest.Ored,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	var s State
	s.Prepare(occ)
	read := func(attacks *[64][64]uint64, rotated uint64, position int) {
		tablestest.Read(visit, &attacks[sq&63][inner(rotated, position)])
	}
	if p != board.Bishop {
		read(&rankAttacks, s.ranks, sq)
		read(&fileAttacks, s.files, sq<<3)
	}
	if p != board.Rook {
		read(&diagonalAttacks, s.diagonals, diagonalPosition(sq))
		read(&antidiagonalAttacks, s.antidiagonals, antidiagonalPosition(sq))
	}
}
