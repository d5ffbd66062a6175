// Package dual is hyperbola quintessence in AVX2 lanes: three lines at once, one in each 64-bit lane of a register. A
// call gives the attacks of a rook and of a bishop, or their union.
//
//	lanes   = file, diagonal, -, anti-diagonal
//	x       = occ & lanes                                   in each lane
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes   b = 1 << sq
//	rook    = attacks[0] | ranks[inner squares of sq's rank][file of sq] << first square of the rank
//	bishop  = attacks[1] | attacks[3]
//
// Package quintessence explains the formula. A byte shuffle (VPSHUFB) with one constant swaps the bytes of all lanes. It cannot
// reverse a rank, whose squares lie in one byte; so scalar instructions look ranks up in a table of 512 bytes while the vector
// ones work. The lane, 0, 1 or 3, or the table that answers for each square of a queen on d4:
//
//	lane of each line, t the table
//	. . . 0 . . . 1
//	3 . . 0 . . 1 .
//	. 3 . 0 . 1 . .
//	. . 3 0 1 . . .
//	t t t Q t t t t
//	. . 1 0 3 . . .
//	. 1 . 0 . 3 . .
//	1 . . 0 . . 3 .
//
// The remaining lane holds b, so that an entry is 32 bytes. As a line, b gives no attacks: occ & b is b or 0, the differences are
// 0 and 0 or -b and -swap(b), and the exclusive or of -b and swap(-swap(b)) has a 0 at b.
//
// The lookup is assembly, which Go does not inline. Without AVX2 and with the build tag purego, Go code answers. In trials on a
// Zen 3 VM an empty call took about two thirds of the time of a call of Both if calls are independent, and a third if each call
// waits for the call before: arguments and results pass through memory. The instructions of a call would take 6.1 cycles
// (llvm-mca; dispatch is the limit), and a call takes 11.
//
// One or two lines do not fill the lanes, so Rook and Bishop are in Go, as in package quintessence, and are inlined.
//
// Cost: of Both, a call; without loads and moves, 10 vector instructions for the lanes, 8 scalar ones for the rank, and an OR of each kind
// that unites the results; a cache line each of the square's entry, the ranks, and a constant. All tables together are 2.5 KiB, and 16
// bytes of that constant.
//
// When: queens, or rook and bishop together, in lookups that do not wait for each other.
//
// People: the lanes, and the rank table beside them, are the idea of Stockfish's developers, 2026: anematode's, whose table is
// indexed by all eight squares. Niklas Fiekas proposed the index of inner squares in May, and mstembera's was taken in July:
// [stockfish-dual]. Quintessence itself: [cpw-hyperbola].
package dual

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: four lanes.
type entry struct {
	file, diagonal uint64 // without the square itself, like antidiagonal
	b              uint64 // the square itself
	antidiagonal   uint64
}

// tables holds all tables together, so that the assembly needs one address. It takes their offsets from this type.
type tables struct {
	entries [64]entry
	ranks   lines.Ranks
	swap    [16]uint8 // the shuffle that swaps the bytes of both lanes in half a register
}

var all = tables{swap: [16]uint8{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}}

func init() { scaffold.AtStart("dual", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range all.entries {
		all.entries[sq] = entry{lines.File(sq), lines.Diagonal(sq), 1 << sq, lines.Antidiagonal(sq)}
	}
	all.ranks.Fill()
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &all.entries[sq&63]
	return lines.Swapped(e.file, e.b, occ) | all.ranks.Attacks(sq, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &all.entries[sq&63]
	return lines.Swapped(e.diagonal, e.b, occ) | lines.Swapped(e.antidiagonal, e.b, occ)
}

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return queen(sq, occ) }

// softBoth works like both, without AVX2, and so do the others.
func softBoth(sq int, occ uint64) (rook, bishop uint64) { return Rook(sq, occ), Bishop(sq, occ) }
func softQueen(sq int, occ uint64) uint64               { return Rook(sq, occ) | Bishop(sq, occ) }

// Available returns nil if Both and Queen use AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(all.entries)
	if p != board.Bishop {
		bytes += unsafe.Sizeof(all.ranks)
	}
	if p == board.Queen && hasAVX2 {
		bytes += unsafe.Sizeof(all.swap)
	}
	return int(bytes)
}
