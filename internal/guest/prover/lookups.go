package main

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// These lookups are proved unless package guest puts another file in this one's place. Without this file the package would not compile.

func Build() error { return nil }

func Rook(sq int, occ uint64) uint64   { return board.Walk(board.Rook, sq, occ) }
func Bishop(sq int, occ uint64) uint64 { return board.Walk(board.Bishop, sq, occ) }
func Queen(sq int, occ uint64) uint64  { return board.Walk(board.Queen, sq, occ) }

// both is the lookup for rook and bishop at once, nil if there is none.
var both func(sq int, occ uint64) (rook, bishop uint64)

// deltas asks the delta function, nil if there is none. Package guest describes it, at askDelta.
var deltas func(n int, number func(i int) (before unsafe.Pointer, move uint32), text func(i int) (fen, move string), ready func(), room func(i int) []uint32, done func(i, count int))

// lookups says whether there is any lookup: otherwise only deltas are proved.
const lookups = true
