package spectral

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for
// a piece reads, in order.
//
//slidebench:tables 64*16+265_315*8, 64*16+265_315*8, 2*64*16+265_315*8
//slidebench:reads 64*2*8, 64*2*8
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(e *entry) {
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[e.index(occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63])
	}
}
