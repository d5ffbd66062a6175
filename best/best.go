// Package best is one import for every machine: black magics for single lookups, and the widest vectors for batches. Single lookups
// are inlined and ask for no feature of the processor.
//
//	Rook, Bishop, Queen     package blackmagic
//	batch, with AVX-512     package obstructionavx512
//	batch, with AVX2        package obstructionavx2
//	batch, with neither     a loop around package blackmagic
//
// On each machine under results, a search and a perft with black magics take at most 3 % longer than with the fastest technique, as
// far as the 95 % intervals can show. Of the techniques for which that holds, black magics have the smallest tables. A test of
// package internal/harness/report reads the results and holds the choice to them.
//
// A question is a square, here d4, and an occupancy:
//
//	occ                Rook               Bishop             Queen
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .    . . . x . . . .
//	. x . . x x . .    . . . x . . . .    . x . . . x . .    . x . x . x . .
//	. . . . . . . .    . . . x . . . .    . . x . x . . .    . . x x x . . .
//	x . . s . . x .    x x x . x x x .    . . . . . . . .    x x x . x x x .
//	. . x . . . . .    . . . x . . . .    . . x . x . . .    . . x x x . . .
//	. . . x . . . x    . . . x . . . .    . . . . . x . .    . . . x . x . .
//	. x . . . . . .    . . . . . . . .    . . . . . . x .    . . . . . . x .
//
// Cost: that of package blackmagic; in a batch one or two branches and one direct call. A program that imports best fills blackmagic's 690 KiB before main
// begins, in 6 ms on a Zen 3, and its file is 0.3 MB larger.
//
// Promised are the functions here and their answers. Which technique answers, how large its tables are, and how a batch chooses among techniques may change
// with any version: Single and TableBytes say what this one has.
//
// When: an engine in Go, unless measurements on its own machines favour another technique. Where each lookup waits for the answer of
// the lookup before, package quintessence is faster.
//
// People: the choice is this project's own, 2026: [best].
package best

import (
	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Single names the technique of single lookups.
const Single = "blackmagic"

// The instructions for batches of this processor; GODEBUG can hide them.
var avx512, avx2 = obstructionavx512.Available() == nil, obstructionavx2.Available() == nil

// Build fills the tables again, which blackmagic fills at the start.
func Build() error { return blackmagic.Build() }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return blackmagic.Rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return blackmagic.Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return blackmagic.Queen(sq, occ) }

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed. It neither reads nor writes beyond the
// slices, which need no alignment. A batch cannot be interrupted: the garbage collector waits until it ends. Batches of a
// thousand questions are as fast as batches of millions.
func RookBatch(dst, occ []uint64, sq []uint8) {
	switch {
	case avx512:
		obstructionavx512.RookBatch(dst, occ, sq)
	case avx2:
		obstructionavx2.RookBatch(dst, occ, sq)
	default:
		scaffold.EqualLengths("best", len(dst), len(occ), len(sq))
		scaffold.Each(dst, occ, sq, blackmagic.Rook)
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	switch {
	case avx512:
		obstructionavx512.BishopBatch(dst, occ, sq)
	case avx2:
		obstructionavx2.BishopBatch(dst, occ, sq)
	default:
		scaffold.EqualLengths("best", len(dst), len(occ), len(sq))
		scaffold.Each(dst, occ, sq, blackmagic.Bishop)
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	switch {
	case avx512:
		obstructionavx512.QueenBatch(dst, occ, sq)
	case avx2:
		obstructionavx2.QueenBatch(dst, occ, sq)
	default:
		scaffold.EqualLengths("best", len(dst), len(occ), len(sq))
		scaffold.Each(dst, occ, sq, blackmagic.Queen)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	switch {
	case avx512:
		obstructionavx512.BothBatch(rook, bishop, occ, sq)
	case avx2:
		obstructionavx2.BothBatch(rook, bishop, occ, sq)
	default:
		scaffold.EqualLengths("best", len(rook), len(occ), len(sq))
		scaffold.EqualLengths("best", len(bishop), len(occ), len(sq))
		scaffold.EachBoth(rook, bishop, occ, sq, func(sq int, occ uint64) (uint64, uint64) { return Rook(sq, occ), Bishop(sq, occ) })
	}
}

// TableBytes returns the size of the arrays that a single lookup for the piece reads.
func TableBytes(p board.Piece) int { return blackmagic.TableBytes(p) }

// BatchTableBytes returns the size of the arrays that a batch for the piece reads.
func BatchTableBytes(p board.Piece) int {
	switch {
	case avx512:
		return obstructionavx512.TableBytes(p)
	case avx2:
		return obstructionavx2.TableBytes(p)
	}
	return blackmagic.TableBytes(p)
}
