package slidearith

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*4*8, 64*4*8, 64*4*8
//slidebench:reads 64*2*8, 64*2*8 | lines still
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	e := &entries[sq&63]
	if p != board.Bishop {
		visit(unsafe.Pointer(&e.rank), unsafe.Sizeof(e.rank)+unsafe.Sizeof(e.file))
	}
	if p != board.Rook {
		visit(unsafe.Pointer(&e.diagonal), unsafe.Sizeof(e.diagonal)+unsafe.Sizeof(e.antidiagonal))
	}
}
