package shifted

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads. It is the same for every occupancy.
//
//slidebench:tables 64*4*8, 64*4*8
//slidebench:reads 64*4*8, 64*4*8 | still answer=walked
func Reads(p board.Piece, sq int, _ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if p != board.Bishop {
		visit(unsafe.Pointer(&rooks[sq&63]), unsafe.Sizeof(rooks[0]))
	}
	if p != board.Rook {
		visit(unsafe.Pointer(&bishops[sq&63]), unsafe.Sizeof(bishops[0]))
	}
}
