// Package compresstest holds the shared parts of the tests of this family's techniques.
package compresstest

import (
	"fmt"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
)

// WrongSquares returns faults of the relevant squares of a piece on sq.
func WrongSquares(p board.Piece, sq int, squares *compress.Mask) []conform.Fault {
	mask := board.Mask(p, sq)
	flip := func(square int) {
		mask ^= 1 << square
		*squares = compress.New(mask)
	}
	return append(conform.WrongMasks(p, sq, flip), WrongMoves("mask", sq, squares)...)
}

// WrongMoves returns faults of a set of squares whose moves are of another set.
func WrongMoves(of string, sq int, squares *compress.Mask) []conform.Fault {
	words := (*[7]uint64)(unsafe.Pointer(squares)) // the set, then the bits that move by 1, 2, 4, ..., 32
	faults := conform.FlippedBits("software form: wrong "+of, sq, &words[0])
	for i := range words[1:] {
		moves := &words[1+i]
		detail := fmt.Sprintf("of step %d", i)
		faults = append(faults, conform.Wrong("software form: move of "+of+" left out", detail, moves, *moves&(*moves-1)))
	}
	return append(faults, conform.FlippedBits("software form: wrong moves of "+of, sq, &words[1+sq%6])...)
}
