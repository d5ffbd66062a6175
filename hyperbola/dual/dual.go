// Package dual is hyperbola quintessence in AVX2 lanes: three lines at once, one in each 64-bit lane of a register. A
// call gives the attacks of a rook and of a bishop, or their union.
//
//	lanes   = file, diagonal, -, anti-diagonal
//	x       = occ & lanes                                   in each lane
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes   b = 1 << sq
//	rook    = attacks[0] | ranks[inner squares of sq's rank][file of sq] << first square of the rank
//	bishop  = attacks[1] | attacks[3]
//
// Package quintessence explains why. A byte shuffle (VPSHUFB) with one constant swaps the bytes of all lanes.
// It cannot reverse a rank, whose squares lie in one byte; so ranks are looked up in a table of 512 bytes, by scalar
// instructions while the vector ones work on the rest. The lane, 0, 1 or 3, or the table that answers for each square of
// a queen on d4:
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
// The remaining lane holds b, so that an entry is 32 bytes. As a line, b gives no attacks: occ & b is b or
// 0, the differences are 0 and 0 or -b and -swap(b), and the exclusive or of -b and swap(-swap(b)) has a 0 at b.
//
// The Go compiler has no vector instructions of its own, so the lanes are assembly. Arguments and results of assembly
// pass through memory, and the call cannot be inlined. In trials on a Zen 3 VM an empty call took about two thirds of
// the time of a call of Both if calls are independent, and about a third if each call waits for the call before.
//
// So this package can only gain on the rest of a call, and it loses if an engine waits for the answer. More than half of
// that time is the way of the occupancy into all lanes, the way of the result's halves together, and the way through
// memory. (Two 128-bit registers instead of one of 256 bits take about four fifths of the time if calls wait, and about a
// tenth more if calls are independent.)
//
// The instructions of a call would take 6.1 cycles on Zen 3 (llvm-mca; dispatch is the limit), but a call takes 11: the
// rest is arguments, results and the loop's own variables on their way through memory.
//
// One or two lines do not fill the lanes: so Rook and Bishop are in Go here, as in package quintessence, and are inlined.
// An assembly function for the bishop's two lanes took about a fifth longer, and more than twice as long in a row.
// Without AVX2, on other processors and with the build tag purego Both and Queen are in Go as well.
//
// Cost: of Both, a call, 10 vector instructions, 2 to bring the results together, a lookup of the rank of 8
// instructions; loads from three cache lines. All tables together are 2.5 KiB, and 16 bytes of a constant.
//
// When: queens, or rook and bishop together, in lookups that do not wait for each other.
//
// People: the idea of the lanes, and of the rank table beside them, is that of Stockfish's developers, 2026: anematode on GitHub,
// whose table is indexed by all eight squares. To index it by the inner squares was proposed by Niklas Fiekas in May, and
// taken from mstembera in July: [stockfish-dual]. Quintessence itself: [cpw-hyperbola].
package dual

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
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

func init() { board.AtStart("dual", Build) }

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

// softBoth works like both, without AVX2.
func softBoth(sq int, occ uint64) (rook, bishop uint64) { return Rook(sq, occ), Bishop(sq, occ) }

// softQueen works like queen, without AVX2.
func softQueen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// Available returns nil if Both and Queen use AVX2, and otherwise an error that names what is missing.
func Available() error { return board.Need(hasAVX2, whyNot) }

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
