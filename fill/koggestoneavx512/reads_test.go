package koggestoneavx512

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Sets:      &conform.SetFuncs{RooksFunc: Rooks, BishopsFunc: Bishops, QueensFunc: Queens},
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// Two vectors of eight words; for AVX-512 the order of 64 bytes, and a word with the units.
			Bytes:   []int{2*8*8 + 64 + 8, 2*8*8 + 64 + 8, 2*8*8 + 64 + 8},
			Leading: [2]int{2*8*8 + 64 + 8, 2*8*8 + 64 + 8}, Vectors: true, Still: true, Alike: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{2 * 8 * 8, 2 * 8 * 8, 2 * 8 * 8},
			Leading: [2]int{2 * 8 * 8, 2 * 8 * 8}, Vectors: true, Still: true, Alike: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every question, but without
// AVX-512 a rook reads only its own lanes, and a bishop its.
func reads(_ board.Piece, _ int, _ uint64, visit tablestest.Visit) {
	tablestest.Read(visit, &lanes.step)
	tablestest.Read(visit, &lanes.entered)
	if hasAVX512 {
		tablestest.Read(visit, &lanes.order)
		tablestest.Read(visit, &lanes.units)
	}
}
