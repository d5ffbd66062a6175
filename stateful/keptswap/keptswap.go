// Package keptswap is Aleks Peshkov's SSSE3 bishops, hyperbola quintessence with kept reverse occupancies: the two halves of an
// XMM register take both lines of a bishop at once. The state keeps the occupancy with its bytes swapped beside the occupancy
// itself, so a lookup swaps bytes only once, at its end.
//
//	lines   = diagonal, antidiagonal                 of sq, without sq itself
//	x       = occ & lines - b                        b = 1 << sq, in each half
//	y       = swapped & lines' - b'                  lines' and b' are those of sq ^ 56
//	attacks = (x ^ reverse(y)) & lines               reverse: 16 bytes in the other order, by PSHUFB
//	bishop  = attacks[0] | attacks[1]
//
// Package hyperbola/quintessence explains the subtraction. A swap of the bytes takes sq to sq ^ 56 on the mirrored board and
// makes a diagonal an antidiagonal, so the masks of the mirrored square serve in the other order. One shuffle reverses all 16
// bytes, which swaps the bytes of each half and exchanges the halves. A bishop on c3, and on c6 of the mirrored board:
//
//	occ                x & lines          swapped            y & lines'         attacks
//	. . . . . . . .    . . . . . . . .    . . . . x . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . x . . . . . .    . . . x . . . .    . . . . . . . .
//	. . . . . x . .    . . . . . . . .    . . b . . . . .    . . . . . . . .    . . . . . x . .
//	. . . . . . . .    x . . . x . . .    . . . . . . . x    . . . . . . . .    x . . . x . . .
//	. . . . . . . x    . x . x . . . .    . . . . . . . .    . . . . . . . .    . x . x . . . .
//	. . b . . . . .    . . . . . . . .    . . . . . x . .    . . . . . x . .    . . . . . . . .
//	. x . . . . . .    . x . . . . . .    . . . . . . . .    . . . . . . . .    . x . x . . . .
//	. . . . x . . .    . . . . x . . .    . . . . . . . .    . . . . . . . .    . . . . x . . .
//
// A State is the occupancy and its swap. A move changes one bit in each. Functions without a State prepare one, by a byte swap.
//
// A rook's file is computed by the same formula without vectors, and its rank, which no byte swap reverses, is looked up. A
// bishop is a call of assembly with the three operands of AVX, for processors with AVX2; without AVX2 and with the build tag
// purego, Go code takes line by line.
//
// Cost: of a bishop, a call, nine vector instructions, and loads from two squares' 32 bytes; of a rook, two ANDs, two
// subtractions, a byte swap, and a lookup of its rank. The squares' data are 2 KiB, the ranks 512 bytes.
//
// When: an engine keeps the occupancy from move to move. It gains little: a byte swap costs current processors a cycle, and the
// second occupancy saves no more.
//
// People: Aleks Peshkov, year not recorded: [cpw-reverse] tells of his nine operations on kept reverse occupancies, which this
// package arranges in its own way. The lanes of package hyperbola/dual descend from it.
package keptswap

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup. The assembly relies on this layout.
type entry struct {
	diagonal, antidiagonal uint64 // without the square itself, like file
	b                      uint64 // the square itself
	file                   uint64
}

// tables holds all tables together, so that the assembly needs one address. It takes their offsets from this type.
type tables struct {
	entries [64]entry
	ranks   [64][8]uint8 // the attacks within the first rank, by its inner squares b to g and the slider's file
	reverse [16]uint8    // the shuffle that reverses 16 bytes
}

var all = tables{reverse: [16]uint8{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}

func init() { scaffold.AtStart("keptswap", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	line := func(up, down board.Direction, sq int) uint64 { return board.Ray(up, sq) | board.Ray(down, sq) }
	for sq := range all.entries {
		all.entries[sq] = entry{
			line(board.NorthEast, board.SouthWest, sq), line(board.NorthWest, board.SouthEast, sq),
			1 << sq, line(board.North, board.South, sq),
		}
	}
	all.ranks = board.RankAttacks()
	return nil
}

// State is an occupancy and its mirror image, with the bytes swapped. The zero State is an empty board.
type State struct{ occ, swapped uint64 }

// Prepare sets the occupancy.
func (s *State) Prepare(occ uint64) { *s = State{occ, bits.ReverseBytes64(occ)} }

// Add occupies the square sq (a1 = 0, h8 = 63), which was empty.
func (s *State) Add(sq int) { s.flip(sq) }

// Remove empties the square sq, which was occupied.
func (s *State) Remove(sq int) { s.flip(sq) }

func (s *State) flip(sq int) {
	s.occ ^= 1 << (sq & 63)
	s.swapped ^= 1 << (sq&63 ^ 56)
}

// rankAt returns the address of the attacks of a slider on sq within its rank, moved to the first rank.
func rankAt(sq int, occ uint64) *uint8 { return &all.ranks[occ>>(sq&56+1)&63][sq&7] }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func (s *State) Rook(sq int) uint64 {
	e, mirrored := &all.entries[sq&63], &all.entries[sq&63^56]
	x, y := s.occ&e.file-e.b, s.swapped&mirrored.file-mirrored.b
	return (x^bits.ReverseBytes64(y))&e.file | uint64(*rankAt(sq, s.occ))<<(sq&56)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func (s *State) Bishop(sq int) uint64 { return bishop(s, sq) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func (s *State) Queen(sq int) uint64 { return s.Rook(sq) | s.Bishop(sq) }

// softBishop works like bishop, without AVX2.
func softBishop(s *State, sq int) uint64 {
	e, mirrored := &all.entries[sq&63], &all.entries[sq&63^56]
	x, y := s.occ&e.diagonal-e.b, s.occ&e.antidiagonal-e.b
	u, v := s.swapped&mirrored.antidiagonal-mirrored.b, s.swapped&mirrored.diagonal-mirrored.b
	return (x^bits.ReverseBytes64(u))&e.diagonal | (y^bits.ReverseBytes64(v))&e.antidiagonal
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Rook(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Rook(sq)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Bishop(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Bishop(sq)
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), from a State prepared anew.
func Queen(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Queen(sq)
}

// Available returns nil if a bishop's lookup uses AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(all.entries)
	if p != board.Bishop {
		bytes += unsafe.Sizeof(all.ranks)
	}
	if p != board.Rook && hasAVX2 {
		bytes += unsafe.Sizeof(all.reverse)
	}
	return int(bytes)
}
