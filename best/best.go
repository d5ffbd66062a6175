// Package best is a choice among the techniques: one for each use, picked by what the processor at hand has. An
// engine that does not want to choose imports this.
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
// is a square, here d4, and what is occupied; Both gives the first two of its three answers:
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
// Grounds: a single lookup is no case for assembly. Go does not inline it, and passes its arguments and answers in
// memory, which costs about as much as the lookup, so that neither PEXT nor lanes show behind a call what they show
// in C. Of the others, quintessence was the fastest at dependent lookups of queens, or as good, on every machine under
// results that had all its features. At independent lookups tables took little more than half its time, and less on one
// machine (bishops, an Intel Xeon), while they had the caches to themselves: an engine that asks like that imports one of
// those. The README has the ratios of the newest results. In batches the widest vectors won by far: AVX-512 on an AMD EPYC
// of Zen 5, AVX2 on one of Zen 3.
//
// What is right does not depend on what is picked: every technique answers everywhere.
//
// Cost: one direct call, whatever is picked; in a batch one more, through a variable. At start-up, some milliseconds
// and 219 KiB for pdep's tables, wanted or not.
//
// When: where one import has to do on every machine. An engine that measured its own will import that technique,
// which is then inlined.
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

// Use is what attacks are wanted for.
type Use string

// The uses.
const (
	One   Use = "one"   // Rook, Bishop, Queen
	Pair  Use = "both"  // Both
	Batch Use = "batch" // RookBatch, BishopBatch, QueenBatch, BothBatch
)

// Pick is a use, the name of the technique that was picked for it, and why.
type Pick struct {
	Use       Use
	Technique string
	Why       string
}

// Picks returns what was picked here, use by use.
func Picks() []Pick { return choose(here()) }

// PicksWith returns what is picked on a machine with some features: avx512, avx2, and bmi2 where PEXT is not slow.
func PicksWith(has func(feature string) bool) []Pick {
	return choose(features{avx512: has("avx512"), avx2: has("avx2"), pext: has("bmi2") && !has("avx2")})
}

// features are what is picked by.
type features struct {
	avx512, avx2, pext bool // that PEXT is there, and not slow
}

// here asks the processor, as far as GODEBUG does not hide it. PEXT is timed only where it matters.
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

// kernels are the batches of one technique, and its tables.
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

// batch is what was picked for batches.
var batch kernels

func init() {
	if err := Build(); err != nil {
		panic("best: " + err.Error())
	}
}

// Build picks. The tables are those of the techniques, which have built them before. It cannot fail.
func Build() error {
	batch = batches[batchPick().Technique]
	return nil
}

func batchPick() Pick {
	picks := Picks()
	return picks[slices.IndexFunc(picks, func(p Pick) bool { return p.Use == Batch })]
}

// The lookups are not inlined, which would hide from callers what they pay once a processor wants another pick.

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
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed. Nothing beyond the slices is read or
// written; no alignment is asked. A batch is not interrupted: while one of millions of questions is answered, the garbage
// collector waits. A thousand at a time are as fast.
func RookBatch(dst, occ []uint64, sq []uint8) { batch.rook(dst, occ, sq) }

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) { batch.bishop(dst, occ, sq) }

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) { batch.queen(dst, occ, sq) }

// BothBatch sets rook[i] and bishop[i] to the attacks of a rook and of a bishop on sq[i] under occ[i], on the terms of RookBatch;
// rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) { batch.both(rook, bishop, occ, sq) }

// TableBytes returns the size of the arrays that a lookup for the piece reads, where one question is answered.
func TableBytes(p board.Piece) int { return quintessence.TableBytes(p) }

// BatchTableBytes returns the size of the arrays that a batch for the piece reads: those of what was picked.
func BatchTableBytes(p board.Piece) int { return batch.tableBytes(p) }

// Reads calls visit with the address and the size in bytes of everything in the tables that the lookup of one question reads, in
// order.
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
