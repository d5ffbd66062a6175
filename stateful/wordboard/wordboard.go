// Package wordboard is an incrementally updated board of words: for each square and color, 16 bits say which of the men in a list attack it. A load tells who attacks
// a square, and a man's bit of every word what he attacks. When a man comes or leaves, the threats that vanish are read from the state, which is then brought up to
// date, and those that appear are read from it.
//
//	attackers[color][sq]                              bit n: man n of the color attacks sq
//	column[n]    = squares whose word has bit n       what man n attacks
//	beyond       = ray[from -> sq] behind sq          up to a man: for each slider on from who attacks sq
//	column[n]   ^= beyond                             a slider's, if sq becomes occupied or empty
//	column[n]    = attacks(man, sq), or 0             his own, if he comes or leaves
//
// A man attacks a square whether or not somebody stands there, so a change of a square leaves its own word as it is. The sliders in it are those whose rays
// close or open: they lose, or gain, what lies beyond up to a man, the possible victim. A capture changes no ray. A man who leaves gives his number back, and a side has
// at most 16 men. A slider on d4, and a man who comes to d5:
//
//	occ                 column before       beyond              column after
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. x . R . . . .     . x x . x x x x     . . . . . . . .     . x x . x x x x
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. . . . . . . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//
// Words of 64 bits hold the words of sq, sq + 16, sq + 32 and sq + 48. Shifted by n, masked, and shifted by the number of the word, 16 of them make a column. Clockwork turns the
// rays of a square into words by permutations of bytes; here, the few sliders are taken one by one, their rays cut as in package classical/abovebelow.
//
// The functions without a State answer by these rays. They serve proofs, and are not timed.
//
// Cost: a State has 376 bytes, and Clockwork copies it with the position at each move. The timed loops do so, too. The states of a corpus are filled before the clock starts, as a
// search has them already; in mode threats each question is then larger by its state. Positions for training come without states, so there is no mode
// threatsbatch. A change reads 10 KiB of tables: rays, directions and leaps. What else an engine has from a state is not timed: who attacks a square, checks,
// and moves.
//
// When: engines that ask these more often than they make moves. For threats alone, lookups need no state.
//
// People: 87flowers and others, for Clockwork, 2025: [attack-states]. The order of the words is this project's.
package wordboard

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/stateful/internal/reach"
)

// State is a board, and which of its men attack each square. The zero State is the empty board. A side has at most 16 men.
type State struct {
	attackers  [2][16]uint64 // by color: the 16 bits of sq are part sq>>4 of word sq&15
	places     [64]uint8     // the man on each square, and 16 times his number
	squares    [2][16]uint8  // of men, by color and number
	occ, kings uint64
	taken      [2]uint16 // sets of numbers, by color: those of men on the board
	sliders    [2]uint16 // and those of sliders
}

var tables reach.Tables

func init() { scaffold.AtStart("wordboard", Build) }

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
		attacks := s.column(color, number)
		s.flip(color, number, attacks)
		list = s.victims(list, board.NewThreat(before, sq, 0, 0), attacks)
		s.taken[color] &^= 1 << number
		s.sliders[color] &^= 1 << number
		s.occ &^= at
		s.kings &^= at
		s.places[sq] = 0
	}
	if after != board.NoMan {
		color := after >> 3 & 1
		number := uint8(bits.TrailingZeros16(^s.taken[color])) & 15
		attacks := tables.Attacks(after, sq, s.occ)
		s.flip(color, number, attacks)
		list = s.victims(list, board.NewThreat(after, sq, 0, 0)|board.Appears, attacks)
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
		attackers := s.word(color, sq)
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
				s.flip(color, number, beyond)
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

// word returns the numbers of the men of a color who attack a square.
func (s *State) word(color board.Man, sq int) uint16 {
	return uint16(s.attackers[color&1][sq&15] >> (sq & 0x30))
}

// column returns the squares that a man attacks.
func (s *State) column(color board.Man, number uint8) (attacks uint64) {
	const parts = 0x0001000100010001
	words := &s.attackers[color&1]
	for j := 0; j < 16; j += 4 {
		attacks |= (words[j]>>(number&15)&parts | words[j+1]>>(number&15)&parts<<1 |
			words[j+2]>>(number&15)&parts<<2 | words[j+3]>>(number&15)&parts<<3) << j
	}
	return attacks
}

// flip changes whether a man attacks squares.
func (s *State) flip(color board.Man, number uint8, squares uint64) {
	words := &s.attackers[color&1]
	for ; squares != 0; squares &= squares - 1 {
		sq := bits.TrailingZeros64(squares)
		words[sq&15] ^= 1 << (uint8(sq&0x30) | number&15)
	}
}

// Attackers returns the squares of the men of both colors who attack a square.
func (s *State) Attackers(sq int) (from uint64) {
	for color := range board.Man(2) {
		for word := s.word(color, sq); word != 0; word &= word - 1 {
			from |= 1 << (s.squares[color][bits.TrailingZeros16(word)&15] & 63)
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
