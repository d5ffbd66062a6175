package conform_test

import (
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// stateFault is planted in the states below, which number men as package wordboard does.
type stateFault int

const (
	raysStayClosed stateFault = iota + 1
	raysStayOpen
	raysOpenByCapture
	firstRayOnly   // of the sliders who see a square that changes, only one is looked at
	raysOfOccupied // squares where nobody stands are forgotten
	rankStaysClosedInPassing
	promotedByOtherNumber
	castledRookAttacksNothing
	capturedKeepsBits
	numberTwice // two men have number 12
	wrongOnTop  // Prepare leaves the old attackers of d4
	emptyList
	attackersOfWhite // Attackers leaves out black ones
)

// numbered is a state in which each man of a side has a number.
type numbered struct {
	fault   stateFault
	men     board.Men
	numbers [64]uint8     // by square: of the man there
	squares [2][16]uint8  // by color and number: where the man stands
	taken   [2]uint16     // by color: a set of numbers
	words   [2][64]uint16 // by color and square: the numbers of men who attack it
}

func (s *numbered) Prepare(men *board.Men) {
	words := s.words
	*s = numbered{fault: s.fault}
	if s.fault == wrongOnTop {
		s.words[0][d4] = words[0][d4]
	}
	for sq, man := range men {
		if man != board.NoMan {
			s.change(sq, man)
		}
	}
}

func (s *numbered) Attackers(sq int) (from uint64) {
	for color, words := range &s.words {
		for n := range board.Squares(uint64(words[sq])) {
			if color == 0 || s.fault != attackersOfWhite {
				from |= 1 << s.squares[color][n]
			}
		}
	}
	return from
}

func (s *numbered) Threats(sq int, _, after board.Man, d *board.Delta) {
	threats := map[board.Threat]int{}
	s.count(threats, -1)
	s.change(sq, after)
	s.count(threats, 1)
	for t, n := range threats {
		if n > 0 {
			t |= board.Appears
		}
		if n != 0 && s.fault != emptyList {
			d.Add(t)
		}
	}
}

// count adds a number to the counts of all threats on the board.
func (s *numbered) count(threats map[board.Threat]int, by int) {
	for to, victim := range s.men {
		for color := range s.words {
			for n := range board.Squares(uint64(s.words[color][to])) {
				if from := s.squares[color][n]; victim != board.NoMan && victim.Kind() != board.ManKing {
					threats[board.NewThreat(s.men[from], int(from), victim, to)] += by
				}
			}
		}
	}
}

// set notes in words which squares a man attacks.
func (s *numbered) set(color board.Man, number uint8, attacks uint64) {
	for sq := range s.words[color] {
		s.words[color][sq] = s.words[color][sq]&^(1<<number) | uint16(attacks>>sq&1)<<number
	}
}

// change puts a man or nobody on a square, as a right state does but for the fault.
func (s *numbered) change(sq int, after board.Man) {
	fault, before := s.fault, s.men[sq]
	s.men[sq] = after
	occ := s.men.Occ()
	if before != board.NoMan {
		color, number := before>>3, s.numbers[sq]
		if fault != capturedKeepsBits || after == board.NoMan { // its captured men still attack
			s.set(color, number, 0)
		}
		s.taken[color] &^= 1 << number // for the next man of the side who comes
	}
	if after != board.NoMan {
		color, number := after>>3, uint8(0)
		for s.taken[color]>>number&1 != 0 && number < 15 {
			number++
		}
		if fault == numberTwice && number == 13 {
			number = 12
		}
		s.taken[color] |= 1 << number
		s.numbers[sq], s.squares[color][number] = number, uint8(sq)
		attacks := after.Attacks(sq, occ)
		switch home := sq < 8 || sq > 55; { // whether the square is on the first or the last rank
		case fault == castledRookAttacksNothing && after.Kind() == board.ManRook && home && before == board.NoMan && (sq&7 == 3 || sq&7 == 5): // on the d- or f-file, as after castling
			attacks = 0
		case fault == promotedByOtherNumber && after.Kind() == board.ManQueen && home && s.squares[color][number^1] != uint8(sq):
			number ^= 1
		}
		s.set(color, number, attacks)
	}
	// The rest is for the rays through sq. A capture opens and closes none.
	capture := before != board.NoMan && after != board.NoMan
	if capture && fault != raysOpenByCapture || fault == raysStayClosed && after == board.NoMan || fault == raysStayOpen && before == board.NoMan {
		return
	}
	if capture { // only with raysOpenByCapture
		occ &^= 1 << sq
	}
	for color := range s.words {
		for n := range board.Squares(uint64(s.words[color][sq])) {
			from := int(s.squares[color][n])
			man := s.men[from]
			if k := man.Kind(); k != board.ManBishop && k != board.ManRook && k != board.ManQueen {
				continue
			}
			attacks := man.Attacks(from, occ)
			for other := range board.Squares(attacks) {
				if fault == raysOfOccupied && occ>>other&1 == 0 && s.words[color][other]>>n&1 == 0 {
					attacks &^= 1 << other
				}
			}
			if fault == rankStaysClosedInPassing && before.Kind() == board.ManPawn && (sq>>3 == 3 || sq>>3 == 4) && from>>3 == sq>>3 {
				continue
			}
			s.set(board.Man(color), uint8(n), attacks)
			if fault == firstRayOnly {
				return
			}
		}
	}
}

// CheckThreatState finds one fault in four, in make check each, by changes of d4 and by moves. It accepts right states in tests of the catalogue. Few answers are counted, to
// save time.
func TestThreatStateFaults(t *testing.T) {
	defer conform.SetLimits(5*time.Second, 10*time.Millisecond)()
	defer conform.SetCounting(1)()
	var faults []stateFault
	for fault := raysStayClosed; fault <= attackersOfWhite; fault++ {
		faults = append(faults, fault)
	}
	for _, fault := range tiertest.Sample(faults, 4) {
		want := "threats of " // as the error of every wrong list begins
		switch fault {
		case wrongOnTop:
			want = "the state has attackers of d4"
		case attackersOfWhite:
			want = "the state has attackers of "
		}
		if err := conform.CheckThreatState(&numbered{fault: fault}, 1<<d4, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("fault %d: %v, want %q", fault, err, want)
		}
	}
}
