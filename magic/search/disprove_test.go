package search

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// denseSet returns the set of fancymagic/dense.
func denseSet(t *testing.T) *factors.Set {
	t.Helper()
	text, err := os.ReadFile("../../fancymagic/dense/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// No decided bits of a factor are said to be impossible, however many they are.
func TestFactorsAreNotDisproved(t *testing.T) {
	s := denseSet(t)
	for _, e := range s.Entries {
		d := newDisproof(e.Piece, e.Square, 64-e.Shift)
		known := uint64(0)
		for decided := range len(d.order) + 1 {
			if decided > 0 {
				known |= e.Factor & (1 << d.order[decided-1])
			}
			if d.collides(known, decided) {
				t.Errorf("%v has a factor, and two subsets collide with %d of its bits", &e, decided)
			}
		}
	}
	if len(s.Entries) != 128 {
		t.Error("want all squares")
	}
}

// long are the bishops whose proofs take seconds, and up to ten minutes.
const long = "a1 h1 a4 b4 g4 h4 a5 b5 g5 h5 a8 h8 d3 e3 d6 e6"

// These bishops have the factors of fancymagic/dense, and none with fewer index bits: by day without those whose proofs are long. With as
// many bits nothing is disproved.
func TestFewestBits(t *testing.T) {
	tiertest.Slow(t)
	s := denseSet(t)
	proved := 0
	for sq, fewest := range FewestBits {
		name := board.SquareName(sq)
		if fewest == 0 || strings.Contains(long, name) && !tiertest.Nightly() {
			continue
		}
		proved++
		if e := s.Entry(board.Bishop, sq); fewest != 64-e.Shift {
			t.Errorf("%v has %d index bits, and %d are said to be the fewest", e, 64-e.Shift, fewest)
		}
		if !Disproved(board.Bishop, sq, fewest-1, 5_000_000_000) {
			t.Errorf("no proof for a bishop on %s with %d index bits", name, fewest-1)
		}
		if Disproved(board.Bishop, sq, fewest, 1_000_000) {
			t.Errorf("a bishop on %s has no factor with %d bits, and has one", name, fewest)
		}
	}
	want := 36
	if tiertest.Nightly() {
		want = 52
	}
	if proved != want {
		t.Errorf("%d bishops, want %d", proved, want)
	}
}
