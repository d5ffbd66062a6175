package gfni

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a lookup reads, in order. It is the same for all pieces.
//
//slidebench:tables 64*8*8+(16+8), 64*8*8+(16+8), 64*8*8+(16+8)
//slidebench:tables-without 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*6*8+24, 64*6*8+24 | still alike answer=reversedLanes
//slidebench:reads-without 64*5*8, 64*5*8 | lines still alike
func Reads(_ board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	e := &all.entries[sq&63]
	if hasGFNI {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.reversed)+unsafe.Sizeof(e.reversed))
		scaffold.Read(visit, &all.swap)
		scaffold.Read(visit, &all.matrix)
	} else {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.b)+unsafe.Sizeof(e.b))
	}
}
