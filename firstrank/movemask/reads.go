package movemask

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order.
//
//slidebench:tables 8*64*8+64*8, 8*64*8+64*2*8, 8*64*8+64*8+64*2*8
//slidebench:reads 3_120, 3_584 | answer=onAllFiles
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	slots := &all.onFiles[sq>>3&7]
	if p != board.Bishop {
		rank := rankAt(sq, occ)
		scaffold.Read(visit, rank)
		scaffold.Read(visit, &slots[fileIndex(sq, occ)])
	}
	if p != board.Rook {
		d := &all.diagonals[sq&63]
		scaffold.Read(visit, d)
		scaffold.Read(visit, &slots[lineIndex(d.diagonal, occ)])
		scaffold.Read(visit, &slots[lineIndex(d.antidiagonal, occ)])
	}
}
