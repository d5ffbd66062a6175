package techniquestest

import (
	"fmt"
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

// CheckSets is RunSets outside of a test: it returns a *SetMistake for the first wrong answer. It asks about every single slider
// and every two on boards drawn to be nasty, and about random sets of all sizes on boards of all densities, with the sliders
// among the occupied squares, without them, and with some. The seed chooses what is random.
func CheckSets(s Setter, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	ask := func(sliders, occ uint64) error {
		for p, got := range [...]uint64{s.Rooks(sliders, occ), s.Bishops(sliders, occ), s.Queens(sliders, occ)} {
			if want := Union(board.Piece(p), sliders, occ); got != want {
				return &SetMistake{board.Piece(p), sliders, occ, want, got}
			}
		}
		return nil
	}
	var sets []uint64
	for a := range 64 {
		for b := range a + 1 {
			sets = append(sets, 1<<a|1<<b)
		}
	}
	for i, set := range append(sets, 0, ^uint64(0)) {
		boards := nasty()
		for _, occ := range [...]uint64{0, set, ^uint64(0), ^set, boards[i%len(boards)], rng.Uint64() & rng.Uint64()} {
			if err := ask(set, occ); err != nil {
				return err
			}
		}
	}
	// A random word has half of its bits set; each further one leaves half of those.
	thin := func(n int) (set uint64) {
		set = ^uint64(0)
		for range n {
			set &= rng.Uint64()
		}
		return set
	}
	const random = 12_000
	for i := range random {
		sliders, occ := thin(1+i%5), thin(i%4)
		if err := ask(sliders, occ|[...]uint64{0, sliders, sliders & rng.Uint64()}[i%3]); err != nil {
			return err
		}
	}
	return nil
}
