package torusgroups

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*6*8+12_284*8, 64*4*8+12_284*8, 64*(6+4)*8+12_284*8
//slidebench:reads 64*6*8, 64*4*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[e.index(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[e.index(occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
}
