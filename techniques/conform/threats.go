package conform

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime/debug"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// ThreatsFunc appends to a delta which threats vanish and which appear if the man on a square, before (or none), becomes after (or none). Before, after or
// nobody may stand there in men. It may write up to 16 entries behind the end of the list.
type ThreatsFunc func(men *board.Men, sq int, before, after board.Man, d *board.Delta)

// DeltaFunc writes the delta of a move.
type DeltaFunc func(m *DeltaMove, d *board.Delta)

// CheckThreats proves a function for changes of one square: it returns a *DeltaMistake that shows a wrong list. The seed chooses what is random. It calls the function
// from one goroutine at a time, and leaves the goroutine behind if an answer does not come within seconds.
func CheckThreats(f ThreatsFunc, seed uint64) error { return CheckThreatsOn(f, ^uint64(0), seed) }

// CheckThreatsOn is the part of CheckThreats for changes of some squares.
func CheckThreatsOn(f ThreatsFunc, squares, seed uint64) error {
	if f == nil {
		return errNothing
	}
	p, err := newThreatsPlace(f)
	if err != nil {
		return err
	}
	err = prove(changesOn(squares, seed), p.ask)
	if err == nil { // else a goroutine may be left there
		p.free()
	}
	return err
}

// CheckDeltas proves a function for the deltas of whole moves, as CheckThreats does. The moves are legal, in positions that a game can have.
func CheckDeltas(f DeltaFunc, seed uint64) error {
	if f == nil {
		return errNothing
	}
	p, err := newDeltaPlace()
	if err != nil {
		return err
	}
	err = prove(movesFrom(seed), func(m *DeltaMove) deltaAnswer {
		p.refill()
		p.d.N = 0
		f(m, p.d)
		return p.written(0, board.MostThreats)
	})
	if err == nil {
		p.free()
	}
	return err
}

// CheckThreatsBulk is CheckThreats for functions of another process, where a question takes microseconds to pass. ask answers questions in their order.
func CheckThreatsBulk(ask func([]Change) ([]board.Delta, error), seed uint64) error {
	return CheckThreatsBulkOn(ask, ^uint64(0), seed)
}

// CheckThreatsBulkOn is the part of CheckThreatsBulk for changes of some squares.
func CheckThreatsBulkOn(ask func([]Change) ([]board.Delta, error), squares, seed uint64) error {
	return checkBulk(changesOn(squares, seed), ask)
}

// CheckDeltasBulk is CheckDeltas for functions of another process.
func CheckDeltasBulk(ask func([]DeltaMove) ([]board.Delta, error), seed uint64) error {
	return checkBulk(movesFrom(seed), ask)
}

// exam is for deltas what Exam is for attacks: it gives questions to a function ask, one after the other, until ask returns false.
type exam[Q deltaQuestion] struct {
	about int  // as many questions, counted once and rounded: samples go by it
	mixed bool // the first ones are of all kinds
	each  func(ask func(Q) bool)
}

func changesOn(squares, seed uint64) exam[*Change] {
	return exam[*Change]{83_000 * bits.OnesCount64(squares), false, func(ask func(*Change) bool) {
		goOn := true
		for sq := range board.Squares(squares) {
			if goOn {
				changesOf(sq, seed, func(c *Change) bool {
					goOn = ask(c)
					return goOn
				})
			}
		}
	}}
}

func movesFrom(seed uint64) exam[*DeltaMove] {
	return exam[*DeltaMove]{140_000, true, func(ask func(*DeltaMove) bool) { movesOf(seed, ask) }}
}

// anyKind is the same exam for a function for all kinds of questions.
func (x exam[Q]) anyKind() exam[deltaQuestion] {
	return exam[deltaQuestion]{x.about, x.mixed, func(ask func(deltaQuestion) bool) { x.each(func(q Q) bool { return ask(q) }) }}
}

