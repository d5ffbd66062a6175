package inbetween

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. It is the same for every occupancy.
//
//slidebench:tables 64*8+64*64*8, 64*8+64*64*8, 2*64*8+64*64*8
//slidebench:reads 64*8+8*rookLines, 64*8+8*bishopLines | still answer=seen
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	lines := uint64(0)
	read := func(word *uint64) {
		scaffold.Read(visit, word)
		lines |= *word
	}
	if p != board.Bishop {
		read(&rookLines[sq&63])
	}
	if p != board.Rook {
		read(&bishopLines[sq&63])
	}
	for t := range board.Squares(lines) {
		scaffold.Read(visit, &between[sq&63][t])
	}
}
