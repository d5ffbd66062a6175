package koggestoneavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every question.
//
//slidebench:tables 3*4*8, 3*4*8, 3*4*8
//slidebench:reads 3*2*8, 3*2*8 | vectors still alike
func Reads(p board.Piece, _ int, _ uint64, visit scaffold.Visit) {
	first, count := 0, 4
	if p != board.Queen {
		first, count = 2*int(p), 2
	}
	for _, v := range [...]*[4]uint64{&lanes.step, &lanes.firstUp, &lanes.firstDown} {
		visit(unsafe.Pointer(&v[first]), uintptr(count)*unsafe.Sizeof(v[0]))
	}
}
