package conform

import (
	"fmt"
	"runtime/debug"
	"slices"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// ThreatsFunc appends to a delta which threats vanish and which appear if the man on a square, before (or none), becomes after (or none). Before, after or
// nobody may stand there in men. It may write up to 16 entries behind the end of the list.
type ThreatsFunc func(men *board.Men, sq int, before, after board.Man, d *board.Delta)

// DeltaFunc writes the delta of a move.
type DeltaFunc func(m *DeltaMove, d *board.Delta)

// CheckThreats proves a function for changes of one square: it returns a *DeltaMistake that shows the first wrong list. The seed chooses what is random.
// It calls the function from one goroutine.
func CheckThreats(f ThreatsFunc, seed uint64) error {
	for sq := range 64 {
		if err := CheckThreatsOn(f, sq, seed); err != nil {
			return err
		}
	}
	return nil
}

// CheckThreatsOn is the part of CheckThreats for changes of one square.
func CheckThreatsOn(f ThreatsFunc, sq int, seed uint64) error {
	p, err := newThreatsPlace(f)
	if err != nil {
		return err
	}
	defer p.free()
	return checkDeltas(func(ask func(*Change) bool) { changesOf(sq, seed, ask) }, p.ask)
}

// CheckDeltas proves a function for the deltas of moves, as CheckThreats does. The moves are legal, in positions that a game can have.
func CheckDeltas(f DeltaFunc, seed uint64) error {
	p, err := newDeltaPlace()
	if err != nil {
		return err
	}
	defer p.free()
	return checkDeltas(func(ask func(*DeltaMove) bool) { movesOf(seed, ask) }, func(m *DeltaMove) ([]board.Threat, string) {
		p.refill()
		p.d.N = 0
		f(m, p.d)
		return p.written(0)
	})
}

// In bulk: for functions of another process, where a question takes microseconds to pass. ask answers questions in their order.

// CheckThreatsBulk is CheckThreats in bulk.
func CheckThreatsBulk(ask func([]Change) ([]board.Delta, error), seed uint64) error {
	return checkBulk(func(ask func(*Change) bool) {
		for sq := range 64 {
			changesOf(sq, seed, ask)
		}
	}, ask)
}

// CheckDeltasBulk is CheckDeltas in bulk.
func CheckDeltasBulk(ask func([]DeltaMove) ([]board.Delta, error), seed uint64) error {
	return checkBulk(func(ask func(*DeltaMove) bool) { movesOf(seed, ask) }, ask)
}

// deltaQuestion is a *Change or a *DeltaMove.
type deltaQuestion interface {
	fmt.Stringer
	boards() (before, after board.Men)
	list(d *board.Delta) // appends the right delta
}

func (c *Change) String() string {
	name := board.SquareName(int(c.Square))
	switch {
	case c.Before == board.NoMan:
		return fmt.Sprintf("%v is put on %s", c.After, name)
	case c.After == board.NoMan:
		return fmt.Sprintf("%v is taken from %s", c.Before, name)
	}
	return fmt.Sprintf("%v on %s becomes %v", c.Before, name, c.After)
}

func (c *Change) boards() (before, after board.Men) {
	before, after = c.Men, c.Men
	before[c.Square], after[c.Square] = c.Before, c.After
	return before, after
}

func (m *DeltaMove) boards() (before, after board.Men) { return m.Men, m.After() }

// list appends the delta of a move as those of its changes, each on the board that the ones before have left.
func (m *DeltaMove) list(d *board.Delta) {
	c, after := Change{Men: m.Men}, m.After()
	change := func(sq int, to board.Man) {
		if c.Square, c.Before, c.After = uint8(sq), c.Men[sq], to; c.Before != to {
			c.list(d)
			c.Men[sq] = to
		}
	}
	change(m.From, board.NoMan)
	if m.Special == EnPassant {
		change(m.passed(), board.NoMan)
	}
	if m.Special == Castling {
		king, rook := m.Castled()
		change(m.To, board.NoMan)
		change(king, after[king])
		change(rook, after[rook])
		return
	}
	change(m.To, after[m.To])
}

// checkDeltas asks questions, and returns a *DeltaMistake for the first wrong answer.
func checkDeltas[Q deltaQuestion](questions func(ask func(Q) bool), ask func(Q) ([]board.Threat, string)) (err error) {
	var asked Q
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if err = isMissing(p); err == nil {
				err = &DeltaMistake{Question: asked, Panic: p}
			}
		}
	}()
	var want board.Delta
	questions(func(q Q) bool {
		asked = q
		got, complaint := ask(q)
		want.N = 0
		q.list(&want)
		if complaint != "" || board.ThreatSum(got) != want.Sum() {
			err = &DeltaMistake{Question: q, Got: slices.Clone(got), Complaint: complaint}
		}
		return err == nil
	})
	return err
}