// deltaQuestion is a *Change or a *DeltaMove.
type deltaQuestion interface {
	fmt.Stringer
	list(d *board.Delta)               // appends the right delta
	boards() (before, after board.Men) // of the change or the move
	kind() string                      // of the change or the move, as counts name it
	who(sq int, comes bool) string     // the man who leaves or comes to a square that changes
	where(sq int) string               // names a square that changes
	position() string                  // a line with all of the question's board
	clone() deltaQuestion              // another one with the same contents
	spare() uint64                     // men that may be taken off
	only(men uint64) deltaQuestion     // the question with only these of the spare men; nil if it is none then
}

// prove is checkDeltas with a report like Prove's.
func prove[Q deltaQuestion](questions exam[Q], ask func(Q) deltaAnswer) error {
	w := new(watch)
	err := w.run(func() error { return checkDeltas(questions, ask, w) })
	var m *DeltaMistake
	if !errors.As(err, &m) {
		return err
	}
	again := func(q deltaQuestion) (a deltaAnswer) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if p := recover(); p != nil {
				a = deltaAnswer{panicked: p}
			}
		}()
		w.at(q)
		return ask(q.(Q))
	}
	if hangs := w.run(func() error {
		m.examine(questions.anyKind(), again)
		return nil
	}); hangs != nil {
		return fmt.Errorf("%w\nasked again, or with fewer men, there is no answer", err)
	}
	return err
}

// checkDeltas asks questions, and returns a *DeltaMistake for the first wrong answer. It notes each in a watch.
func checkDeltas[Q deltaQuestion](questions exam[Q], ask func(Q) deltaAnswer, w *watch) (err error) {
	var asked Q
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = newDeltaMistake(asked, deltaAnswer{panicked: p})
		}
	}()
	var want board.Delta
	questions.each(func(q Q) bool {
		asked = q
		w.at(q)
		a := ask(q)
		want.N = 0
		q.list(&want)
		if a.complaint != "" || board.ThreatSum(a.list) != want.Sum() {
			err = newDeltaMistake(q, a)
		}
		return err == nil
	})
	return err
}

// checkBulk proves a function that is asked in bulk.
func checkBulk[T any, Q interface {
	*T
	deltaQuestion
}](questions exam[Q], ask func([]T) ([]board.Delta, error)) error {
	const most = 4096
	var failed error
	answer := func(list []T) []board.Delta {
		answers, err := ask(list)
		if err == nil && len(answers) != len(list) {
			err = fmt.Errorf("%d answers to %d questions", len(answers), len(list))
		}
		if err != nil {
			failed = err
			return nil
		}
		return answers
	}
	read := func(d *board.Delta) deltaAnswer {
		if d.N < 0 || d.N > board.MostThreats {
			return wrongList("N is %d (want 0 to %d)", d.N, board.MostThreats)
		}
		return deltaAnswer{list: d.All()}
	}
	var wrong *DeltaMistake
	var list []T
	flush := func() bool {
		answers := answer(list)
		for i := range answers {
			if a := read(&answers[i]); wrong == nil && !a.right(Q(&list[i])) {
				wrong = newDeltaMistake(Q(&list[i]), a)
			}
		}
		list = list[:0]
		return failed == nil && wrong == nil
	}
	if questions.each(func(q Q) bool {
		list = append(list, *q)
		return len(list) < most || flush()
	}); failed == nil && wrong == nil {
		flush() // the rest, fewer than most
	}
	if failed != nil || wrong == nil {
		return failed
	}
	wrong.examine(questions.anyKind(), func(q deltaQuestion) deltaAnswer {
		if answers := answer([]T{*q.(Q)}); failed == nil {
			return read(&answers[0])
		}
		return deltaAnswer{panicked: failed}
	})
	return wrong
}

// deltaPlace has a delta that ends where memory must not be touched.
type deltaPlace struct {
	fenced
	d      *board.Delta
	isList bool // whether the last answer was a list, without a complaint
}

func newDeltaPlace() (p deltaPlace, err error) {
	size := int(unsafe.Sizeof(board.Delta{}))
	if p.fenced, err = newFenced(size); err != nil {
		return p, err
	}
	p.d = (*board.Delta)(unsafe.Pointer(&p.inside[len(p.inside)-size]))
	return p, nil
}

// unwritten fills a list before a function writes there. It is no threat: its squares are above 63.
const unwritten board.Threat = 0xfdfdfd7d

