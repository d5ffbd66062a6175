package obstructionavx512

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that a batch for a
// piece reads, in order: once for all questions.
//
//slidebench:tables 2*64, 4*64, 6*64
//slidebench:tables-without 0, 0, 0
//slidebench:reads 2*64, 4*64 | vectors still
func Reads(p board.Piece, _ int, _ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	if !hasAVX512 {
		return
	}
	if p != board.Bishop {
		visit(unsafe.Pointer(&files), unsafe.Sizeof(files))
		visit(unsafe.Pointer(&ranks), unsafe.Sizeof(ranks))
	}
	if p != board.Rook {
		visit(unsafe.Pointer(&diagonals), unsafe.Sizeof(diagonals))
		visit(unsafe.Pointer(&antidiagonals), unsafe.Sizeof(antidiagonals))
	}
}
