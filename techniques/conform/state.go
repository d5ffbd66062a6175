package conform

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// State is a technique's state that is kept from move to move, to answer without an occupancy. A pointer to the technique's own
// type has these methods; values of that type are comparable, and two states of the same occupancy are equal. Only the lower six
// bits of a square count.
type State interface {
	Prepare(occ uint64)   // makes it the state of an occupancy, whatever it was of before
	Add(sq int)           // the square, empty before, becomes occupied
	Remove(sq int)        // the square, occupied before, becomes empty
	Rook(sq int) uint64   // attacks of a rook on sq, a1 = 0, h8 = 63
	Bishop(sq int) uint64 // attacks of a bishop on sq
	Queen(sq int) uint64  // attacks of a queen on sq
}

// StateMistake describes a State with wrong answers after a method call.
type StateMistake struct {
	Call  string // the method and its argument: "Add(d4)"
	Occ   uint64 // what the state should be of after the call
	Panic any    // what the technique panicked with, or nil
}

func (m *StateMistake) Error() string {
	wrong := "after " + m.Call + " the state is not"
	if m.Panic != nil {
		wrong = fmt.Sprintf("%s panics (%v), where the state should be", m.Call, m.Panic)
	}
	return fmt.Sprintf("%s that of the occupancy 0x%016x\n%s", wrong, m.Occ, board.Picture(m.Occ))
}

// CheckState proves a technique that keeps a state of type S. It changes every square of empty, full and random boards and
// changes it back. Then it makes and unmakes moves on boards from empty to full, captures and moves of two pieces among them.
// After every changed square, the state must equal one that is prepared anew; after every move all answers, from every square,
// must be the walk's, and leave the state unchanged. The first wrong or missing answer is returned as a *Mistake, the first wrong
// state as a *StateMistake. The seed chooses what is random.
func CheckState[S comparable, P interface {
	*S
	State
}](seed uint64) error {
	return checkState[S, P](seed, true, nil)
}

// checkState asks about squares above 63 if it may, and notes every call in a watch, which may be nil.
func checkState[S comparable, P interface {
	*S
	State
}](seed uint64, anySquare bool, w *watch) (err error) {
	c := &stateCheck[S, P]{anySquare: anySquare, watch: w}
	defer func() {
		if p := recover(); p != nil {
			err = c.panicked(p)
		}
	}()
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, occ := range [...]uint64{0, ^uint64(0), rng.Uint64(), rng.Uint64() & rng.Uint64(), rng.Uint64() | rng.Uint64()} {
		if err := c.eachSquare(occ); err != nil {
			return err
		}
	}
	for _, pieces := range []int{1, 2, 8, 16, 24, 32, 48, 63} {
		var occ uint64
		for bits.OnesCount64(occ) < pieces {
			occ |= 1 << rng.UintN(64)
		}
		if err := c.moves(occ, rng); err != nil {
			return err
		}
	}
	return nil
}

// stateCheck is a state under examination.
type stateCheck[S comparable, P interface {
	*S
	State
}] struct {
	state, used S // used is prepared again and again, whatever it held before
	occ         uint64

	call     string // the last call of a method that changes the state; "" if the question came after it
	question Mistake

	anySquare bool
	watch     *watch
}

// stateCall is a call of a method of a state.
type stateCall struct {
	call string
	occ  uint64 // that the state is of after the call
}

func (c stateCall) String() string { return c.call + "\n" + draw(set("occupancy", c.occ)) }

// squares drops numbers that are no squares, unless AnySquare is promised.
func (c *stateCheck[S, P]) squares(sq ...int) []int {
	if c.anySquare {
		return sq
	}
	return slices.DeleteFunc(sq, func(sq int) bool { return sq&63 != sq })
}

// panicked returns the last call as a mistake.
func (c *stateCheck[S, P]) panicked(p any) error {
	if c.call != "" {
		return &StateMistake{c.call, c.occ, p}
	}
	m := c.question
	m.Panic = p
	return &m
}

// compare compares the state with two that are prepared anew, one of them on top of another state.
func (c *stateCheck[S, P]) compare() error {
	call := c.call // the one to blame if the states differ; a panic below is Prepare's
	c.call = fmt.Sprintf("Prepare(%#016x)", c.occ)
	c.watch.at(stateCall{c.call, c.occ})
	var fresh S
	P(&fresh).Prepare(c.occ)
	P(&c.used).Prepare(c.occ)
	if c.used != fresh {
		return &StateMistake{Call: c.call + " on top of another occupancy", Occ: c.occ}
	}
	if c.state != fresh {
		return &StateMistake{Call: call, Occ: c.occ}
	}
	return nil
}

