// Package linestest holds the shared parts of the tests of this family's techniques.
package linestest

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Technique is a technique of three functions and Both.
type Technique struct {
	conform.Funcs
	BothFunc func(sq int, occ uint64) (rook, bishop uint64)
}

// Both calls BothFunc.
func (t Technique) Both(sq int, occ uint64) (rook, bishop uint64) { return t.BothFunc(sq, occ) }

// OfBoth returns a technique whose rook and bishop have the answers of both, and whose queen has their union.
func OfBoth(both func(sq int, occ uint64) (rook, bishop uint64)) Technique {
	return Technique{conform.Funcs{
		RookFunc:   func(sq int, occ uint64) uint64 { rook, _ := both(sq, occ); return rook },
		BishopFunc: func(sq int, occ uint64) uint64 { _, bishop := both(sq, occ); return bishop },
	}, both}
}

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
	onFile := slices.Collect(board.Squares(0x0101010101010101 << file))
	for i := range faults {
		faults[i].Squares = onFile
	}
	return faults
}

// WrongConstant returns faults of a constant vector of bytes that serves all squares: the lowest bit of some bytes is flipped.
func WrongConstant(sq int, vector []uint8) (faults []conform.Fault) {
	everywhere := slices.Collect(board.Squares(^uint64(0)))
	f := conform.Wrong("wrong constant", "", &vector[sq%len(vector)], vector[sq%len(vector)]^1)
	f.Squares = everywhere
	return append(faults, f)
}
