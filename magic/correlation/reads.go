package correlation

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for
// a piece reads, in order.
//
//slidebench:tables 64*8+32*8+64*4096*8, 64*8+8*8+64*512*8
//slidebench:reads 64*8+32*8, 64*8+8*8 | shared
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(words ...*uint64) {
		for _, word := range words {
			visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
		}
	}
	sq &= 63
	if p != board.Bishop {
		read(&rookMasks[sq], &rookFactors[sq>>1], &rookTable[sq][rookIndex(sq, occ)])
	}
	if p != board.Rook {
		read(&bishopMasks[sq], &bishopFactors[sq>>3], &bishopTable[sq][bishopIndex(sq, occ)])
	}
}
