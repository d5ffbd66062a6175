package obstructionavx512

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a batch for a piece reads, in order: once for all questions.
//
//slidebench:tables 2*64, 4*64, 6*64
//slidebench:tables-without 0, 0, 0
//slidebench:reads 2*64, 4*64 | vectors still
func Reads(p board.Piece, _ int, _ uint64, visit scaffold.Visit) {
	if !hasAVX512 {
		return
	}
	if p != board.Bishop {
		scaffold.Read(visit, &files)
		scaffold.Read(visit, &ranks)
	}
	if p != board.Rook {
		scaffold.Read(visit, &diagonals)
		scaffold.Read(visit, &antidiagonals)
	}
}
