package search

import (
	"bytes"
	"os"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// No case that holds the weights of a factor is said to be impossible, however small its intervals are.
func TestFactorsAreNotDisproved(t *testing.T) {
	text, err := os.ReadFile("../../fancymagic/dense/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Entries {
		d := newDisproof(e.Piece, e.Square, 64-e.Shift, 1)
		for size := range d.indexBits + fractionBits + 1 {
			k := 0
			for sq := range board.Squares(board.Mask(e.Piece, e.Square)) {
				if w := d.weights[k]; w.times == 1 {
					low := e.Factor << sq >> (e.Shift - fractionBits)
					d.free[w.free] = interval{low >> size << size, 1 << size}
				}
				k++
			}
			if d.collides() {
				t.Errorf("%v has a factor, and two subsets collide in intervals of %d bits around its weights", &e, size)
			}
		}
	}
	if len(s.Entries) != 128 {
		t.Error("want all squares")
	}
}
