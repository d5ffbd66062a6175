package search

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// denseSet returns the set of fancymagic/dense.
func denseSet(t *testing.T) *factors.Set {
	t.Helper()
	text, err := os.ReadFile("../../../fancymagic/dense/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// disproved reports whether no white magic of a piece on a square has a number of index bits. false says nothing: either there is
// such a magic, or the proof takes more than a number of steps.
//
// The bits of the magic are decided one after the other, either way. Those come first that reach highest in a product, to which an
// occupied square adds the magic, shifted by the number of the square. If what is undecided cannot carry a subset's product into the next
// slot, the subset's index is certain. When two subsets with different attacks have the same index, no magic has the bits decided.
func disproved(p board.Piece, sq, indexBits int, steps uint64) bool {
	d := newDisproof(p, sq, indexBits)
	d.steps = steps
	return d.impossible(0, 0)
}

// disproof is a proof by cases.
type disproof struct {
	answers []uint8 // number of the attack set, by subset
	squares []int   // the relevant ones
	shift   int
	order   []int      // bits of the magic, in the order in which they are decided
	open    [][]uint64 // by the number of bits decided, by subset: what the others add to a product at most; a slot if that is a slot or more
	sums    []uint64   // by subset: product with the bits decided
	slots   []int16    // number of the attack set plus 1, by index; 0 if none is certain
	steps   uint64     // left
}

func newDisproof(p board.Piece, sq, indexBits int) *disproof {
	d := &disproof{answers: factors.AttackSets(p, sq), squares: slices.Collect(board.Squares(board.Mask(p, sq))), shift: 64 - indexBits}
	// Bits above these add nothing to the product of any square.
	for bit := 63 - d.squares[0]; bit >= 0; bit-- {
		d.order = append(d.order, bit)
	}
	slices.SortStableFunc(d.order, func(a, b int) int { return d.reach(b) - d.reach(a) })
	undecided := ^uint64(0)
	for decided := range len(d.order) + 1 {
		if decided > 0 {
			undecided &^= 1 << d.order[decided-1]
		}
		open := make([]uint64, len(d.answers))
		for k, square := range d.squares {
			for i := range 1 << k {
				open[1<<k+i] = min(open[i]+min(undecided<<square, 1<<d.shift), 1<<d.shift)
			}
		}
		d.open = append(d.open, open)
	}
	d.sums, d.slots = make([]uint64, len(d.answers)), make([]int16, 1<<indexBits)
	return d
}

// reach returns the highest bit of a product to which a bit of the magic is added.
func (d *disproof) reach(bit int) int {
	highest := 0
	for _, square := range d.squares {
		if bit+square < 64 {
			highest = bit + square
		}
	}
	return highest
}

// impossible reports whether no magic has the bits decided.
func (d *disproof) impossible(factor uint64, decided int) bool {
	if d.steps == 0 {
		return false
	}
	d.steps--
	if d.collides(factor, decided) {
		return true
	}
	return decided < len(d.order) && d.impossible(factor, decided+1) && d.impossible(factor|1<<d.order[decided], decided+1)
}

// collides reports whether two subsets with different attacks certainly have the same index.
func (d *disproof) collides(factor uint64, decided int) bool {
	clear(d.slots)
	d.slots[0] = int16(d.answers[0]) + 1
	open := d.open[decided]
	for k, square := range d.squares {
		weight, n := factor<<square, 1<<k
		for i, sum := range d.sums[:n] {
			sum += weight
			d.sums[n+i] = sum
			index := sum >> d.shift
			if (sum+open[n+i])>>d.shift != index {
				continue
			}
			answer := int16(d.answers[n+i]) + 1
			if other := d.slots[index]; other != 0 && other != answer {
				return true
			}
			d.slots[index] = answer
		}
	}
	return false
}

// No decided bits of a magic are said to be impossible, however many they are.
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

// These bishops have the magics of fancymagic/dense, and none with fewer index bits: by day without those whose proofs are long. With as
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
		if !disproved(board.Bishop, sq, fewest-1, 5_000_000_000) {
			t.Errorf("no proof for a bishop on %s with %d index bits", name, fewest-1)
		}
		if disproved(board.Bishop, sq, fewest, 1_000_000) {
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
