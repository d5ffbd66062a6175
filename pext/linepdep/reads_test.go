package linepdep

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
			// A pair has two lines of three words; the 8 places within a line have 64 bytes of the table each.
			Bytes:   []int{64*2*3*8 + 8*64, 64*2*3*8 + 8*64, 2*64*2*3*8 + 8*64},
			Leading: [2]int{64*2*3*8 + 8*64, 64*2*3*8 + 8*64}, Vectors: true, Alike: true, Tail: true,
		},
		Without: &tablestest.Shape{
			// The software form of a line has two of compress.Mask, of 7 words each.
			Bytes:   []int{64*2*(3*8+2*7*8) + 8*64, 64*2*(3*8+2*7*8) + 8*64, 2*64*2*(3*8+2*7*8) + 8*64},
			Leading: [2]int{64*2*(3*8+2*7*8) + 8*64, 64*2*(3*8+2*7*8) + 8*64}, Vectors: true, Alike: true, Tail: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order of its first read.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(pair *pair, soft *[2]softLine) {
		tablestest.Read(visit, pair)
		if !hasBMI2 {
			tablestest.Read(visit, soft)
		}
		for i := range pair {
			tablestest.Read(visit, &table[pair[i].offset>>6&7][soft[i].inner.Extract(occ)&63])
		}
	}
	if p != board.Bishop {
		read(&rookPairs[sq&63], &rookSoft[sq&63])
	}
	if p != board.Rook {
		read(&bishopPairs[sq&63], &bishopSoft[sq&63])
	}
}
