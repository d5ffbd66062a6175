package correlation

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
			// A mask for each square, and a factor for two squares of rooks, or eight of bishops.
			Bytes:   []int{64*8 + 32*8 + 64*4096*8, 64*8 + 8*8 + 64*512*8},
			Leading: [2]int{64*8 + 32*8, 64*8 + 8*8}, Shared: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	sq &= 63
	if p != board.Bishop {
		tablestest.Read(visit, &rookMasks[sq])
		tablestest.Read(visit, &rookFactors[sq>>1])
		tablestest.Read(visit, &rookTable[sq][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		tablestest.Read(visit, &bishopMasks[sq])
		tablestest.Read(visit, &bishopFactors[sq>>3])
		tablestest.Read(visit, &bishopTable[sq][bishopIndex(sq, occ)])
	}
}
