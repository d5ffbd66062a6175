// Package attacktable is incrementally updated attack tables, ATKFR in Chess 4.5: the attacks from all 64 squares are
// kept up to date as pieces come and go, so that a lookup is a load. A change of one square changes what exactly those
// squares attack from which it is seen, and of these it changes what lies beyond it.
//
//	A, B = attacks[sq] & ray, attacks[sq] & opposite ray      for each of the four lines through sq
//	attacks[t] ^= B  for each t of A
//	attacks[t] ^= A  for each t of B                          the same whether sq becomes occupied or empty
//
// What a slider on sq would attack does not depend on whether sq is occupied, so the table's own entry tells from
// where sq is seen: attacks go both ways. From the squares of A, the blocker at its end included, one sees across the
// empty sq all of B, and loses just this when something comes to stand there. An exclusive or takes it away, and the
// same one gives it back. d4, between a piece on d7 and one on d2:
//
//	the line            A                   B                   from d6 before      from d6 after
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . t . . . .     . . . t . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .
//	. . . d . . . .     . . . d . . . .     . . . d . . . .     . . . x . . . .     . . . x . . . .
//	. . . . . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// A bishop on d6 sees nothing of this line, so there is a table for rooks and one for bishops; a queen is both. Chess
// 4.5 has entries for the pieces on the board only, and the transposed table besides, ATKTO: from where a square is
// attacked. Here every square has an entry, as any square may be asked about.
//
// The functions Rook, Bishop and Queen have no state to ask. They compute the one entry they need, as Prepare
// computes all of them.
//
// Cost: a lookup from a State is one load of 8 bytes, for a queen two, and reads no table. A State has 1,024 bytes. A
// change is, for each of the eight rays, a load and an AND, and for each square from which sq is seen a load, an
// exclusive or and a store: up to 27 of them, and fewer the more pieces there are. Prepare computes 512 rays. The rays,
// which changes, Prepare and the functions without a State read, are 2 KiB for each piece.
//
// When: many questions between two moves, as in evaluation of mobility, or for all sliders at each node. Where an
// engine copies its position instead of unmaking moves, it copies this KiB too.
//
// People: David Slate and Larry Atkin, Chess 4.5, 1977: [slateatkin]. For a change as an exclusive or that undoes
// itself no source is known to us.
package attacktable

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// State holds what a rook and a bishop on every square would attack, once it is prepared: the zero State is of no
// occupancy, not even of an empty board. Two states are equal if they are of the same occupancy.
type State struct{ rook, bishop [64]uint64 }

type (
	rookRays   struct{ north, south, east, west uint64 }
	bishopRays struct{ northEast, southWest, northWest, southEast uint64 }
)

var (
	rooks   [64]rookRays
	bishops [64]bishopRays
)

func init() {
	if err := Build(); err != nil {
		panic("attacktable: " + err.Error())
	}
}

// Build fills the tables of rays. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rooks[sq] = rookRays{
			board.Ray(board.North, sq), board.Ray(board.South, sq), board.Ray(board.East, sq), board.Ray(board.West, sq),
		}
		bishops[sq] = bishopRays{
			board.Ray(board.NorthEast, sq), board.Ray(board.SouthWest, sq),
			board.Ray(board.NorthWest, sq), board.Ray(board.SouthEast, sq),
		}
	}
	return nil
}

// Prepare makes it the state of an occupancy.
func (s *State) Prepare(occ uint64) {
	for sq := range 64 {
		s.rook[sq], s.bishop[sq] = Rook(sq, occ), Bishop(sq, occ)
	}
}

// Add brings a prepared state up to date after sq (a1 = 0, h8 = 63), empty before, has become occupied.
func (s *State) Add(sq int) { s.change(sq) }

// Remove brings a prepared state up to date after sq (a1 = 0, h8 = 63), occupied before, has become empty.
func (s *State) Remove(sq int) { s.change(sq) }

// change puts into sight what sq has hidden, or hides it again.
func (s *State) change(sq int) {
	attacks, r := s.rook[sq&63], &rooks[sq&63]
	across(&s.rook, attacks&r.north, attacks&r.south)
	across(&s.rook, attacks&r.east, attacks&r.west)
	attacks, b := s.bishop[sq&63], &bishops[sq&63]
	across(&s.bishop, attacks&b.northEast, attacks&b.southWest)
	across(&s.bishop, attacks&b.northWest, attacks&b.southEast)
}

// across changes whether the squares of two parts of a line see each other, from either side.
func across(attacks *[64]uint64, a, b uint64) {
	if a == 0 || b == 0 { // at the edge of the board: nothing lies beyond
		return
	}
	for x := a; x != 0; x &= x - 1 {
		attacks[bits.TrailingZeros64(x)&63] ^= b
	}
	for x := b; x != 0; x &= x - 1 {
		attacks[bits.TrailingZeros64(x)&63] ^= a
	}
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), by a prepared state.
func (s *State) Rook(sq int) uint64 { return s.rook[sq&63] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), by a prepared state.
func (s *State) Bishop(sq int) uint64 { return s.bishop[sq&63] }

// Queen returns the attacks of a queen on sq, by a prepared state: those of a rook and of a bishop.
func (s *State) Queen(sq int) uint64 { return s.rook[sq&63] | s.bishop[sq&63] }

// below returns the attacks on a ray to higher squares: what lies below its first blocker, and that.
func below(ray, occ uint64) uint64 {
	x := occ & ray
	return ray & (x ^ (x - 1))
}

// above returns the attacks on a ray to lower squares: what lies above its first blocker, and that. Package
// classical/abovebelow explains both.
func above(ray, occ uint64) uint64 {
	x := occ&ray | 1
	return ray & uint64(int64(math.MinInt64)>>(bits.LeadingZeros64(x)&63))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), without a state.
func Rook(sq int, occ uint64) uint64 {
	r := &rooks[sq&63]
	return below(r.north, occ) | above(r.south, occ) | below(r.east, occ) | above(r.west, occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), without a state.
func Bishop(sq int, occ uint64) uint64 {
	b := &bishops[sq&63]
	return below(b.northEast, occ) | above(b.southWest, occ) | below(b.northWest, occ) | above(b.southEast, occ)
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), without a state: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads without a state, and that changes of
// one read.
func TableBytes(p board.Piece) (bytes int) {
	if p != board.Bishop {
		bytes += int(unsafe.Sizeof(rooks))
	}
	if p != board.Rook {
		bytes += int(unsafe.Sizeof(bishops))
	}
	return bytes
}
