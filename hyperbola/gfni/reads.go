package gfni

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that a lookup reads, in
// order. It is the same for all pieces.
func Reads(_ board.Piece, sq int, _ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	e := &all.entries[sq&63]
	if hasGFNI {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.reversed)+unsafe.Sizeof(e.reversed))
		visit(unsafe.Pointer(&all.swap), unsafe.Sizeof(all.swap))
		visit(unsafe.Pointer(&all.matrix), unsafe.Sizeof(all.matrix))
	} else {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.b)+unsafe.Sizeof(e.b))
	}
}
