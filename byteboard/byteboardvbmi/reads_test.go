package byteboardvbmi

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen, Both: Both,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// An order and the places in it have 64 bytes each; a rook and a bishop also read the word of their lines.
			Bytes:   []int{64*128 + 64*8, 64*128 + 64*8, 64 * 128},
			Leading: [2]int{64 * (128 + 8), 64 * (128 + 8)}, Vectors: true, Still: true, Alike: true, Whole: true,
		},
		Without: &tablestest.Shape{
			Bytes:   []int{64*64 + 64*8, 64*64 + 64*8, 64 * 64},
			Leading: [2]int{64 * (64 + 8), 64 * (64 + 8)}, Vectors: true, Still: true, Alike: true, Whole: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	tablestest.Read(visit, &all.squares[sq&63])
	if hasVBMI { // the loops of the software form go along the order instead
		tablestest.Read(visit, &all.places[sq&63])
	}
	switch p {
	case board.Rook:
		tablestest.Read(visit, &rookLines[sq&63])
	case board.Bishop:
		tablestest.Read(visit, &bishopLines[sq&63])
	}
}
