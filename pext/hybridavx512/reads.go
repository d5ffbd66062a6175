package hybridavx512

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that a batch for a piece reads for a question, in order: those of the vectors, or those of PEXT where PEXT answers the question.
//
//slidebench:tables 64*64+rookTable/4+128, 64*64+bishopTable+256, 64*64+rookTable/4+bishopTable+384
//slidebench:tables-without 64*64+64*2*7*8+rookTable/4, 64*64+64*7*8+bishopTable, 64*64+64*3*7*8+rookTable/4+bishopTable
//slidebench:reads 64*3*8+rookTable/4+128, 64*2*8+bishopTable+256 | answer=spread
//slidebench:reads-without 64*(8+2*7*8)+rookTable/4, 64*(8+7*8)+bishopTable | answer=spread
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if hasBoth && p != board.Bishop {
		scaffold.Read(visit, &files)
		scaffold.Read(visit, &ranks)
	}
	if hasBoth && p != board.Rook {
		scaffold.Read(visit, &diagonals)
		scaffold.Read(visit, &antidiagonals)
	}
	tables.Reads(p, sq, occ, !hasBoth, visit)
}
