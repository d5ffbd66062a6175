package hashmap

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
			// An entry has 16 bytes, and so have slots, of which half are free: a key and the attacks. Lookups read all keys on their way.
			Bytes:   []int{64*16 + 2*board.RookSubsets*16, 64*16 + 2*board.BishopSubsets*16},
			Leading: [2]int{64*16 + board.RookSubsets*8, 64*16 + board.BishopSubsets*8},
		},
	})
}

// reads visits every table entry that the lookup for a piece reads, in order: the key of every slot on the way, and the attacks
// of the last one.
func reads(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
	read := func(e *entry, table []slot) {
		tablestest.Read(visit, e)
		found, key := probe(e, table, occ), occ&e.mask
		for i := e.first(key); ; i = e.next(i) {
			s := &table[uint64(e.offset)+i]
			tablestest.Read(visit, &s.key)
			if s == found {
				break
			}
		}
		tablestest.Read(visit, &found.attacks)
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
