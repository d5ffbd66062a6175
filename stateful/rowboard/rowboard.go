// Package rowboard is an incrementally updated board of rows: for each man in a list, a word of 64 bits says which squares he attacks. A load tells what a man
// attacks, and a bit of every row who attacks a square. It is package wordboard on its side.
//
//	rows[n]                                           what man n attacks
//	attackers   = numbers n with bit sq of rows[n]    who attacks sq
//	beyond      = ray[from -> sq] behind sq           up to a man: for each slider on from who attacks sq
//	rows[n]    ^= beyond                              a slider's, if sq becomes occupied or empty
//	rows[n]     = attacks(man, sq), or 0              his own, if he comes or leaves
//
// A man attacks a square whether or not somebody stands there, so a change of a square leaves its own bits as they are. The sliders among them are those whose rays
// close or open: they lose, or gain, what lies beyond up to a man, the possible victim. A capture changes no ray. A man who leaves gives his number back, and a side has
// at most 16 men; an empty row is nobody's. A slider on d4, and a man who comes to d5:
//
//	occ                 row before          beyond              row after
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. x . R . . . .     . x x . x x x x     . . . . . . . .     . x x . x x x x
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//
// Soul and Petrel look rows of sliders up anew, and test several rows for a square in one vector instruction; here, rays are cut as in package
// classical/abovebelow, and rows are tested one by one.
//
// The functions without a State answer by these rays. They serve proofs, and are not timed.
//
// Cost: a State has 376 bytes, which the timed loops copy at each move, and fill before the clock starts, as with package wordboard. A change tests 32 rows, and reads 10 KiB of
// tables: rays, directions and leaps.
//
// When: engines that ask more often what a man attacks than who attacks a square. Soul's source says that its board does not pay for itself there.
//
// People: Aleks Peshkov, for Petrel, who says he had it 15 years before; Aethdv, for Soul, as XorBoard, 2026: [attack-states].
package rowboard

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/stateful/internal/reach"
)

// State is a board, and what each of its men attacks. The zero State is the empty board. A side has at most 16 men.
type State struct {
	rows       [2][16]uint64 // by color and number
	places     [64]uint8     // the man on each square, and 16 times his number
	squares    [2][16]uint8  // of men, by color and number
	occ, kings uint64
	taken      [2]uint16 // sets of numbers, by color: those of men on the board
	sliders    [2]uint16 // and those of sliders
}

var tables reach.Tables

func init() { scaffold.AtStart("rowboard", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	tables.Build()
	return nil
}

// Prepare makes s the state of a board, whatever it was of before.
func (s *State) Prepare(men *board.Men) {
	*s = State{}
	var d board.Delta
	for sq, man := range men {
		if man != board.NoMan {
			d.N = 0 // no change has these threats: they are dropped
			s.Threats(sq, board.NoMan, man, &d)
		}
	}
}

// Threats changes the man on a square from before to after, either of them board.NoMan for an empty square, and appends the threats that vanish and appear.
func (s *State) Threats(sq int, before, after board.Man, d *board.Delta) {
	sq &= 63
	list, at := d.All(), uint64(1)<<sq
	if before != board.NoMan {
		color, number := before>>3&1, s.places[sq]>>4
		row := &s.rows[color][number]
		list = s.victims(list, board.NewThreat(before, sq, 0, 0), *row)
		*row = 0
		s.taken[color] &^= 1 << number
		s.sliders[color] &^= 1 << number
		s.occ &^= at
		s.kings &^= at
		s.places[sq] = 0
	}
	if after != board.NoMan {
		color := after >> 3 & 1
		number := uint8(bits.TrailingZeros16(^s.taken[color])) & 15
		row := &s.rows[color][number]
		*row = tables.Attacks(after, sq, s.occ)
		list = s.victims(list, board.NewThreat(after, sq, 0, 0)|board.Appears, *row)
		s.taken[color] |= 1 << number
		s.occ |= at
		switch after.Kind() {
		case board.ManBishop, board.ManRook, board.ManQueen:
			s.sliders[color] |= 1 << number
		case board.ManKing:
			s.kings |= at
		}
		s.places[sq], s.squares[color][number] = uint8(after)|number<<4, uint8(sq)
	}
	// Whether a possible victim, which kings are not, leaves or comes; and the sign of threats beyond the square.
	leaves, comes := before != board.NoMan && before.Kind() != board.ManKing, after != board.NoMan && after.Kind() != board.ManKing
	sign := board.Threat(0)
	if after == board.NoMan {
		sign = board.Appears
	}
	for color := range board.Man(2) {
		attackers := s.column(color, sq)
		sliders := s.sliders[color]
		if before != board.NoMan && after != board.NoMan {
			sliders = 0 // no ray closes or opens
		}
		for ; attackers != 0; attackers &= attackers - 1 {
			number := uint8(bits.TrailingZeros16(attackers)) & 15
			from := s.squares[color][number]
			attacker := board.NewThreat(board.Man(s.places[from&63]&15), int(from), 0, 0)
			if leaves {
				list = append(list, attacker|board.NewThreat(0, 0, before, sq))
			}
			if comes {
				list = append(list, attacker|board.NewThreat(0, 0, after, sq)|board.Appears)
			}
			if sliders>>number&1 != 0 {
				beyond := tables.Along(sq, int(tables.Toward[from&63][sq]), s.occ)
				s.rows[color][number] ^= beyond
				list = s.victims(list, attacker|sign, beyond)
			}
		}
	}
	d.N = int32(len(list))
}

// victims appends the threats of an attacker to whoever stands on squares that he attacks, kings left out.
func (s *State) victims(list []board.Threat, attacker board.Threat, attacks uint64) []board.Threat {
	for attacks &= s.occ &^ s.kings; attacks != 0; attacks &= attacks - 1 {
		to := bits.TrailingZeros64(attacks)
		list = append(list, attacker|board.NewThreat(0, 0, board.Man(s.places[to&63]&15), to))
	}
	return list
}

// column returns the numbers of the men of a color who attack a square.
func (s *State) column(color board.Man, sq int) (numbers uint16) {
	rows := &s.rows[color&1]
	for n := 0; n < 16; n += 4 { // four at a time wait for each other less
		numbers |= uint16(rows[n]>>(sq&63)&1|rows[n+1]>>(sq&63)&1<<1|rows[n+2]>>(sq&63)&1<<2|rows[n+3]>>(sq&63)&1<<3) << n
	}
	return numbers
}

// Attackers returns the squares of the men of both colors who attack a square.
func (s *State) Attackers(sq int) (from uint64) {
	for color := range board.Man(2) {
		for column := s.column(color, sq); column != 0; column &= column - 1 {
			from |= 1 << (s.squares[color][bits.TrailingZeros16(column)&15] & 63)
		}
	}
	return from
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), without a state.
func Rook(sq int, occ uint64) uint64 { return tables.Rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), without a state.
func Bishop(sq int, occ uint64) uint64 { return tables.Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), without a state: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return tables.Queen(sq, occ) }

// TableBytes returns the size of the arrays that a change of a state reads.
func TableBytes(board.Piece) int { return reach.Bytes }
