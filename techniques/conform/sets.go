package conform

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// Setter is a technique that answers for all sliders of a set in one call: each method returns the union of their attacks, as if
// each slider stood alone with that occupancy. An occupancy may contain anything, all, some or none of the sliders included.
type Setter interface {
	Rooks(sliders, occ uint64) uint64
	Bishops(sliders, occ uint64) uint64
	Queens(sliders, occ uint64) uint64
}

// SetFuncs makes a Setter of functions.
type SetFuncs struct {
	RooksFunc, BishopsFunc, QueensFunc func(sliders, occ uint64) uint64
}

// Rooks calls RooksFunc.
func (f SetFuncs) Rooks(sliders, occ uint64) uint64 {
	need("RooksFunc", f.RooksFunc != nil)
	return f.RooksFunc(sliders, occ)
}

// Bishops calls BishopsFunc.
func (f SetFuncs) Bishops(sliders, occ uint64) uint64 {
	need("BishopsFunc", f.BishopsFunc != nil)
	return f.BishopsFunc(sliders, occ)
}

// Queens calls QueensFunc.
func (f SetFuncs) Queens(sliders, occ uint64) uint64 {
	need("QueensFunc", f.QueensFunc != nil)
	return f.QueensFunc(sliders, occ)
}

// SetMistake is a wrong answer about a set.
type SetMistake struct {
	Piece                   board.Piece
	Sliders, Occ, Want, Got uint64
	Panic                   any     // what the technique panicked with instead of answering, or nil
	Smallest                bool    // without any one slider, or piece of the occupancy, the mistake is gone
	Again                   *Answer // another answer to the same question, or nil

	union func(sliders, occ uint64) uint64
}

func (m *SetMistake) Error() string {
	wrong := "are wrong"
	switch {
	case m.Again != nil:
		wrong = "have different answers to one question, asked twice"
	case m.Panic != nil:
		wrong = "panic"
	}
	title := fmt.Sprintf("%vs %s\n", m.Piece, wrong)
	if m.Smallest {
		title += "no slider and no piece can be taken off: with fewer the mistake is gone\n"
	}
	first := Answer{m.Got, m.Panic}
	columns := []column{set("sliders", m.Sliders), set("occupancy", m.Occ), set("wanted", m.Want)}
	if m.Again != nil {
		return title + draw(append(columns, first.column("got first"), m.Again.column("got then"))...) + first.panicked() + m.Again.panicked()
	}
	return title + draw(append(columns, first.columns(m.Want)...)...) + first.panicked()
}

// examine does what Mistake's examine does, for sliders and occupancy.
func (m *SetMistake) examine() {
	first := Answer{m.Got, m.Panic}
	reply := func(sliders, occ uint64) Answer {
		return answer(func(occ uint64) uint64 { return m.union(sliders, occ) }, occ)
	}
	for range repetitions {
		if again := reply(m.Sliders, m.Occ); !again.equal(first) {
			m.Again = &again
			return
		}
	}
	fails := func(sliders, occ uint64) bool {
		want, got := Union(m.Piece, sliders, occ), reply(sliders, occ)
		if (got.Panic != nil) != (m.Panic != nil) || got.Panic == nil && got.Attacks == want {
			return false
		}
		m.Sliders, m.Occ, m.Want, m.Got, m.Panic = sliders, occ, want, got.Attacks, got.Panic // so the results of smallest below are not needed
		return true
	}
	for before := *m; ; before = *m {
		smallest(m.Sliders, func(sliders uint64) bool { return fails(sliders, m.Occ) })
		smallest(m.Occ, func(occ uint64) bool { return fails(m.Sliders, occ) })
		if m.Sliders == before.Sliders && m.Occ == before.Occ {
			break
		}
	}
	m.Smallest = true
}

// Union is the slow truth about a set: the union of the walk's answers for each slider.
func Union(p board.Piece, sliders, occ uint64) (attacks uint64) {
	for sq := range board.Squares(sliders) {
		attacks |= board.Walk(p, sq, occ)
	}
	return attacks
}

// CheckSets proves a Setter: it returns a *SetMistake for the first wrong answer. First come moves and squares of an Exam, as an
// answer may be remembered for too long. On every line of the board it asks every set of sliders on it under every occupancy of it,
// with a random rest of the board, which cannot change the attacks along the line.
// Attacks off the line are compared in a sample, without and with other sliders on the rest of the board. Then come boards drawn
// to be nasty, and random ones, with few and many sliders, inside and outside of the occupancy. The seed chooses what is random.
// It calls the technique from one goroutine.
func CheckSets(s Setter, seed uint64) error { return checkSets(s, seed, nil) }

// checkSets notes every question in a watch, which may be nil.
func checkSets(s Setter, seed uint64, w *watch) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	for p, union := range unions(s) {
		c := &setCheck{piece: board.Piece(p), union: union, watch: w}
		if err := c.all(rng); err != nil {
			return err
		}
	}
	return nil
}

func unions(s Setter) [3]func(sliders, occ uint64) uint64 { // by piece
	return [...]func(sliders, occ uint64) uint64{s.Rooks, s.Bishops, s.Queens}
}

