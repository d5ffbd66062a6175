package conform

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/board"
)

// Promise is a property that an implementation may have. Questions that need a promise are asked only with it.
type Promise int

// AnySquare promises that only the low six bits of a square count, so that squares above 63 may be asked.
const AnySquare Promise = 1

func promised(promises []Promise) bool { return len(promises) > 0 } // as there is no other promise

// Prove is Check on every step-th square, with a report that helps to mend. It takes pieces off the first wrong question as long
// as the answer stays wrong, and then counts wrong answers, and their squares, for two seconds at most. It reports a
// function that is missing, panics, does not answer, or has two answers to one question. It calls the technique from one
// goroutine at a time, and leaves the goroutine of a hanging lookup behind.
func Prove(technique Technique, step int, promises ...Promise) error {
	if technique == nil {
		return errNothing
	}
	for sq := 0; sq < 64; sq += step {
		err := NewExam(sq, uint64(sq)).CheckInTime(technique)
		if err == nil && promised(promises) {
			err = above63(technique, sq)
		}
		if err != nil {
			return explain(err, func(t *tally) error {
				for sq := 0; sq < 64; sq += step {
					s := newAsker(technique)
					s.tally = t
					if err := s.check(NewExam(sq, uint64(sq))); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return nil
}

// CheckInTime is Check in a goroutine of its own, which it leaves behind if an answer does not come within seconds. The error
// names the question.
func (x *Exam) CheckInTime(technique Technique) error { return newAsker(technique).inTime(x) }

func (s *asker) inTime(x *Exam) error {
	return (&watch{asker: s}).run(func() error { return s.check(x) })
}

// above63 asks about a square by numbers with the same low six bits that are negative or above 63.
func above63(technique Technique, sq int) error {
	x := examOf(sq, 0x8142241818244281) // the two long diagonals
	for _, above := range []int{-64, 64, 1 << 30} {
		s := newAsker(technique)
		s.above = above
		if err := s.inTime(x); err != nil {
			return err
		}
	}
	return nil
}

// examined is a mistake that can be asked again.
type examined interface {
	error
	examine()
	random() bool
}

func (m *Mistake) random() bool    { return m.Again != nil }
func (m *SetMistake) random() bool { return m.Again != nil }

// explain finds out more about a wrong answer: the smallest question, and by asking all questions with a tally, how many answers are wrong.
// It returns other errors unchanged.
func explain(err error, all func(*tally) error) error {
	var m examined
	if !errors.As(err, &m) {
		return err
	}
	w := new(watch)
	if hangs := w.run(func() error { m.examine(); return nil }); hangs != nil {
		return fmt.Errorf("%w\nasked again, or with fewer pieces, the technique does not answer", err)
	}
	Diagnose(err, nil)
	if m.random() || all == nil {
		return err
	}
	t := &tally{until: time.Now().Add(countingTime)}
	end := t.run(func() error { return all(t) })
	return fmt.Errorf("%w%s", err, t.summary(end))
}

// errTime ends the counting.
var errTime = errors.New("no time is left")

// countingTime is how long wrong answers are counted. Most techniques answer everything in a third of it.
var countingTime = 2 * time.Second

// patience is how long an answer may take. It is a million times what a slow technique takes.
var patience = 3 * time.Second

// watch notes every question, so that the one without an answer is known.
type watch struct {
	mu    sync.Mutex
	n     int
	last  fmt.Stringer
	asker *asker // its place in the exam says the last question, since noting each takes time; nil: at notes questions
}

// at notes a question. A nil watch does nothing.
func (w *watch) at(question fmt.Stringer) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.n++
		w.last = question
	}
}

// now returns the last question, nil if there is none, and a value that differs from question to question.
func (w *watch) now() (last fmt.Stringer, which any) {
	if w.asker != nil {
		if q, known := w.asker.now(); known {
			return q, q
		}
		return nil, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last, w.n
}

// now returns the last question of an asker, if there is one, without waiting: a hanging lookup got its question long before. The race detector
// would complain about the questions before.
//
//go:norace
func (s *asker) now() (q question, known bool) {
	r, i := s.part, s.at
	if r == nil || i >= len(r.Occs) {
		return question{}, false
	}
	return r.question(i), true
}

// hang is the error for a question without an answer.
type hang struct{ question fmt.Stringer } // nil where questions are not noted

func (h *hang) Error() string {
	return fmt.Sprintf("no answer within %v%s", patience, asked(h.question))
}

// asked says which question led to something, if it is known.
func asked(last fmt.Stringer) string {
	if last == nil {
		return ""
	}
	return ": " + last.String()
}

// run returns the result of an exam, or a *hang if no question follows on another for long. The exam's goroutine stays.
func (w *watch) run(exam func() error) error {
	done := make(chan error, 1)
	go func() {
		err := errGone // stays if exam ends this goroutine
		defer func() { done <- err }()
		err = exam()
	}()
	tick := time.NewTicker(patience)
	defer tick.Stop()
	var before any
	for {
		select {
		case err := <-done:
			if last, _ := w.now(); err == errGone {
				return fmt.Errorf("%w%s", err, asked(last))
			}
			return err
		case <-tick.C:
			last, which := w.now()
			if which == before {
				return &hang{last}
			}
			before = which
		}
	}
}

var errGone = errors.New("the technique ends the goroutine that calls it")

// question is a question to a technique.
type question struct {
	method string
	piece  board.Piece
	sq     int
	occ    uint64
}

func (q question) String() string {
	return fmt.Sprintf("%s, a %v on %s\n%s", q.method, q.piece, board.SquareName(q.sq&63), draw(set("occupancy", q.occ)))
}

// tally notes every question, counts the wrong answers, and asks on until its time is over.
type tally struct {
	watch
	until  time.Time
	counts []count
	none   string // the conclusion if no answer is wrong
}

// count is of one method.
type count struct {
	name         string
	asked, wrong int
	squares      uint64 // with a wrong answer
}

// add counts an answer, and reports whether there is time for another one.
func (t *tally) add(name string, squares uint64, right bool) (goOn bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := 0
	for at < len(t.counts) && t.counts[at].name != name {
		at++
	}
	if at == len(t.counts) {
		t.counts = append(t.counts, count{name: name})
	}
	c := &t.counts[at]
	c.asked++
	if !right {
		c.wrong++
		c.squares |= squares
	}
	return c.asked%64 != 0 || time.Now().Before(t.until) // the clock is read seldom
}

// summary describes the counts. The error is what ended the count early, or nil.
func (t *tally) summary(end error) string {
	t.mu.Lock() // the goroutine of a function that does not answer is still there
	defer t.mu.Unlock()
	var b strings.Builder
	wrong := 0
	for _, c := range t.counts {
		wrong += c.wrong
		if c.wrong == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %d of %d answers are wrong", c.name, c.wrong, c.asked)
		if c.squares != 0 {
			fmt.Fprintf(&b, ", on %s", squareNames(c.squares))
		}
		b.WriteString("\n")
	}
	if wrong == 0 {
		b.WriteString(t.none)
	}
	if h, hangs := end.(*hang); hangs {
		fmt.Fprintf(&b, "counting ended at a question without an answer: %v\n", h.question)
	} else if end != nil {
		fmt.Fprintf(&b, "counting ended after %v\n", countingTime)
	}
	return b.String()
}

// squareNames lists squares by their names, in words if they are many.
func squareNames(squares uint64) string {
	if n := bits.OnesCount64(squares); n == 64 {
		return "all squares"
	} else if n > 16 {
		return fmt.Sprintf("%d squares, the first %s", n, board.SquareName(bits.TrailingZeros64(squares)))
	}
	var names []string
	for sq := range board.Squares(squares) {
		names = append(names, board.SquareName(sq))
	}
	return strings.Join(names, " ")
}

// ProveBatch is a BatchExam of one subset in every, with a report like Prove's. It does not ask methods whose function is nil, and
// returns their names.
func ProveBatch(b Batcher, every int, promises ...Promise) (left []string, err error) {
	if b == nil {
		return nil, errNothing
	}
	var forms []batchForm
	var none error
	for _, form := range batchForms {
		if absent := form.absent(b); absent != nil {
			left, none = append(left, form.name), absent
		} else {
			forms = append(forms, form)
		}
	}
	if forms == nil {
		return left, none
	}
	x := NewBatchExam(1, every)
	x.watch, x.forms, x.below64 = new(watch), forms, !promised(promises)
	if err = x.watch.run(func() error { return x.Check(b) }); err == nil {
		return left, nil
	}
	x.watch = nil // its batches are noted no more: counting has a time limit
	return left, explain(err, func(t *tally) error {
		t.none = "no answer to a batch of other length, in a place of its own, is wrong\n"
		for _, form := range forms {
			c := &batchCheck{BatchExam: x, b: b, form: form, rng: rand.New(rand.NewPCG(x.seed, 0)), tally: t}
			if err := c.subsets(); err != nil {
				return err
			}
		}
		return nil
	})
}

// absent asks empty batches, and returns an error if there is no function.
func (f batchForm) absent(b Batcher) (err error) {
	defer func() { err = isMissing(recover()) }()
	f.ask(b, make([][]uint64, len(f.pieces)), nil, nil)
	return nil
}

// ProveSets is CheckSets with a report like Prove's.
func ProveSets(s Setter, seed uint64) error {
	if s == nil {
		return errNothing
	}
	w := new(watch)
	err := w.run(func() error { return checkSets(s, seed, w) })
	return explain(err, func(t *tally) error {
		m := (*SetMistake)(nil) // explain has found that err is a mistake
		errors.As(err, &m)
		c := &setCheck{piece: m.Piece, union: m.union, watch: &t.watch, tally: t}
		return c.all(rand.New(rand.NewPCG(seed, 0)))
	})
}

// ProveState is CheckState with a report like Prove's, without the counting.
func ProveState[S comparable, P interface {
	*S
	State
}](seed uint64, promises ...Promise) error {
	w := new(watch)
	return explain(w.run(func() error { return checkState[S, P](seed, promised(promises), w) }), nil)
}
