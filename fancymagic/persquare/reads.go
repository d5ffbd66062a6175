package persquare

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. Of a slice these are its address and its length,
// not its capacity.
//
//slidebench:tables 64*(8+8+1+3*8)+rookTable, 64*(8+8+1+3*8)+bishopTable
//slidebench:reads 64*(2*8+1+2*pointer), 64*(2*8+1+2*pointer) | shared
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p != board.Bishop {
		mask, factor, shift, table := &rookMasks[sq&63], &rookMagics[sq&63], &rookShifts[sq&63], &rookTables[sq&63]
		scaffold.Read(visit, mask)
		scaffold.Read(visit, factor)
		scaffold.Read(visit, shift)
		visit(unsafe.Pointer(table), 2*unsafe.Sizeof(uintptr(0)))
		scaffold.Read(visit, &(*table)[rookIndex(sq, occ)])
	}
	if p != board.Rook {
		mask, factor, shift, table := &bishopMasks[sq&63], &bishopMagics[sq&63], &bishopShifts[sq&63], &bishopTables[sq&63]
		scaffold.Read(visit, mask)
		scaffold.Read(visit, factor)
		scaffold.Read(visit, shift)
		visit(unsafe.Pointer(table), 2*unsafe.Sizeof(uintptr(0)))
		scaffold.Read(visit, &(*table)[bishopIndex(sq, occ)])
	}
}
