package unchecked

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8+rookTable, 64*4*8+bishopTable
//slidebench:reads 64*(3*8+pointer), 64*(3*8+pointer) | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	const wordBytes = unsafe.Sizeof(rookTable[0])
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		scaffold.Read(visit, e)
		visit(unsafe.Add(e.table, e.index(occ)*uint64(wordBytes)), wordBytes)
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		scaffold.Read(visit, e)
		visit(unsafe.Add(e.table, e.index(occ)*uint64(wordBytes)), wordBytes)
	}
}
