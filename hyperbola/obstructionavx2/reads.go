package obstructionavx2

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a batch for a piece reads, in order. It is the same for all questions.
//
//slidebench:tables 8*32, 5*32, 8*32
//slidebench:tables-without 0, 0, 0
//slidebench:reads 8*32, 5*32 | vectors still
func Reads(p board.Piece, _ int, _ uint64, visit scaffold.Visit) {
	for _, v := range vectors(p) {
		scaffold.Read(visit, v)
	}
}
