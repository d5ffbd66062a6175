package bitnetwork

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Reads visits every table entry that the lookup for a piece reads. It is the same for every occupancy.
//
//slidebench:tables 64*4*8+896*32+48, 64*4*8+560*32+48, 2*64*4*8+(896+560)*32+48
//slidebench:tables-without 64*4*8+896*32+64*2*7*8, 64*4*8+560*32+64*2*7*8, 2*64*4*8+(896+560)*32+64*2*7*8+64*2*7*8
//slidebench:reads 64*32+896*32+48, 64*32+560*32+48 | vectors still
//slidebench:reads-without 64*(32+112)+896*32, 64*(32+112)+560*32 | vectors still
func Reads(p board.Piece, sq int, _ uint64, visit scaffold.Visit) {
	read := func(e *entry, s *soft, weights []network) {
		scaffold.Read(visit, e)
		if hasAVX2 {
			scaffold.Read(visit, &constants)
		} else {
			scaffold.Read(visit, s)
		}
		networks := weights[e.first:][:e.outputs]
		for t := range networks {
			scaffold.Read(visit, &networks[t])
		}
	}
	if p != board.Bishop {
		read(&rookEntries[sq&63], &rookSoft[sq&63], rookWeights[:])
	}
	if p != board.Rook {
		read(&bishopEntries[sq&63], &bishopSoft[sq&63], bishopWeights[:])
	}
}
