package rotated

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for
// a piece reads, in order.
//
//slidebench:tables 2*64*64*8, 2*64*64*8
//slidebench:reads 53_632, 2*64*64*8 | answer=ored
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	var s State
	s.Prepare(occ)
	read := func(attacks *[64][64]uint64, rotated uint64, position int) {
		word := &attacks[sq&63][inner(rotated, position)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(&rankAttacks, s.ranks, sq)
		read(&fileAttacks, s.files, sq<<3)
	}
	if p != board.Rook {
		read(&diagonalAttacks, s.diagonals, diagonalPosition(sq))
		read(&antidiagonalAttacks, s.antidiagonals, antidiagonalPosition(sq))
	}
}
