package quintessence

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*8+64*8, 64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | lines
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if p != board.Bishop {
		file := &files[sq&63]
		visit(unsafe.Pointer(file), unsafe.Sizeof(*file))
		rank := &rankAttacks[occ>>(sq&56)>>1&63][sq&7]
		visit(unsafe.Pointer(rank), unsafe.Sizeof(*rank))
	}
	if p != board.Rook {
		pair := &diagonals[sq&63]
		visit(unsafe.Pointer(pair), unsafe.Sizeof(*pair))
	}
}
