package rookpdep

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order of its first read.
//
//slidebench:tables 64*64+rookTable/4, 64*64+bishopTable, 64*64+rookTable/4+bishopTable
//slidebench:tables-without 64*64+64*2*7*8+rookTable/4, 64*64+64*7*8+bishopTable, 64*64+64*3*7*8+rookTable/4+bishopTable
//slidebench:reads 64*3*8+rookTable/4, 64*2*8+bishopTable | answer=spread
//slidebench:reads-without 64*(8+2*7*8)+rookTable/4, 64*(8+7*8)+bishopTable | answer=spread
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	tables.Reads(p, sq, occ, !hasBMI2, visit)
}
