// Package hybridavx512 is hybrid batches of AVX-512 and PEXT: one loop answers a part of a batch by vectors, eight questions at
// once, and a part by PEXT. The vectors' loop is bound by the ports of vectors, and leaves half of the processor's width and the
// ports for loads and PEXT to the other part.
//
//	vectors    as in package obstructionavx512
//	rook       = PDEP(T[offset + PEXT(occ, mask)], lines)
//	bishop     = T[offset + PEXT(occ, mask)]
//
// A rook's slot has 16 bits, on a board two ranks, which PDEP puts on the rook's lines:
//
//	attacks            lines              slot
//	. . . . . . . .    . . . . . x . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . .    . . . . . . . .
//	. . . . . x . .    . . . . . x . .    . . . . . . . .
//	. . . . . x . .    . . . . . x . .    . . . . . . . .
//	. . . . . x . .    . . . . . x . .    . . . . . . . .
//	. . . x x R x x    x x x x x R x x    . . . . . . . .
//	. . . . . x . .    . . . . . x . .    x x x x . . . .
//	. . . . . x . .    . . . . . x . .    x x . . . x x x
//
// Of 20 queens, eight by vectors (v) for each two by PEXT (P), two rounds answer these:
//
//	question   0 1 2 3 4 5 6 7 8 9 ... 15 16 17 18 19
//	by         v v v v v v v v v v ...  v  P  P  P  P
//	round      1 1 1 1 1 1 1 1 2 2 ...  2  1  1  2  2
//
// Each kind has its own part of the batch, because a PEXT question behind each eight of the vectors would move all later vectors
// across cache lines. PEXT comes first in a round, since a processor takes what is older. The tables have to be small, because a
// miss holds up the few rounds that are under way: slots keep the rooks' at 205 KiB, and the bishops' words take 41. [hybrid] has
// the trials.
//
// Without AVX-512 (F, BW, CD, DQ and VL) and BMI2 the batches use the same tables as in package softpext. Where PEXT is slow, so
// is this.
//
// Cost: 39 vector operations for eight queens, and beside them three PEXT or PDEP, six loads and a store for each queen more.
//
// When: many questions at once, on processors with AVX-512 (F, BW, CD, DQ and VL) and BMI2 and a fast PEXT.
//
// People: this project's own, 2026: [hybrid]. The parts are Michael Hoffmann's and Zach Wegner's.
package hybridavx512

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/scalar"
)

// Questions of a round: eight by vectors, and beside them by PEXT these, as the assembly has them. They were the fastest of 0 to 6 on an AMD EPYC of Zen 5.
// With them, batches beat those of obstructionavx512 on Zen 4 as well, by as much: [hybrid] has the ratios.
const (
	width       = 8
	rookRound   = width + 1
	bishopRound = width + 3
	queenRound  = width + 2
	bothRound   = width + 2
)

var tables scalar.Tables

// The lines, with all their squares, by the index with which a permutation finds them: file, rank, (rank - file) & 15, rank + file.
var (
	files, ranks             [8]uint64
	diagonals, antidiagonals [16]uint64
)

func init() { scaffold.AtStart("hybridavx512", Build) }

// Build fills the tables. An error names a square and two subsets that need one slot for different attacks.
func Build() error {
	place()
	return tables.Fill()
}

// place sets the vectors and the entries.
func place() {
	for sq := range 64 {
		file, rank, own := sq&7, sq>>3, uint64(1)<<sq
		files[file] = own | board.Ray(board.North, sq) | board.Ray(board.South, sq)
		ranks[rank] = own | board.Ray(board.East, sq) | board.Ray(board.West, sq)
		diagonals[(rank-file)&15] = own | board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq)
		antidiagonals[rank+file] = own | board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq)
	}
	tables.Place()
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx512", len(dst), len(occ), len(sq))
	if hasBoth {
		rookBatch(dst, occ, sq, len(sq)/rookRound)
	} else {
		tables.RookBatch(dst, occ, sq)
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx512", len(dst), len(occ), len(sq))
	if hasBoth {
		bishopBatch(dst, occ, sq, len(sq)/bishopRound)
	} else {
		tables.BishopBatch(dst, occ, sq)
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx512", len(dst), len(occ), len(sq))
	if hasBoth {
		queenBatch(dst, occ, sq, len(sq)/queenRound)
	} else {
		tables.QueenBatch(dst, occ, sq)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx512", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("hybridavx512", len(bishop), len(occ), len(sq))
	if hasBoth {
		bothBatch(rook, bishop, occ, sq, len(sq)/bothRound)
	} else {
		tables.BothBatch(rook, bishop, occ, sq)
	}
}

// Available returns nil if the batches use AVX-512 (F, BW, CD, DQ and VL) and BMI2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBoth, whyNot) }

// TableBytes returns the size of the tables and the vectors that a batch for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := tables.Bytes(p, !hasBoth)
	if hasBoth {
		bytes += scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(ranks), unsafe.Sizeof(diagonals)+unsafe.Sizeof(antidiagonals))
	}
	return bytes
}
