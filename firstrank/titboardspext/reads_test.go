package titboardspext

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Ternary numbers have 2 bytes. Each square has four lines, and 3^7 = 2,187 words for each of a piece's two.
			Bytes: []int{128*2 + 64*4*8 + 64*2*2187*8, 128*2 + 64*4*8 + 64*2*2187*8, 128*2 + 64*4*8 + 64*4*2187*8},
			// Words without own pieces: 128 contents of a rank; of a file the relevant squares, and the whole file; all 5,124 sets of squares of diagonals.
			Leading: [2]int{128*2 + 64*2*8 + 64*128*8 + (tablestest.FileSubsets+64)*8, 128*2 + 64*2*8 + 5_124*8}, Answer: tablestest.LastTwo,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	l := &through[sq&63]
	read := func(table *lines.Slots, first, second *uint64) {
		for _, line := range []*uint64{first, second} {
			tablestest.Read(visit, line)
			tablestest.Read(visit, &ternary[content(occ, *line)])
		}
		tablestest.Read(visit, &table[0][digits(occ, *first)])
		tablestest.Read(visit, &table[1][digits(occ, *second)])
	}
	if p != board.Bishop {
		read(&rookTable[sq&63], &l[0], &l[1])
	}
	if p != board.Rook {
		read(&bishopTable[sq&63], &l[2], &l[3])
	}
}
