// Package best is a choice among the techniques: it picks a technique for each use, by the processor's features. An
// engine that does not want to choose imports this package.
//
//	use     | with                | technique
//	--------|---------------------|------------------
//	one     | anything            | quintessence
//	both    | anything            | quintessence
//	batch   | AVX-512             | obstructionavx512
//	batch   | AVX2                | obstructionavx2
//	batch   | BMI2, PEXT not slow | pdep
//	batch   | anything else       | quintessence
//
// A use is one question and one answer (Rook, Bishop, Queen), one question and both answers (Both), or many questions
// at once (RookBatch, BishopBatch, QueenBatch, BothBatch). The pick is made once, when the program starts. A question
// is a square, here d4, and an occupancy; Both gives the first two of its three answers:
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
// Grounds: assembly does not pay for a single lookup. Go does not inline it, and passes its arguments and answers in
// memory, which costs about as much as the lookup, so that PEXT and lanes gain less behind a call than they gain in C.
// Among the others, quintessence was the fastest at dependent lookups of queens, or equivalent, on every machine under
// results that had all its features. At independent lookups tables took little more than half its time, and less on one
// machine (bishops, an Intel Xeon), while they had the caches to themselves: an engine with such lookups imports one of
// these techniques. The README has the ratios of the newest results. In batches the widest vectors won by far: AVX-512 on
// an AMD EPYC of Zen 5, AVX2 on one of Zen 3.
//
// The pick does not affect the answers: every technique is right on every processor.
//
// Cost: one direct call for every pick; in a batch one more, through a variable. At start-up, some milliseconds
// and 219 KiB for pdep's tables, also where pdep is not picked.
//
// When: one import must serve every machine. An engine that has measured its own machine imports the fastest technique
// directly, which is then inlined.
//
// People: the choice is this project's own, 2026: [best].
package best

import (
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/pext/pdep"
	"github.com/slidebench/slidebench/pext/slowpext"
)

// Use is a way in which an engine asks for attacks.
type Use string

// The uses.
const (
	One   Use = "one"   // Rook, Bishop, Queen
	Pair  Use = "both"  // Both
	Batch Use = "batch" // RookBatch, BishopBatch, QueenBatch, BothBatch
)

// Pick is a use, the name of the technique that was picked for it, and the reason.
type Pick struct {
	Use       Use
	Technique string
	Why       string
}

// Picks returns the picks on this machine, one for each use.
func Picks() []Pick { return choose(here()) }

// PicksWith returns the picks on a machine with some features: avx512, avx2, and bmi2 where PEXT is not slow.
func PicksWith(has func(feature string) bool) []Pick {
	return choose(features{avx512: has("avx512"), avx2: has("avx2"), pext: has("bmi2") && !has("avx2")})
}

// features are the features of a processor that decide the picks.
type features struct {
	avx512, avx2, pext bool // pext: the processor has PEXT, and PEXT is not slow
}

// here returns the features of this processor that GODEBUG does not hide. It times PEXT only where that matters.
func here() features {
	f := features{avx512: obstructionavx512.Available() == nil, avx2: obstructionavx2.Available() == nil}
	f.pext = !f.avx2 && pdep.Available() == nil && !slowpext.Detect().Slow
	return f
}

// choose is the table of the package comment.
func choose(f features) []Pick {
	batch := Pick{Batch, "quintessence", "no AVX2, and no fast PEXT"}
	switch {
	case f.avx512:
		batch = Pick{Batch, "obstructionavx512", "AVX-512"}
	case f.avx2:
		batch = Pick{Batch, "obstructionavx2", "AVX2 and no AVX-512"}
	case f.pext:
		batch = Pick{Batch, "pdep", "fast PEXT and no AVX2"}
	}
	return []Pick{{One, "quintessence", "the same everywhere"}, {Pair, "quintessence", "the same everywhere"}, batch}
}

// kernels are the batch functions of a technique, and the size of its tables.
type kernels struct {
	rook, bishop, queen func(dst, occ []uint64, sq []uint8)
	both                func(rook, bishop, occ []uint64, sq []uint8)
	tableBytes          func(p board.Piece) int
}