// checkBulk is checkDeltas in bulk.
func checkBulk[T any, Q interface {
	*T
	deltaQuestion
}](questions func(ask func(Q) bool), ask func([]T) ([]board.Delta, error)) (err error) {
	const most = 4096
	var list []T
	flush := func() bool {
		var answers []board.Delta
		if answers, err = ask(list); err != nil {
			return false
		}
		if len(answers) != len(list) {
			err = fmt.Errorf("%d answers to %d questions", len(answers), len(list))
			return false
		}
		err = checkDeltas(func(ask func(Q) bool) {
			for i := range list {
				if !ask(&list[i]) {
					return
				}
			}
		}, func(Q) ([]board.Threat, string) {
			d := &answers[0]
			answers = answers[1:]
			if d.N < 0 || d.N > board.MostThreats {
				return nil, fmt.Sprintf("N is %d (want at most %d)", d.N, board.MostThreats)
			}
			return d.All(), ""
		})
		list = list[:0]
		return err == nil
	}
	questions(func(q Q) bool {
		list = append(list, *q)
		return len(list) < most || flush()
	})
	if err == nil && len(list) > 0 {
		flush()
	}
	return err
}

// deltaPlace has a delta that ends where memory must not be touched.
type deltaPlace struct {
	fenced
	d *board.Delta
	n int
}

func newDeltaPlace() (p deltaPlace, err error) {
	size := int(unsafe.Sizeof(board.Delta{}))
	if p.fenced, err = newFenced(size); err != nil {
		return p, err
	}
	p.d = (*board.Delta)(unsafe.Pointer(&p.inside[len(p.inside)-size]))
	for i := range p.d.List {
		p.d.List[i] = unwritten
	}
	return p, nil
}

// unwritten fills a list.
const unwritten board.Threat = 0xfdfdfd7d

// Of a list's room: how many entries an answer may have, and how many it may write behind them.
const (
	mostListed = 128
	slack      = board.MostThreats - mostListed
)

// written returns what an answer has appended, or a complaint. It fills the list again when the next answer comes.
func (p *deltaPlace) written(start int) (list []board.Threat, complaint string) {
	end := int(p.d.N)
	if end < start || end > mostListed {
		return nil, fmt.Sprintf("N is %d after the call (want %d, as before the call, to %d)", end, start, mostListed)
	}
	for i, t := range p.d.List[:start] {
		if t != unwritten {
			return nil, fmt.Sprintf("entry %d of the list is overwritten: %d were there before", i, start)
		}
	}
	for i, t := range p.d.List[end+slack:] {
		if t != unwritten {
			return nil, fmt.Sprintf("entry %d of the list is written, where N is %d (want at most %d behind the end)", end+slack+i, end, slack)
		}
	}
	return p.d.List[start:end], ""
}

func (p *deltaPlace) refill() {
	for i := range p.d.List[:min(max(int(p.d.N), 0)+slack, board.MostThreats)] {
		p.d.List[i] = unwritten
	}
}

// threatsPlace has boards beside memory that must not be touched, for a function for changes: one ends there, at a multiple of 64 bytes, and one begins at no such multiple.
type threatsPlace struct {
	deltaPlace
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
func (p *threatsPlace) ask(c *Change) ([]board.Threat, string) {
	const longest = 32 // of what one man more or less changes
	start := [...]int{0, 1, 7, 16, longest}[p.n%5]
	if p.n%7 == 0 && (c.Before == board.NoMan || c.After == board.NoMan) {
		start = 3 * longest
	}
	p.refill()
	p.d.N = int32(start)
	men := p.men[p.n/2%2]
	p.n++
	*men = c.Men
	p.f(men, int(c.Square), c.Before, c.After, p.d)
	if *men != c.Men {
		return nil, "the board is changed"
	}
	return p.written(start)
}

// DeltaMistake is a wrong delta. As an error it is a line that names the question, and boards before and after, with some of the threats that are missing or too many.
type DeltaMistake struct {
	Question  deltaQuestion
	Got       []board.Threat
	Complaint string // about the list or the board, "" where threats are wrong
	Panic     any    // what the function panicked with, or nil
}

func (m *DeltaMistake) Error() string {
	var want board.Delta
	m.Question.list(&want)
	return fmt.Sprint(m.Question, m.Got, want.All(), m.Complaint, m.Panic)
}
