// Package best answers with the technique that was measured to be the fastest for each use on processors like the one at hand. An
// engine that does not want to choose imports this.
//
// A use is one of: one question and one answer (Rook, Bishop, Queen); one question and both answers (Both); and many questions at
// once (RookBatch, BishopBatch, QueenBatch, BothBatch). What is picked is decided once, when the program starts, by the features
// of the processor and by whether its PEXT is slow:
//
//	use     | with                | technique
//	--------|---------------------|------------------
//	one     | anything            | quintessence
//	both    | AVX2                | dual
//	both    | anything else       | quintessence
//	batch   | AVX-512             | obstructionavx512
//	batch   | AVX2                | obstructionavx2
//	batch   | BMI2, PEXT not slow | pdep
//	batch   | anything else       | quintessence
//
// The evidence is in the tables under results. One question and one answer is no case for wide instructions or PEXT: Go does not
// inline assembly, and passes its arguments and answers in memory, which costs more than the lookup. Quintessence is the fastest
// there where lookups wait for each other, close to the fastest where they do not, and needs 2 KiB where magics need hundreds.
//
// Cost: one direct call, or none where quintessence is inlined; for batches, one more through a variable in a whole batch.
//
// What is right does not depend on what is picked: every technique answers everywhere.
package best

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/dual"
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

// features are what is picked by.
type features struct {
	bmi2, slowPEXT, avx2, avx512 bool
}

// here asks the processor, as far as GODEBUG does not hide it.
func here() features {
	return features{
		bmi2:     pdep.Available() == nil,
		slowPEXT: slowpext.Detect().Slow,
		avx2:     dual.Available() == nil && obstructionavx2.Available() == nil,
		avx512:   obstructionavx512.Available() == nil,
	}
}

// choose is the table of the package comment.
func choose(f features) []Pick {
	pair := Pick{Pair, "quintessence", "no AVX2"}
	if f.avx2 {
		pair = Pick{Pair, "dual", "AVX2"}
	}
	batch := Pick{Batch, "quintessence", "no AVX2 and no PEXT"}
	switch {
	case f.avx512:
		batch = Pick{Batch, "obstructionavx512", "AVX-512"}
	case f.avx2:
		batch = Pick{Batch, "obstructionavx2", "AVX2 and no AVX-512"}
	case f.bmi2 && !f.slowPEXT:
		batch = Pick{Batch, "pdep", "PEXT and no AVX2"}
	case f.bmi2:
		batch.Why = "no AVX2, and PEXT is slow"
	}
	return []Pick{{One, "quintessence", "the same everywhere"}, pair, batch}
}

// kernels are the batches of one technique.
type kernels struct {
	rook, bishop, queen func(dst, occ []uint64, sq []uint8)
	both                func(rook, bishop, occ []uint64, sq []uint8)
}

var batches = map[string]kernels{
	"obstructionavx512": {obstructionavx512.RookBatch, obstructionavx512.BishopBatch, obstructionavx512.QueenBatch, obstructionavx512.BothBatch},
	"obstructionavx2":   {obstructionavx2.RookBatch, obstructionavx2.BishopBatch, obstructionavx2.QueenBatch, obstructionavx2.BothBatch},
	"pdep":              {pdep.RookBatch, pdep.BishopBatch, pdep.QueenBatch, pdep.BothBatch},
	"quintessence":      {rookBatch, bishopBatch, queenBatch, bothBatch},
}

// What was picked.
var (
	pairIsDual bool
	batch      kernels
)

func init() {
	if err := Build(); err != nil {
		panic("best: " + err.Error())
	}
}

// Build picks. The tables are those of the techniques, which have built them before. It cannot fail.
func Build() error {
	for _, p := range Picks() {
		switch p.Use {
		case Pair:
			pairIsDual = p.Technique == "dual"
		case Batch:
			batch = batches[p.Technique]
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return quintessence.Rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return quintessence.Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 { return quintessence.Queen(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq (a1 = 0, h8 = 63).
func Both(sq int, occ uint64) (rook, bishop uint64) {
	if pairIsDual {
		return dual.Both(sq, occ)
	}
	return quintessence.Rook(sq, occ), quintessence.Bishop(sq, occ)
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed. Nothing beyond the slices is read or
// written; no alignment is asked.
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

// TableBytesFor returns the size of the arrays that are read for another use than One: what was picked has its own.
func TableBytesFor(use Use, p board.Piece) int {
	name := "quintessence"
	for _, pick := range Picks() {
		if pick.Use == use {
			name = pick.Technique
		}
	}
	return tableBytes[name](p)
}

var tableBytes = map[string]func(board.Piece) int{
	"quintessence":      quintessence.TableBytes,
	"dual":              dual.TableBytes,
	"obstructionavx512": obstructionavx512.TableBytes,
	"obstructionavx2":   obstructionavx2.TableBytes,
	"pdep":              pdep.TableBytes,
}

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
