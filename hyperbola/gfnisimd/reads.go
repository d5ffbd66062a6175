package gfnisimd

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a lookup reads, in order. It is the same for all pieces.
//
//slidebench:tables 64*8*8+(32+32), 64*8*8+(32+32), 64*8*8+(32+32)
//slidebench:tables-without 64*8*8, 64*8*8, 64*8*8
//slidebench:reads 64*6*8+64, 64*6*8+64 | still alike answer=reversedLanes
//slidebench:reads-without 64*5*8, 64*5*8 | lines still alike
func Reads(_ board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	e := &entries[sq&63]
	if hasGFNI {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.reversed)+unsafe.Sizeof(e.reversed))
		scaffold.Read(visit, &constants)
	} else {
		visit(unsafe.Pointer(e), unsafe.Offsetof(e.b)+unsafe.Sizeof(e.b))
	}
}
