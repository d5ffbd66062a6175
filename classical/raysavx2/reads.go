package raysavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Reads calls visit with the address and the size in bytes of everything in the package's tables that the lookup for a
// piece reads. It is the same for all pieces and every occupancy.
//
//slidebench:tables 64*8*8+(3*32), 64*8*8+(3*32), 64*8*8+(3*32)
//slidebench:tables-without 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*8*8+96, 64*8*8+96 | still alike tail answer=walked
//slidebench:reads-without 64*8*8, 64*8*8 | still alike answer=walked
func Reads(_ board.Piece, sq int, _ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	e := &all.entries[sq&63]
	visit(unsafe.Pointer(e), unsafe.Sizeof(*e))
	if hasAVX2 {
		visit(unsafe.Pointer(&all.one), unsafe.Sizeof(all.one))
		visit(unsafe.Pointer(&all.two), unsafe.Sizeof(all.two))
		visit(unsafe.Pointer(&all.four), unsafe.Sizeof(all.four))
	}
}
