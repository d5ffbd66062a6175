// Package gfnisimd is hyperbola quintessence with GFNI in Go's vectors: package gfni without assembly, its lanes in
// simd/archsimd. The methods of these vector types become single instructions.
//
//	lanes   = rank, diagonal, file, anti-diagonal
//	x       = occ & lanes                                                  in each lane
//	attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & lanes         b = 1 << sq
//	rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//
// The attacks from the lanes, for d4 and one occupancy:
//
//	attacks[0]         attacks[1]         attacks[2]         attacks[3]
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . x . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . .    . . . x . . . .    . x . . . . . .
//	. . . . . . . .    . . . . x . . .    . . . x . . . .    . . x . . . . .
//	x x x . x x x .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . x . . . . .    . . . x . . . .    . . . . x . . .
//	. . . . . . . .    . . . . . . . .    . . . x . . . .    . . . . . x . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . x .
//
// The vector types are an experiment of the Go toolchain, outside the promise of Go 1. They offer GFNI with AVX-512 only; package
// gfni needs no AVX-512. No level of GOAMD64 promises GFNI, so the lookup tests for it, and is too large for the inliner: it
// saves the way of arguments through memory, but not the call. Without GFNI or the experiment it answers like package reversal.
//
// Cost: a call, 13 vector instructions, 5 that unite the results, five loads, three of them from the square's own 64 bytes. The
// tables are 4 KiB, and 64 bytes of constants.
//
// When: as for package gfni, in programs built with the experiment, on processors with AVX-512.
//
// People: as package gfni, Daniel Inführ, 2023: [infuehr-gfni].
package gfnisimd

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: the lines, one per lane, without the square itself; the square; and
// the square with all bits reversed.
type entry struct {
	lines       [4]uint64
	b, reversed uint64
	_           [2]uint64
}

// The lanes.
const rankLane, diagonalLane, fileLane, antidiagonalLane = 0, 1, 2, 3

var entries [64]entry

func init() { scaffold.AtStart("gfnisimd", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		entries[sq] = entry{
			lines: [4]uint64{
				rankLane: lines.Rank(sq), diagonalLane: lines.Diagonal(sq),
				fileLane: lines.File(sq), antidiagonalLane: lines.Antidiagonal(sq),
			},
			b: 1 << sq, reversed: 1 << (63 - sq),
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	r, _ := Both(sq, occ)
	return r
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	_, b := Both(sq, occ)
	return b
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := Both(sq, occ)
	return r | b
}

// softBoth works like Both, without GFNI.
func softBoth(sq int, occ uint64) (rook, bishop uint64) {
	e := &entries[sq&63]
	return lines.Reversed(e.lines[rankLane], e.b, e.reversed, occ) | lines.Reversed(e.lines[fileLane], e.b, e.reversed, occ),
		lines.Reversed(e.lines[diagonalLane], e.b, e.reversed, occ) | lines.Reversed(e.lines[antidiagonalLane], e.b, e.reversed, occ)
}

// Available returns nil if the lookups use GFNI, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasGFNI, whyNot) }

// TableBytes returns the size of the arrays that a lookup reads. It is the same for all pieces.
func TableBytes(board.Piece) int {
	bytes := unsafe.Sizeof(entries)
	if hasGFNI {
		bytes += unsafe.Sizeof(constants)
	}
	return int(bytes)
}
