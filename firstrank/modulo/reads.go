package modulo

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*8+64*(64+73)*8, 64*2*8+64*(85+65)*8
//slidebench:reads 53_760, 14_336 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	word := func(at *uint64) { visit(unsafe.Pointer(at), unsafe.Sizeof(*at)) }
	if p != board.Bishop {
		t, file := &rookTable[sq&63], &files[sq&63]
		word(file)
		word(&t.rank[rankIndex(sq, occ)])
		word(&t.file[occ&*file%fileModulus])
	}
	if p != board.Rook {
		t, d := &bishopTable[sq&63], &diagonals[sq&63]
		visit(unsafe.Pointer(d), unsafe.Sizeof(*d))
		word(&t.diagonal[occ&d.diagonal%diagonalModulus])
		word(&t.antidiagonal[occ&d.antidiagonal%antidiagonalModulus])
	}
}
