package techniquestest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

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
}

func (m *SetMistake) Error() string {
	return fmt.Sprintf("%vs are wrong for the sliders %#016x\n%soccupancy %#016x\n%swanted %#016x\n%sgot %#016x\n%s",
		m.Piece, m.Sliders, board.Picture(m.Sliders), m.Occ, board.Picture(m.Occ), m.Want, board.Picture(m.Want), m.Got, board.Picture(m.Got))
}

// Union is the slow truth about a set: the union of what the walk finds for each slider.
func Union(p board.Piece, sliders, occ uint64) (attacks uint64) {
	for sq := range board.Squares(sliders) {
		attacks |= board.Walk(p, sq, occ)
	}
	return attacks
}

// RunSets proves a Setter, and fails the test at the first wrong answer.
func RunSets(t *testing.T, s Setter) {
	t.Helper()
	if err := CheckSets(s, 1); err != nil {
		t.Fatal(err)
	}
}

// CheckSets is RunSets outside of a test: it returns a *SetMistake for the first wrong answer. On every line of the board it asks
// every set of sliders on it under every occupancy of it; the rest of the board is random, since what stands there cannot change what
// is attacked along the line. Then come boards drawn to be nasty, and random ones, with few sliders and with many, which are among the
// occupied squares, or not. The seed chooses what is random.
func CheckSets(s Setter, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, p := range board.Pieces {
		c := setCheck{p, [...]func(sliders, occ uint64) uint64{s.Rooks, s.Bishops, s.Queens}[p]}
		for _, l := range linesOf(p) {
			if err := c.line(l, rng); err != nil {
				return err
			}
		}
		sets := nasty()
		for _, l := range linesOf(p) {
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
	}
	return nil
}

// setCheck asks a Setter about one piece.
type setCheck struct {
	piece board.Piece
	union func(sliders, occ uint64) uint64
}

// ask asks one question.
func (c setCheck) ask(sliders, occ uint64) error {
	got, want := c.union(sliders, occ), Union(c.piece, sliders, occ)
	if got == want {
		return nil
	}
	return &SetMistake{c.piece, sliders, occ, want, got}
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
func (c setCheck) line(l wholeLine, rng *rand.Rand) error {
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
			if c.union(sliders, noisy)&l.squares != unions[i] {
				return c.ask(sliders, noisy)
			}
			i++
		}
	}
	return nil
}
