package pext

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*(8+8)+rookTable, 64*(8+8)+bishopTable
//slidebench:tables-without 64*(8+8)+64*7*8+rookTable, 64*(8+8)+64*7*8+bishopTable
//slidebench:reads 64*2*8, 64*2*8
//slidebench:reads-without 64*8*8, 64*8*8
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(e *entry, squares *compress.Mask, table []uint64) {
		if hasPEXT {
			visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		} else { // the mask is read from squares
			visit(unsafe.Pointer(&e.offset), unsafe.Sizeof(e.offset))
			visit(unsafe.Pointer(squares), unsafe.Sizeof(*squares))
		}
		word := &table[softIndex(e, squares, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSquares[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSquares[sq&63], bishopTable[:])
	}
}
