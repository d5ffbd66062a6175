package pack

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Two magics whose slots differ only by a distance have one shape in the pool. add returns the lowest index of each.
func TestEqualShapes(t *testing.T) {
	s := newSquare(factors.Black, false, board.Rook, 3) // on d1
	const factor = 0xffdffd9db8ffffa0                   // its indices, 2 to 1780, lie in the lower half of the range
	// The highest bit of a magic is multiplied by a1 only, which is set in every key here: it adds half the range to all products.
	shape, low := s.add(factor, 52)
	other, high := s.add(factor^1<<63, 52)
	if shape != other || low != shape.low || high != low+maxSlots/2 {
		t.Errorf("lowest indices %d and %d, shapes %p and %p", low, high, shape, other)
	}
}

// No refit makes the places cost more, and some refit makes them cost less. No slot serves two squares.
func TestRefit(t *testing.T) {
	squares := []int{1, 2, 18, 45, 49, 54} // b1, c1, c3, f6, b7, g7
	p := packed(t, Options{Form: factors.Black, Pieces: bishops, Squares: squares}, &factors.Set{}, 0, 0)
	cost := func() (sum float64) {
		for _, at := range p.placed {
			sum += p.costAt(at.shape, at.place)
		}
		return sum
	}
	begin := cost()
	for range 40 {
		before := cost()
		p.refit()
		if after := cost(); after > before {
			t.Fatalf("the places cost %v, before %v", after, before)
		}
		if err := apart(p.set()); err != nil {
			t.Fatal(err)
		}
	}
	if cost() == begin {
		t.Error("no refit was better")
	}
}
