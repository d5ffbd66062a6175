package conform

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// Mistake is a wrong answer. As an error it is a line that names the question, and pictures beside each other: the occupancy, the
// attacks wanted, the attacks got, and the difference. A diagnosis is a line below.
type Mistake struct {
	Piece          board.Piece
	Square         int
	Occ, Want, Got uint64
	Panic          any    // what the technique panicked with instead of answering, or nil
	Where          string // where in a batch the question stood, or how else it was asked, "" if alone
	// Smallest reports that the mistake vanishes or changes without any one piece of the occupancy.
	Smallest bool
	// Again is another answer to the same question, or nil: the technique answers at random, or by what it was asked before.
	Again *Answer
	// Diagnosis is a line that explains all answers, "" if no known cause does or Diagnose was not called.
	Diagnosis string

	ask    func(occ uint64) uint64 // asks for the same piece on the same square, in the same way
	bulk   Bulk                    // asks for anything in the same way; may be nil
	before history                 // what was asked, up to question at of the last part; nil: not known
	at     int

	remembered string // what remember noted: a line
}

// Answer is a set of squares or a panic.
type Answer struct {
	Attacks uint64
	Panic   any // instead of attacks, or nil
}

func (m *Mistake) Error() string {
	wrong := "is wrong"
	switch {
	case m.Again != nil:
		wrong = "has different answers to one question, asked twice"
	case m.Panic != nil:
		wrong = "panics"
	}
	where := ""
	if m.Where != "" {
		where = " (" + m.Where + ")"
	}
	title := fmt.Sprintf("%v on %s %s%s\n", m.Piece, board.SquareName(m.Square), wrong, where)
	if m.Smallest && m.Occ != 0 {
		title += "no piece can be taken off this occupancy: with fewer the mistake is gone\n"
	}
	first := Answer{m.Got, m.Panic}
	columns := []column{set("occupancy", m.Occ), set("wanted", m.Want)}
	if m.Again != nil {
		return title + draw(append(columns, first.column("got first"), m.Again.column("got then"))...) + first.panicked() + m.Again.panicked() + m.Diagnosis
	}
	return title + draw(append(columns, first.columns(m.Want)...)...) + first.panicked() + m.Diagnosis
}

// repetitions is how often a question is asked again, to see whether its answer stays the same.
const repetitions = 16

// examine asks the question again, and if the answer stays, takes off pieces as long as the mistake stays. It tries the squares
// from a1 to h8, so the same mistake always becomes the same picture.
func (m *Mistake) examine() {
	if m.bulk != nil {
		if m.remember(m.bulk); m.remembered != "" {
			return // asked with fewer pieces, it would be right or wrong by what was asked before
		}
	}
	first := Answer{m.Got, m.Panic}
	for range repetitions {
		if again := answer(m.ask, m.Occ); !again.equal(first) {
			m.Again = &again
			return
		}
	}
	m.Occ = smallest(m.Occ, func(occ uint64) bool {
		want, got := board.Walk(m.Piece, m.Square, occ), answer(m.ask, occ)
		if (got.Panic != nil) != (m.Panic != nil) || got.Panic == nil && got.Attacks == want {
			return false // right, or a panic in place of a wrong answer, or the other way round
		}
		m.Want, m.Got, m.Panic = want, got.Attacks, got.Panic
		return true
	})
	m.Smallest = true
}

// smallest takes members from a failing set until each member that is left is needed.
func smallest(set uint64, fails func(set uint64) bool) uint64 {
	for before := uint64(0); before != set; {
		before = set
		for sq := range board.Squares(set) {
			if fails(set &^ (1 << sq)) {
				set &^= 1 << sq
			}
		}
	}
	return set
}

// answer asks one question. A panic is an answer, too.
func answer(ask func(occ uint64) uint64, occ uint64) (a Answer) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if a.Panic = recover(); a.Panic != nil {
			a.Attacks = 0
		}
	}()
	a.Attacks = ask(occ)
	return a
}

// equal compares answers. Panics are equal if they say the same.
func (a Answer) equal(b Answer) bool {
	return a.Attacks == b.Attacks && fmt.Sprint(a.Panic) == fmt.Sprint(b.Panic)
}

// column draws an answer.
func (a Answer) column(name string) column {
	if a.Panic != nil {
		return column{title: name, set: "panic"}
	}
	return set(name, a.Attacks)
}

// columns draws an answer and its difference from the right one.
func (a Answer) columns(want uint64) []column {
	if a.Panic != nil {
		return nil
	}
	return []column{set("got", a.Attacks), difference(want, a.Attacks)}
}

func (a Answer) panicked() string {
	if a.Panic == nil {
		return ""
	}
	return fmt.Sprintf("panic: %v\n", a.Panic)
}

// column is a picture with two lines above it.
type column struct {
	title, set string
	ranks      []string
}

// set draws a set of squares.
func set(title string, squares uint64) column {
	return column{title, fmt.Sprintf("0x%016x", squares), ranks(board.Picture(squares))}
}

func ranks(picture string) []string { return strings.Split(strings.TrimSuffix(picture, "\n"), "\n") }

// difference draws + where an answer has a square too many, and - where it lacks one.
func difference(want, got uint64) column {
	squares := []byte(board.Picture(want ^ got))
	missing := board.Picture(want &^ got)
	for i := range squares {
		switch {
		case missing[i] == 'x':
			squares[i] = '-'
		case squares[i] == 'x':
			squares[i] = '+'
		}
	}
	return column{"difference", "+ too many, - missing", ranks(string(squares))}
}

// draw puts pictures beside each other.
func draw(columns ...column) string {
	var b strings.Builder
	line := func(text func(column) string) {
		s := ""
		for _, c := range columns {
			s += fmt.Sprintf("%-20s", text(c))
		}
		b.WriteString(strings.TrimRight(s, " ") + "\n")
	}
	line(func(c column) string { return c.title })
	line(func(c column) string { return c.set })
	for rank := range 8 {
		line(func(c column) string {
			if c.ranks == nil {
				return ""
			}
			return c.ranks[rank]
		})
	}
	return b.String()
}

// missing is the value with which a missing function panics.
type missing string

// need panics if a function is not there.
func need(function string, there bool) {
	if !there {
		panic(missing(function))
	}
}

func (m missing) Error() string { return string(m) + " is missing: it is nil" }

// isMissing returns the error of a panic by a missing function, or nil.
func isMissing(panicked any) error {
	if m, is := panicked.(missing); is {
		return m
	}
	return nil
}

var errNothing = errors.New("there is nothing to prove: it is nil")
