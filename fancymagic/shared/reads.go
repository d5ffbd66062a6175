package shared

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*4*8+65_536*8, 64*4*8+1_792*8
//slidebench:reads 64*4*8, 64*4*8 | overlay=8
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(e *entry, table []uint64) {
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[e.index(occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], rookTable[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], bishopTable[:])
	}
}
