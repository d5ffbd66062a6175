package sissytworanks

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads, in order. The test of reads asks all subsets of a mask, and
// boards whose ranks are all alike: of the tables that is a small part.
//
//slidebench:tables 128<<20+64*16, 512<<10+64*16, 128<<20
//slidebench:reads 562_432, 12_384 | answer=anded whole apart
func Reads(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
	if p == board.Bishop {
		scaffold.Read(visit, &squareLines[sq&63].bishop)
		for pair := range 4 {
			scaffold.Read(visit, &diagonals[sq&63][index(sq, occ)>>(16*pair)&255][pair])
		}
		return
	}
	for pair := range 4 {
		scaffold.Read(visit, &supersets[sq&63][occ>>(16*pair)&0xffff][pair])
	}
	if p == board.Rook {
		scaffold.Read(visit, &squareLines[sq&63].rook)
	}
}
