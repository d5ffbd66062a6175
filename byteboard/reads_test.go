package byteboard

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
			// An entry has two permutations of 128 bytes; a rook and a bishop also read the word of their lines.
			Bytes:   []int{64*256 + 64*8, 64*256 + 64*8, 64 * 256},
			Leading: [2]int{64 * (256 + 8), 64 * (256 + 8)}, Vectors: true, Still: true, Alike: true, Whole: true,
		},
		Without: &tablestest.Shape{
			// Here all pieces read the scatter, 128 bytes, and the lines of both pieces.
			Bytes:   []int{64*256 + 64*8 + 64*8, 64*256 + 64*8 + 64*8, 64*256 + 2*64*8},
			Leading: [2]int{64 * (128 + 2*8), 64 * (128 + 2*8)}, Vectors: true, Still: true, Alike: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	e := &entries[sq&63]
	if hasAVX2 {
		tablestest.Read(visit, e)
	} else { // the loops read the places from the permutation of the scatter
		tablestest.Read(visit, &e.scatter)
	}
	if p == board.Rook || !hasAVX2 {
		tablestest.Read(visit, &rookLines[sq&63])
	}
	if p == board.Bishop || !hasAVX2 {
		tablestest.Read(visit, &bishopLines[sq&63])
	}
}
