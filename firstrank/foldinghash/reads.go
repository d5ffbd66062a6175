package foldinghash

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads, in order.
//
//slidebench:tables 64*4*16+8192*8, 64*4*16+8192*8, 64*4*16+8192*8
//slidebench:reads 29_320, 10_880 | answer=lastTwo
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	read := func(l lines.Line) {
		e := &entries[sq&63][l]
		visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
		word := &table[e.Index(occ)]
		visit(unsafe.Pointer(word), unsafe.Sizeof(*word))
	}
	if p != board.Bishop {
		read(lines.Rank)
		read(lines.File)
	}
	if p != board.Rook {
		read(lines.Diagonal)
		read(lines.Antidiagonal)
	}
}
