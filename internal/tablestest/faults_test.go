package tablestest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// recorder collects the errors of a test that is expected to fail.
type recorder struct {
	*testing.T
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// walker is a technique whose rooks read a number, which should be 0; with another number, some of their answers are wrong.
type walker struct {
	number byte
	shows  func(sq int, occ uint64) bool // whether the answer to a question is wrong then
}

func (w *walker) Rook(sq int, occ uint64) uint64 {
	if w.number != 0 && w.shows(sq, occ) {
		return 0
	}
	return board.Walk(board.Rook, sq, occ)
}

func (w *walker) Bishop(sq int, occ uint64) uint64 { return board.Walk(board.Bishop, sq, occ) }

func (w *walker) reads(_ board.Piece, _ int, _ uint64, visit Visit) {
	Read(visit, &w.number)
}

// prove fails a test if the faults of an entry never show, if the exam does not notice one that shows, and if there is none to plant.
func TestPlantFaults(t *testing.T) {
	lines := board.Lines(board.Rook, 36) | 1<<36 // 36: e5
	for _, c := range []struct {
		name  string
		shows func(sq int, occ uint64) bool
		want  string // part of an error; "" if all is well
	}{
		{"every fault shows", func(int, uint64) bool { return true }, ""},
		{"no fault shows", func(int, uint64) bool { return false }, "none of the faults of rook, read 1, 1 bytes is ever found"},
		// The exam never asks this board: every square off the lines, and e1. Its noise is random.
		{"the exam is blind", func(sq int, occ uint64) bool { return sq == 36 && occ == ^lines|1<<4 }, "changes an answer, and the exam does not notice"},
	} {
		w, r := &walker{shows: c.shows}, &recorder{T: t}
		newProver(r, w, w.reads).prove([]int{36})
		if c.want == "" && r.errors != nil || c.want != "" && !slices.ContainsFunc(r.errors, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: got %q, want %q", c.name, r.errors, c.want)
		}
		if w.number != 0 {
			t.Errorf("%s: the last fault is still there", c.name)
		}
	}
	r := &recorder{T: t}
	newProver(r, &walker{}, func(board.Piece, int, uint64, Visit) {}).prove([]int{36}) // a technique that reads nothing
	if !slices.Equal(r.errors, []string{"no fault was planted"}) {
		t.Errorf("nothing is read: got %q", r.errors)
	}
}

// PlantBeforeFill finds faults that fill refuses or panics at, and demands at least one.
func TestPlantBeforeFill(t *testing.T) {
	for _, c := range []struct {
		refuse func() error // what fill does with a wrong number
		want   string       // an error; "" if all is well
	}{
		{func() error { return errors.New("refused") }, ""},
		{func() error { panic("outside of the table") }, ""},
		{func() error { return nil }, "no fault is ever refused"},
	} {
		w, r := &walker{shows: func(int, uint64) bool { return false }}, &recorder{T: t}
		newProver(r, w, w.reads).proveFill([]int{36}, func() { w.number = 0 }, func() error {
			if w.number != 0 {
				return c.refuse()
			}
			return nil
		})
		if c.want == "" && r.errors != nil || c.want != "" && !slices.Contains(r.errors, c.want) {
			t.Errorf("got %q, want %q", r.errors, c.want)
		}
	}
}

// wrongRays makes each ray a square shorter, and a square longer where the board goes on.
func TestWrongRays(t *testing.T) {
	attacks := board.MustParse(`
		. . . . . . . .
		. . . . . . . .
		x . . . . . . .
		x . . . . . . .
		. x x x x x x x
		x . . . . . . .
		x . . . . . . .
		x . . . . . . .`)
	const a4 = 24
	// North can be shorter or longer, south and east only shorter: they end at the edge.
	got := wrongRays(board.Rook, a4, attacks)
	want := []uint64{attacks &^ (1 << 40), attacks | 1<<48, attacks &^ (1 << 0), attacks &^ (1 << 31)}
	if !slices.Equal(got, want) {
		var b strings.Builder
		for _, set := range got {
			b.WriteString(board.Picture(set) + "\n")
		}
		t.Errorf("got %d sets:\n%s", len(got), b.String())
	}
}
