package rotated

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Prepare rotates whole boards, by other code than that which places single squares. Both agree.
func TestRotations(t *testing.T) {
	for sq := range 64 {
		var s State
		s.Prepare(1 << sq)
		if want := (State{1 << sq, 1 << filePosition(sq), 1 << diagonalPosition(sq), 1 << antidiagonalPosition(sq)}); s != want {
			t.Errorf("%s rotated is %#x, want %#x", board.SquareName(sq), s, want)
		}
	}
}

// In each rotated board the squares of a line are neighbouring bits of one byte, in the order in which they stand on
// the line, and no two squares share a bit. An antidiagonal's order is that of its files, which fall to the north-west.
func TestPositions(t *testing.T) {
	for i, l := range lines {
		var taken uint64
		for sq := range 64 {
			at := l.position(sq)
			if taken>>at&1 != 0 {
				t.Errorf("line %d: position %d of %s is taken", i, at, board.SquareName(sq))
			}
			taken |= 1 << at
			step := 1
			if l.d == board.NorthWest {
				step = -1
			}
			want := at
			for next := range board.Squares(board.Ray(l.d, sq)) {
				want += step
				if got := l.position(next); got != want || got>>3 != at>>3 {
					t.Errorf("line %d: %s is at %d, and %s at %d, want %d", i, board.SquareName(sq), at, board.SquareName(next), got, want)
				}
			}
		}
	}
}

// A state that forgets one of its boards once is found out.
func TestFaultsOfStates(t *testing.T) {
	for name, err := range map[string]error{
		"files not added":         conform.CheckState[forgetsFiles](1),
		"diagonals not added":     conform.CheckState[forgetsDiagonals](1),
		"antidiagonals not taken": conform.CheckState[keepsAntidiagonals](1),
	} {
		if err == nil {
			t.Errorf("%s: not caught", name)
		}
	}
}

type (
	forgetsFiles       struct{ State }
	forgetsDiagonals   struct{ State }
	keepsAntidiagonals struct{ State }
)

const d4 = 27

func (s *forgetsFiles) Add(sq int) {
	files := s.files
	if s.State.Add(sq); sq == d4 {
		s.files = files
	}
}

func (s *forgetsDiagonals) Add(sq int) {
	diagonals := s.diagonals
	if s.State.Add(sq); sq == d4 {
		s.diagonals = diagonals
	}
}

func (s *keepsAntidiagonals) Remove(sq int) {
	antidiagonals := s.antidiagonals
	if s.State.Remove(sq); sq == d4 {
		s.antidiagonals = antidiagonals
	}
}
