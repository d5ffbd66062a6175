package preschool

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*4096*8, 64*2*8+64*4096*8
//slidebench:reads 837_632, 43_008 | answer=lastOne
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if p != board.Bishop {
		word := &rookTable[sq&63][rookIndex(sq, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		visit(unsafe.Pointer(d), unsafe.Sizeof(*d))
		word := &bishopTable[sq&63][bishopIndex(d, occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
}