// setCheck asks a Setter about one piece.
type setCheck struct {
	piece board.Piece
	union func(sliders, occ uint64) uint64

	sliders, occ uint64 // the last question
	watch        *watch // may be nil
	tally        *tally // counts, and goes on after a wrong answer; nil: the first one ends it
}

// setQuestion is a question to a technique about a set.
type setQuestion struct {
	piece        board.Piece
	sliders, occ uint64
}

func (q setQuestion) String() string {
	return fmt.Sprintf("%vs\n%s", q.piece, draw(set("sliders", q.sliders), set("occupancy", q.occ)))
}

// all asks all questions.
func (c *setCheck) all(rng *rand.Rand) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = isMissing(p); err == nil {
				err = c.mistake(Union(c.piece, c.sliders, c.occ), Answer{Panic: p})
			}
		}
	}()
	const step = 3 // one square in three: most techniques for sets treat all squares alike
	for sq := 0; sq < 64; sq += step {
		x, others := examiner{sq: sq, rng: rng}, uint64(0) // others: further sliders
		for _, q := range [...]Questions{x.moves(c.piece), x.squares()} {
			for i, occ := range q.Occs {
				if err := c.ask(1<<q.Squares[i]|others, occ); err != nil {
					return err
				}
			}
			others = 1 << rng.UintN(64) // for the second list: beside the moves of the first, another slider would hide some
		}
	}
	lines, sets := linesOf(c.piece), nasty()
	for _, l := range lines {
		if err := c.line(l, rng); err != nil {
			return err
		}
		sets = append(sets, l.squares, ^l.squares)
	}
	for _, sliders := range sets {
		for _, occ := range sets {
			if err := c.ask(sliders, occ); err != nil {
				return err
			}
		}
	}
	for i := range 4_000 {
		sliders, occ := rng.Uint64(), rng.Uint64()
		for range i % 6 {
			sliders &= rng.Uint64()
		}
		if i%3 > 0 {
			occ &= rng.Uint64()
		}
		for _, occ := range [...]uint64{occ | sliders, occ, occ &^ sliders} {
			if err := c.ask(sliders, occ); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer asks one question.
func (c *setCheck) answer(sliders, occ uint64) uint64 {
	c.sliders, c.occ = sliders, occ
	if c.watch != nil {
		c.watch.at(setQuestion{c.piece, sliders, occ})
	}
	return c.union(sliders, occ)
}

// ask asks one question and compares the whole answer.
func (c *setCheck) ask(sliders, occ uint64) error {
	if c.tally != nil {
		got := answer(func(occ uint64) uint64 { return c.answer(sliders, occ) }, occ)
		if !c.tally.add([...]string{"Rooks", "Bishops", "Queens"}[c.piece], 0, got.Panic == nil && got.Attacks == Union(c.piece, sliders, occ)) { // 0: a set is on no one square
			return errTime
		}
		return nil
	}
	got, want := c.answer(sliders, occ), Union(c.piece, sliders, occ)
	if got == want {
		return nil
	}
	return c.mistake(want, Answer{Attacks: got})
}

// mistake returns that the answer to the last question was wrong.
func (c *setCheck) mistake(want uint64, got Answer) error {
	return &SetMistake{Piece: c.piece, Sliders: c.sliders, Occ: c.occ, Want: want, Got: got.Attacks, Panic: got.Panic, union: c.union}
}

// wholeLine is a line of the board from edge to edge, and the directions along it.
type wholeLine struct {
	squares     uint64
	there, back board.Direction
}

// linesOf returns the lines that a piece moves on.
func linesOf(p board.Piece) (lines []wholeLine) {
	directions := board.Directions(p)
	for i := 0; i < len(directions); i += 2 {
		there, back := directions[i], directions[i+1]
		for sq := range 64 {
			if board.Ray(back, sq) == 0 {
				lines = append(lines, wholeLine{1<<sq | board.Ray(there, sq), there, back})
			}
		}
	}
	return lines
}

// line asks about one line.
func (c *setCheck) line(l wholeLine, rng *rand.Rand) error {
	const sample = 128 // of one question of so many the whole answer is compared
	for occ := range board.Subsets(l.squares) {
		var attacks [64]uint64 // along the line
		for sq := range board.Squares(l.squares) {
			attacks[sq] = board.Walk(c.piece, sq, occ) & (board.Ray(l.there, sq) | board.Ray(l.back, sq))
		}
		var unions [256]uint64 // what the i-th set of sliders attacks along the line
		i := 0
		for sliders := range board.Subsets(l.squares) {
			if i > 0 {
				// Sets come in the order of binary numbers, so unions has the set without its lowest member.
				unions[i] = unions[i&(i-1)] | attacks[bits.TrailingZeros64(sliders)]
			}
			noisy := occ | rng.Uint64()&^l.squares
			if c.tally != nil {
				if err := c.ask(sliders, noisy); err != nil {
					return err
				}
			} else if got := c.answer(sliders, noisy); got&l.squares != unions[i] {
				return c.mistake(Union(c.piece, sliders, noisy), Answer{Attacks: got})
			}
			if rng.UintN(sample) == 0 {
				others := rng.Uint64() & rng.Uint64() & rng.Uint64() &^ l.squares
				for _, sliders := range [...]uint64{sliders, sliders | others} {
					if err := c.ask(sliders, noisy); err != nil {
						return err
					}
				}
			}
			i++
		}
	}
	return nil
}
