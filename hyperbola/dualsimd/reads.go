package dualsimd

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 64*3*32+256*8, 64*3*32, 64*3*32+256*8+32
//slidebench:tables-without 64*3*32+256*8, 64*3*32, 64*3*32+256*8
//slidebench:reads 64*4*8+256*8, 64*4*8 | lines
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	e := &entries[sq&63]
	if p == board.Queen && hasVectors {
		scaffold.Read(visit, e)
		visit(unsafe.Pointer(&swap), swapBytes)
	} else {
		scaffold.Read(visit, &e.lines)
	}
	if p != board.Bishop {
		scaffold.Read(visit, &rankAttacks[uint8(occ>>(sq&56))][sq&7])
	}
}