var batches = map[string]kernels{
	"obstructionavx512": {
		obstructionavx512.RookBatch, obstructionavx512.BishopBatch, obstructionavx512.QueenBatch, obstructionavx512.BothBatch,
		obstructionavx512.TableBytes,
	},
	"obstructionavx2": {
		obstructionavx2.RookBatch, obstructionavx2.BishopBatch, obstructionavx2.QueenBatch, obstructionavx2.BothBatch,
		obstructionavx2.TableBytes,
	},
	"pdep":         {pdep.RookBatch, pdep.BishopBatch, pdep.QueenBatch, pdep.BothBatch, pdep.TableBytes},
	"quintessence": {rookBatch, bishopBatch, queenBatch, bothBatch, quintessence.TableBytes},
}

// batch holds the functions of the technique that was picked for batches.
var batch kernels

func init() {
	if err := Build(); err != nil {
		panic("best: " + err.Error())
	}
}

// Build picks the technique for batches. It cannot fail: the techniques have built their tables already.
func Build() error {
	batch = batches[batchPick().Technique]
	return nil
}

func batchPick() Pick {
	picks := Picks()
	return picks[slices.IndexFunc(picks, func(p Pick) bool { return p.Use == Batch })]
}

// The lookups are not inlined, so that callers pay for a call now as they will when some processor needs another pick.

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
//
//go:noinline
func Rook(sq int, occ uint64) uint64 { return quintessence.Rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
//
//go:noinline
func Bishop(sq int, occ uint64) uint64 { return quintessence.Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
//
//go:noinline
func Queen(sq int, occ uint64) uint64 {
	return quintessence.Rook(sq, occ) | quintessence.Bishop(sq, occ)
}

// Both returns the attacks of a rook and of a bishop on sq (a1 = 0, h8 = 63).
//
//go:noinline
func Both(sq int, occ uint64) (rook, bishop uint64) {
	return quintessence.Rook(sq, occ), quintessence.Bishop(sq, occ)
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed. It neither reads nor writes beyond the
// slices, which need no alignment. A batch cannot be interrupted: the garbage collector waits until it ends. Batches of a
// thousand questions are as fast as batches of millions.
func RookBatch(dst, occ []uint64, sq []uint8) { batch.rook(dst, occ, sq) }

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) { batch.bishop(dst, occ, sq) }

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) { batch.queen(dst, occ, sq) }

// BothBatch sets rook[i] and bishop[i] to the attacks of a rook and of a bishop on sq[i] under occ[i], on the terms of RookBatch;
// rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) { batch.both(rook, bishop, occ, sq) }

// TableBytes returns the size of the arrays that a lookup of one question reads for the piece.
//
//slidebench:tables 64*8+64*8, 64*2*8, 64*8+64*8+64*2*8
//slidebench:reads 64*8+64*8, 64*2*8 | lines
func TableBytes(p board.Piece) int { return quintessence.TableBytes(p) }

// BatchTableBytes returns the size of the arrays that a batch for the piece reads: those of the technique picked for batches.
func BatchTableBytes(p board.Piece) int { return batch.tableBytes(p) }

// Reads calls visit with the address and the size in bytes of every table entry that the lookup of one question reads, in order.
func Reads(p board.Piece, sq int, occ uint64, visit func(address unsafe.Pointer, bytes uintptr)) {
	quintessence.Reads(p, sq, occ, visit)
}

// The portable loops.

func rookBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("best", len(dst), len(occ), len(sq))
	for i, o := range occ {
		dst[i] = quintessence.Rook(int(sq[i]), o)
	}
}

func bishopBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("best", len(dst), len(occ), len(sq))
	for i, o := range occ {
		dst[i] = quintessence.Bishop(int(sq[i]), o)
	}
}

func queenBatch(dst, occ []uint64, sq []uint8) {
	board.EqualLengths("best", len(dst), len(occ), len(sq))
	for i, o := range occ {
		dst[i] = quintessence.Queen(int(sq[i]), o)
	}
}

func bothBatch(rook, bishop, occ []uint64, sq []uint8) {
	board.EqualLengths("best", len(rook), len(occ), len(sq))
	board.EqualLengths("best", len(bishop), len(occ), len(sq))
	for i, o := range occ {
		s := int(sq[i])
		rook[i], bishop[i] = quintessence.Rook(s, o), quintessence.Bishop(s, o)
	}
}
