package incremental

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
			// The words of each square's changes, 32 of 8 bytes, an offset of four bytes for each piece and square, and the attacks.
			Bytes:   []int{64*256 + 64*4 + tablestest.RookTable, 64*256 + 64*4 + tablestest.BishopTable, 64*256 + 2*64*4 + tablestest.RookTable + tablestest.BishopTable},
			Leading: [2]int{64*256 + 64*4 + tablestest.RookTable, 64*256 + 64*4 + tablestest.BishopTable}, Answer: tablestest.Second,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads without a State: the offset, the attacks, and the words that
// it reads before these, one for every occupied square.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	both := indices(sq, occ)
	read := func(offset *uint32, word *uint64) {
		tablestest.Read(visit, offset)
		tablestest.Read(visit, word)
	}
	if p != board.Bishop {
		read(&rookOffsets[sq&63], &rookTable[rookSlot(sq, both)])
	}
	if p != board.Rook {
		read(&bishopOffsets[sq&63], &bishopTable[bishopSlot(sq, both)])
	}
	for s := range board.Squares(occ) {
		tablestest.Read(visit, &delta[s][sq&63>>1])
	}
}
