package conform

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// Setter is a technique that answers for all sliders of a set in one call: each method returns the union of what they attack,
// each as if it stood alone with that occupancy. An occupancy may contain anything, all, some or none of the sliders included.
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
func (f SetFuncs) Rooks(sliders, occ uint64) uint64 { return f.RooksFunc(sliders, occ) }

// Bishops calls BishopsFunc.
func (f SetFuncs) Bishops(sliders, occ uint64) uint64 { return f.BishopsFunc(sliders, occ) }

// Queens calls QueensFunc.
func (f SetFuncs) Queens(sliders, occ uint64) uint64 { return f.QueensFunc(sliders, occ) }

// SetMistake is a wrong answer about a set.
type SetMistake struct {
	Piece                   board.Piece
	Sliders, Occ, Want, Got uint64
	Panic                   any // what the technique panicked with instead of answering, or nil
}

func (m *SetMistake) Error() string {
	got := fmt.Sprintf("%#016x\n%s", m.Got, board.Picture(m.Got))
	if m.Panic != nil {
		got = fmt.Sprintf("panic: %v\n", m.Panic)
	}
	return fmt.Sprintf("%vs are wrong for the sliders %#016x\n%soccupancy %#016x\n%swanted %#016x\n%sgot %s",
		m.Piece, m.Sliders, board.Picture(m.Sliders), m.Occ, board.Picture(m.Occ), m.Want, board.Picture(m.Want), got)
}

// Union is the slow truth about a set: the union of what the walk finds for each slider.
func Union(p board.Piece, sliders, occ uint64) (attacks uint64) {
	for sq := range board.Squares(sliders) {
		attacks |= board.Walk(p, sq, occ)
	}
	return attacks
}

// CheckSets proves a Setter: it returns a *SetMistake for the first wrong answer. On every line of the board it asks
// every set of sliders on it under every occupancy of it; the rest of the board is random, since what stands there cannot change what
// is attacked along the line. What is attacked off the line is compared in a sample, without and with other sliders on the rest of the
// board. Then come boards drawn to be nasty, and random ones, with few sliders and with many, which are among the occupied
// squares, or not. The seed chooses what is random. It calls the technique from one goroutine.
func CheckSets(s Setter, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	for p, union := range [...]func(sliders, occ uint64) uint64{s.Rooks, s.Bishops, s.Queens} {
		c := &setCheck{piece: board.Piece(p), union: union}
		if err := c.all(rng); err != nil {
			return err
		}
	}
	return nil
}

// setCheck asks a Setter about one piece.
type setCheck struct {
	piece board.Piece
	union func(sliders, occ uint64) uint64

	sliders, occ uint64 // the last question
}

// all asks all questions.
func (c *setCheck) all(rng *rand.Rand) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &SetMistake{Piece: c.piece, Sliders: c.sliders, Occ: c.occ, Want: Union(c.piece, c.sliders, c.occ), Panic: p}
		}
	}()
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
	return c.union(sliders, occ)
}

// ask asks one question and compares the whole answer.
func (c *setCheck) ask(sliders, occ uint64) error {
	got, want := c.answer(sliders, occ), Union(c.piece, sliders, occ)
	if got == want {
		return nil
	}
	return &SetMistake{Piece: c.piece, Sliders: sliders, Occ: occ, Want: want, Got: got}
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
				// Sets come in the order of binary numbers, so the one without the lowest member has been there.
				unions[i] = unions[i&(i-1)] | attacks[bits.TrailingZeros64(sliders)]
			}
			noisy := occ | rng.Uint64()&^l.squares
			if c.answer(sliders, noisy)&l.squares != unions[i] {
				return c.ask(sliders, noisy)
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