// prepare prepares the state on top of its last contents, and asks it.
func (c *stateCheck[S, P]) prepare(occ uint64) error {
	c.call, c.occ = fmt.Sprintf("Prepare(%#016x)", occ), occ
	c.watch.at(stateCall{c.call, c.occ})
	P(&c.state).Prepare(occ)
	if err := c.compare(); err != nil {
		return err
	}
	return c.ask()
}

// flip makes an empty square occupied or the other way round. Bits of sq above the lower six must make no difference.
func (c *stateCheck[S, P]) flip(sq int) error {
	method, change := "Add", P(&c.state).Add
	if c.occ>>(sq&63)&1 != 0 {
		method, change = "Remove", P(&c.state).Remove
	}
	c.call = method + "(" + board.SquareName(sq&63) + ")"
	if sq&63 != sq {
		c.call = fmt.Sprintf("%s(%d)", method, sq)
	}
	c.occ ^= 1 << (sq & 63)
	c.watch.at(stateCall{c.call, c.occ})
	change(sq)
	return c.compare()
}

// eachSquare changes every square of a board and changes it back.
func (c *stateCheck[S, P]) eachSquare(occ uint64) error {
	if err := c.prepare(occ); err != nil {
		return err
	}
	for sq := range 64 {
		for _, sq := range c.squares(sq, sq, sq+64, sq-64) { // two or four changes: the square is in the end as before
			if err := c.flip(sq); err != nil {
				return err
			}
		}
		if err := c.ask(); err != nil {
			return err
		}
	}
	return nil
}

// moves makes moves and unmakes them all.
func (c *stateCheck[S, P]) moves(occ uint64, rng *rand.Rand) error {
	if err := c.prepare(occ); err != nil {
		return err
	}
	flip := func(squares uint64) error {
		// The squares that become empty first, as a piece is taken off before it is put elsewhere.
		for _, part := range [...]uint64{squares & c.occ, squares &^ c.occ} {
			for sq := range board.Squares(part) {
				if err := c.flip(sq); err != nil {
					return err
				}
			}
		}
		return c.ask()
	}
	var made []uint64
	unmake := func() error {
		last := len(made) - 1
		squares := made[last]
		made = made[:last]
		if err := flip(squares); err != nil {
			return fmt.Errorf("unmaking a move: %w", err)
		}
		return nil
	}
	for range 64 {
		if len(made) > 0 && rng.UintN(3) == 0 {
			if err := unmake(); err != nil {
				return err
			}
			continue
		}
		// From one square to another: where that is occupied, it is captured and stays so. Now and then a second piece moves too.
		var squares uint64
		for range 1 + rng.UintN(8)/7 {
			if from := drawn(rng, c.occ&^squares); from != 0 {
				to := uint64(1) << rng.UintN(64)
				squares |= from | to&^c.occ
			}
		}
		made = append(made, squares)
		if err := flip(squares); err != nil {
			return err
		}
	}
	for len(made) > 0 {
		if err := unmake(); err != nil {
			return err
		}
	}
	return nil
}

// drawn returns one member of a set, or the empty set for the empty one.
func drawn(rng *rand.Rand, set uint64) uint64 {
	if set == 0 {
		return 0
	}
	for range rng.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return set & -set
}

// anew returns a function that asks about a piece on a square after Prepare: equal states have equal answers.
func anew[S comparable, P interface {
	*S
	State
}](p, sq int) func(occ uint64) uint64 {
	return func(occ uint64) uint64 {
		s := P(new(S))
		s.Prepare(occ)
		return [...]func(sq int) uint64{s.Rook, s.Bishop, s.Queen}[p](sq)
	}
}

// ask compares all answers with the walk's, and the state after the questions with the state before them.
func (c *stateCheck[S, P]) ask() error {
	before, s := c.state, P(&c.state)
	c.call = ""
	for sq := range 64 {
		for p, lookup := range [...]func(sq int) uint64{s.Rook, s.Bishop, s.Queen} {
			want := board.Walk(board.Piece(p), sq, c.occ)
			for _, asked := range c.squares(sq, sq+64) {
				c.question = Mistake{Piece: board.Piece(p), Square: sq, Occ: c.occ, Want: want, ask: anew[S, P](p, asked)}
				if asked != sq {
					c.question.Where = fmt.Sprint("asked as square ", asked)
				}
				c.watch.at(question{methods[p].String(), board.Piece(p), asked, c.occ})
				if c.question.Got = lookup(asked); c.question.Got != want {
					m := c.question
					m.bulk = func(p board.Piece, sq []uint8, occ []uint64) (answers []Answer) {
						for i := range sq {
							answers = append(answers, answer(anew[S, P](int(p), int(sq[i])), occ[i]))
						}
						return answers
					}
					return &m
				}
			}
			if c.state != before {
				return &StateMistake{Call: methods[p].String() + "(" + board.SquareName(sq) + ")", Occ: c.occ}
			}
		}
	}
	return nil
}
