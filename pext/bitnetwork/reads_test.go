package bitnetwork

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
)

func TestTables(t *testing.T) {
	tablestest.Run(t, tablestest.Technique{
		Rook: Rook, Bishop: Bishop, Queen: Queen,
		Available: Available, TableBytes: TableBytes, Reads: reads,
		Shape: tablestest.Shape{
			// An entry has four words, each square on its lines a network of 32 bytes, and the assembly three constants of 16 bytes.
			Bytes:   []int{64*4*8 + tablestest.RookLines*32 + 3*16, 64*4*8 + tablestest.BishopLines*32 + 3*16, 2*64*4*8 + (tablestest.RookLines+tablestest.BishopLines)*32 + 3*16},
			Leading: [2]int{64*4*8 + tablestest.RookLines*32 + 3*16, 64*4*8 + tablestest.BishopLines*32 + 3*16}, Vectors: true, Still: true,
		},
		Without: &tablestest.Shape{
			// The software form has two of compress.Mask, of 7 words each, for each entry, and needs no constants.
			Bytes:   []int{64*(4*8+2*7*8) + tablestest.RookLines*32, 64*(4*8+2*7*8) + tablestest.BishopLines*32, 2*64*(4*8+2*7*8) + (tablestest.RookLines+tablestest.BishopLines)*32},
			Leading: [2]int{64*(4*8+2*7*8) + tablestest.RookLines*32, 64*(4*8+2*7*8) + tablestest.BishopLines*32}, Vectors: true, Still: true,
		},
	})
}

// reads visits every table entry that the lookup for a piece reads. It is the same for every occupancy.
func reads(p board.Piece, sq int, _ uint64, visit tablestest.Visit) {
	read := func(e *entry, s *soft, weights []network) {
		tablestest.Read(visit, e)
		if hasAVX2 {
			tablestest.Read(visit, &constants)
		} else {
			tablestest.Read(visit, s)
		}
		networks := weights[e.first:][:e.outputs]
		for t := range networks {
			tablestest.Read(visit, &networks[t])
		}
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSoft[sq&63], rookWeights[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSoft[sq&63], bishopWeights[:])
	}
}
