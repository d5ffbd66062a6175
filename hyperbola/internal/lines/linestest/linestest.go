// Package linestest holds the shared parts of the tests of this family's techniques.
package linestest

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// WrongRanks returns faults of the attacks within ranks for the file of sq; at returns the address of the attacks for an
// occupancy of the first rank.
func WrongRanks(sq int, at func(file int, occ uint64) *uint8) (faults []conform.Fault) {
	file := sq & 7
	for inner := uint64(file); inner < 64; inner += 7 {
		attacks := at(file, inner<<1)
		faults = append(faults, conform.FlippedBits("wrong attacks within a rank", int(inner), attacks)...)
		for _, wrong := range conform.WrongRays(board.Rook, file, uint64(*attacks)) {
			faults = append(faults, conform.Wrong("ray within a rank too short or too long", "", attacks, uint8(wrong)))
		}
	}
	return conform.Everywhere(0x0101010101010101<<file, faults)
}

// WrongConstant returns faults of a constant vector of bytes that serves all squares: the lowest bit of some bytes is flipped.
func WrongConstant(sq int, vector []uint8) []conform.Fault {
	at := &vector[sq%len(vector)]
	return conform.Everywhere(^uint64(0), []conform.Fault{conform.Wrong("wrong constant", "", at, *at^1)})
}
