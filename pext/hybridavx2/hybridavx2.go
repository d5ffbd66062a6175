// Package hybridavx2 is hybrid batches of AVX2 and PEXT: one loop answers a part of a batch by vectors, four questions at once,
// and a part by PEXT. The vectors' loop is bound by the ports of vectors, and leaves half of the processor's width and the ports
// for loads and PEXT to the other part.
//
//	vectors    as in package obstructionavx2
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
// The best number of PEXT questions beside four by vectors depends on the processor. Of 14 queens, three by PEXT (P) for each
// four by vectors (v), two rounds answer these:
//
//	question   0 1 2 3 4 5 6 7  8  9 10 11 12 13
//	by         v v v v v v v v  P  P  P  P  P  P
//	round      1 1 1 1 2 2 2 2  1  1  1  2  2  2
//
// Each kind has its own part of the batch, because a PEXT question behind each four of the vectors would move all later vectors
// across cache lines. PEXT comes first in a round, since a processor takes what is older. The tables have to be small, because a
// miss holds up the few rounds that are under way: slots keep the rooks' at 205 KiB, and the bishops' words take 41. [hybrid] has
// the trials.
//
// Without AVX2 and BMI2 the batches use the same tables as in package softpext. Where PEXT is slow, so is this.
//
// Cost: 43 vector operations for four queens, and beside them three PEXT or PDEP, six loads and a store for each queen more.
//
// When: many questions at once, on processors with AVX2 and BMI2 and a fast PEXT.
//
// People: this project's own, 2026: [hybrid]. The parts are Michael Hoffmann's and Zach Wegner's.
package hybridavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/internal/slowpext"
	"github.com/slidebench/slidebench/pext/internal/scalar"
)

// width is the number of questions that vectors answer in a round.
const width = 4

// narrow says that PEXT answers two rooks or bishops in a round; otherwise it answers three rooks or four bishops. It never changes after start-up.
var narrow = isNarrow(slowpext.This())

// isNarrow reports whether a processor answers fastest with two PEXT questions beside the vectors. On Zen 3 rooks and bishops are
// 5 % faster with two than with three and four, and pairs 2 %; queens are 1 % slower. On Zen 5 three and four were the fastest of
// 0 to 6. Zen 4 has Zen 3's family and width; other processors count as wide.
func isNarrow(c slowpext.CPU) bool { return c.Vendor == "AuthenticAMD" && c.Family == 0x19 }

var tables scalar.Tables

// vector is a register of bytes.
type vector [32]uint8

// The vectors of package obstructionavx2, which says what each is for.
var spread, swap, bit, upTo, numbers, seven, fileA, exponent vector

func init() { scaffold.AtStart("hybridavx2", Build) }

// Build fills the tables. An error names a square and two subsets that need one slot for different attacks.
func Build() error {
	place()
	return tables.Fill()
}

// place sets the vectors and the entries.
func place() {
	for i := range spread {
		spread[i] = uint8(i / 8)
		swap[i] = uint8(i%16 ^ 7)
		bit[i] = 1 << (i % 16)
		upTo[i] = 2<<(i%8) - 1
		numbers[i] = uint8(i % 8)
		seven[i] = 7
		fileA[i] = 1
		exponent[i] = [4]uint8{0, 0, 0x80, 0x7f}[i%4]
	}
	tables.Place()
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx2", len(dst), len(occ), len(sq))
	switch {
	case !hasBoth:
		tables.RookBatch(dst, occ, sq)
	case narrow:
		rookBatch2(dst, occ, sq, len(sq)/(width+2))
	default:
		rookBatch3(dst, occ, sq, len(sq)/(width+3))
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx2", len(dst), len(occ), len(sq))
	switch {
	case !hasBoth:
		tables.BishopBatch(dst, occ, sq)
	case narrow:
		bishopBatch2(dst, occ, sq, len(sq)/(width+2))
	default:
		bishopBatch4(dst, occ, sq, len(sq)/(width+4))
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx2", len(dst), len(occ), len(sq))
	if hasBoth {
		queenBatch3(dst, occ, sq, len(sq)/(width+3))
	} else {
		tables.QueenBatch(dst, occ, sq)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("hybridavx2", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("hybridavx2", len(bishop), len(occ), len(sq))
	switch {
	case !hasBoth:
		tables.BothBatch(rook, bishop, occ, sq)
	case narrow:
		bothBatch2(rook, bishop, occ, sq, len(sq)/(width+2))
	default:
		bothBatch3(rook, bishop, occ, sq, len(sq)/(width+3))
	}
}

// Available returns nil if the batches use AVX2 and BMI2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBoth, whyNot) }

// vectors returns the vectors that a batch for the piece reads.
func vectors(p board.Piece) []*vector {
	switch {
	case !hasBoth:
		return nil
	case p == board.Bishop:
		return []*vector{&spread, &swap, &bit, &numbers, &seven}
	default:
		return []*vector{&spread, &swap, &bit, &numbers, &seven, &upTo, &fileA, &exponent}
	}
}

// TableBytes returns the size of the tables and the vectors that a batch for the piece reads.
func TableBytes(p board.Piece) int {
	return tables.Bytes(p, !hasBoth) + len(vectors(p))*int(unsafe.Sizeof(vector{}))
}
