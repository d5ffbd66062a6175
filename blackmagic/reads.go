package blackmagic

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*3*8+87_912*8, 64*3*8+87_912*8, 2*64*3*8+87_912*8
//slidebench:reads 64*(2*8+pointer), 64*(2*8+pointer) | shared
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if p != board.Bishop {
		e := &rookEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[rookIndex(e, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Rook {
		e := &bishopEntries[sq&63]
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[bishopIndex(e, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
}
