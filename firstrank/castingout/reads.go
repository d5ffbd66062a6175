package castingout

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 2*8*64*8, 8*64*8+64*2*8, 2*8*64*8+64*2*8
//slidebench:reads 6_704, 3_584 | answer=filledUp
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	word := func(at *uint64) { visit(unsafe.Pointer(at), unsafe.Sizeof(*at)) }
	if p != board.Bishop {
		word(&fillUp[sq&7][rankIndex(sq, occ)])
		word(&onFileA[sq>>3&7][fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &diagonals[sq&63]
		visit(unsafe.Pointer(d), unsafe.Sizeof(*d))
		word(&fillUp[sq&7][diagonalIndex(d.diagonal, occ)])
		word(&fillUp[sq&7][diagonalIndex(d.antidiagonal, occ)])
	}
}