// The list of a function for changes ends at mostListed at the latest: behind the end, it may write some entries more (slack).
const (
	mostListed = 128
	slack      = board.MostThreats - mostListed
)

func wrongList(format string, args ...any) deltaAnswer {
	return deltaAnswer{complaint: fmt.Sprintf(format, args...)}
}

// written returns the entries that a function has appended to a list of length start, or a complaint about the list.
func (p *deltaPlace) written(start, most int) deltaAnswer {
	end := int(p.d.N)
	if end < start || end > most {
		return wrongList("N is %d after the call (want %d to %d)", end, start, most)
	}
	for i, t := range p.d.List[:start] {
		if t != unwritten {
			return wrongList("entry %d of the list is overwritten: %d were there before", i, start)
		}
	}
	room := min(end+slack, board.MostThreats)
	for i, t := range p.d.List[room:] {
		if t != unwritten {
			return wrongList("entry %d of the list is written, where N is %d (want at most %d behind the end)", room+i, end, slack)
		}
	}
	p.isList = true
	return deltaAnswer{list: p.d.List[start:end]}
}

// refill makes the list ready for the next answer. If the last answer was a list, only that and the slack behind it can have been written.
func (p *deltaPlace) refill() {
	end := board.MostThreats
	if p.isList {
		end = min(int(p.d.N)+slack, end)
	}
	for i := range p.d.List[:end] {
		p.d.List[i] = unwritten
	}
	p.isList = false
}

// threatsPlace has boards beside memory that must not be touched, for a function for changes: one ends there, at a multiple of 64 bytes, and one begins at no such multiple.
type threatsPlace struct {
	deltaPlace
	n     int // of questions
	f     ThreatsFunc
	board fenced
	men   [2]*board.Men
}

func newThreatsPlace(f ThreatsFunc) (p *threatsPlace, err error) {
	p = &threatsPlace{f: f}
	if p.deltaPlace, err = newDeltaPlace(); err != nil {
		return nil, err
	}
	if p.board, err = newFenced(256); err != nil {
		return nil, err
	}
	inside := p.board.inside
	p.men = [2]*board.Men{(*board.Men)(unsafe.Pointer(&inside[8])), (*board.Men)(unsafe.Pointer(&inside[len(inside)-64]))}
	return p, nil
}

func (p *threatsPlace) free() {
	p.deltaPlace.free()
	p.board.free()
}

// ask asks at the end of a list of some length.
func (p *threatsPlace) ask(c *Change) deltaAnswer {
	const longest = 32 // the most threats of a man who is put or taken; of one in place of another, there are up to 48
	start := [...]int{0, 1, 7, 16, longest}[p.n%5]
	if p.n%7 == 0 && (c.Before == board.NoMan || c.After == board.NoMan) { // up to mostListed
		start = 3 * longest
	}
	p.refill()
	p.d.N = int32(start)
	men := p.men[p.n/2%2]
	p.n++
	*men = c.Men
	p.f(men, int(c.Square), c.Before, c.After, p.d)
	if *men != c.Men {
		return wrongList("the board is changed")
	}
	return p.written(start, mostListed)
}

// AskThreats asks a function one question, which it makes of any bytes: only their low bits count, four for a man, so that a byte of the board has the men on two squares.
func AskThreats(f ThreatsFunc, square, before, after byte, men []byte) error {
	man := func(b byte) board.Man {
		if m := board.Man(b & 15); m.Kind() != 7 && m != board.ManBlack {
			return m
		}
		return board.NoMan
	}
	c := &Change{Square: square & 63, Before: man(before), After: man(after)}
	if c.Before == c.After {
		c.Before, c.After = board.ManQueen, board.NoMan
	}
	for i, b := range men[:min(len(men), 32)] {
		c.Men[2*i], c.Men[2*i+1] = man(b), man(b>>4)
	}
	p, err := newThreatsPlace(f)
	if err != nil {
		return err
	}
	defer p.free()
	return checkDeltas(exam[*Change]{each: func(ask func(*Change) bool) { ask(c) }}, p.ask, nil)
}
