package byteboard

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*256+64*8, 64*256+64*8, 64*256
//slidebench:tables-without 64*256+64*8+64*8, 64*256+64*8+64*8, 64*256+2*64*8
//slidebench:reads 64*(256+8), 64*(256+8) | vectors still alike whole
//slidebench:reads-without 64*(128+2*8), 64*(128+2*8) | vectors still alike
func Reads(p board.Piece, sq int, _ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	e := &entries[sq&63]
	if hasAVX2 {
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
	} else { // the loops read the places from the permutation of the scatter
		visit(unsafe.Pointer(&e.scatter), unsafe.Sizeof(e.scatter))
	}
	if p == board.Rook || !hasAVX2 {
		visit(unsafe.Pointer(&rookLines[sq&63]), unsafe.Sizeof(rookLines[0]))
	}
	if p == board.Bishop || !hasAVX2 {
		visit(unsafe.Pointer(&bishopLines[sq&63]), unsafe.Sizeof(bishopLines[0]))
	}
}
