package rotated

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 2*64*64*8, 2*64*64*8
//slidebench:reads 53_632, 2*64*64*8 | answer=ored
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	var s State
	s.Prepare(occ)
	read := func(attacks *[64][64]uint64, rotated uint64, position int) {
		scaffold.Read(visit, &attacks[sq&63][inner(rotated, position)])
	}
	if p != board.Bishop {
		read(&rankAttacks, s.ranks, sq)
		read(&fileAttacks, s.files, sq<<3)
	}
	if p != board.Rook {
		read(&diagonalAttacks, s.diagonals, diagonalPosition(sq))
		read(&antidiagonalAttacks, s.antidiagonals, antidiagonalPosition(sq))
	}
}
