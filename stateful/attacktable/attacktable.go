// Package attacktable is incrementally updated attack tables, ATKFR in Chess 4.5: the attacks from all 64 squares are kept up to
// date as pieces come and go, so a lookup is a load. A change of a square affects only the squares that see it, and their view
// beyond it.
//
//	A, B = attacks[sq] & ray, attacks[sq] & opposite ray      for each of the four lines through sq
//	attacks[t] ^= B  for each t of A
//	attacks[t] ^= A  for each t of B                          the same whether sq becomes occupied or empty
//
// A slider's attacks do not depend on whether its own square is occupied. Attacks go both ways, so the entry of sq holds the
// squares that see sq. A slider on a square of A, the blocker at its end included, sees all of B across the empty sq, and loses
// exactly B when a piece comes to stand on sq. An exclusive or removes B, and the same exclusive or restores it. d4, between a
// piece on d7 and one on d2:
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
// A bishop on d6 does not see this line, so rooks and bishops have a table each; a queen reads both. Chess 4.5 has entries only
// for the pieces on the board, and also the transposed table, ATKTO, which holds the attackers of a square.
//
// The functions without a State compute the one entry they need.
//
// Cost: a lookup from a State is one load of 8 bytes, for a queen two. A State has 1,024 bytes. A change is a load and an AND for
// each of the eight rays, and a load, an exclusive or and a store for each square from which sq is seen: at most 27, and fewer on
// full boards. Prepare computes 512 rays. The rays are 2 KiB for each piece.
//
// When: many questions between two moves, such as evaluation of mobility. An engine that copies its position instead of unmaking
// moves copies this KiB too.
//
// People: David Slate and Larry Atkin, Chess 4.5, 1977: [slateatkin]. We know no source for changes by an exclusive or.
package attacktable

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// State holds the attacks of a rook and of a bishop on every square. Prepare it first: the zero State belongs to no occupancy.
// Two states of the same occupancy are equal.
type State struct{ rook, bishop [64]uint64 }

type (
	rookRays   struct{ north, south, east, west uint64 }
	bishopRays struct{ northEast, southWest, northWest, southEast uint64 }
)

var (
	rooks   [64]rookRays
	bishops [64]bishopRays
)

func init() { scaffold.AtStart("attacktable", Build) }

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

// Prepare makes s the state of an occupancy.
func (s *State) Prepare(occ uint64) {
	for sq := range 64 {
		s.rook[sq], s.bishop[sq] = Rook(sq, occ), Bishop(sq, occ)
	}
}

// Add brings a prepared state up to date after sq (a1 = 0, h8 = 63), empty before, has become occupied.
func (s *State) Add(sq int) { s.change(sq) }

// Remove brings a prepared state up to date after sq (a1 = 0, h8 = 63), occupied before, has become empty.
func (s *State) Remove(sq int) { s.change(sq) }

// change shows the squares that sq has hidden, or hides them again.
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
	if a == 0 || b == 0 { // at the edge of the board nothing lies beyond, and the loops would change nothing
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

// below returns the attacks on a ray to higher squares: its first blocker and the squares below it.
func below(ray, occ uint64) uint64 {
	x := occ & ray
	return ray & (x ^ (x - 1))
}

// above returns the attacks on a ray to lower squares: its first blocker and the squares above it. Package classical/abovebelow explains both.
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

// TableBytes returns the size of the arrays that a lookup without a state, or a change of a state, reads for the piece.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rooks), unsafe.Sizeof(bishops))
}
