package naive

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. Of the relevant squares it visits those that count.
//
//slidebench:tables 64*(4+1+12+3)+rookTable, 64*(4+1+12+3)+bishopTable
//slidebench:reads 64*5+rookMasks, 64*5+bishopMasks
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.squares)+uintptr(e.n))
		scaffold.Read(visit, &rookTable[e.index(occ)])
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.squares)+uintptr(e.n))
		scaffold.Read(visit, &bishopTable[e.index(occ)])
	}
}
