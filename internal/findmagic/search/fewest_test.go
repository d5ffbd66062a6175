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

// The tests here prove FewestBits: disproved, and disproof with its methods, are the proof that a bishop has no magic with fewer bits.

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

// disproved reports whether it is proved, in at most so many steps, that a piece on a square has no white magic with a number of index
// bits. If it returns false, such a magic may exist, or the proof takes more steps.
//
// The proof decides the bits of the magic one after the other, and tries 0 and 1 for each. The bits that reach highest in a product come
// first; a product is the sum of the magic, shifted by the number of each occupied square. The index of a subset is certain if the
// undecided bits cannot carry its product into the next slot. When two subsets with different attacks have the same certain index, no
// magic has the bits decided so far.
func disproved(p board.Piece, sq, indexBits int, steps uint64) bool {
	d := newDisproof(p, sq, indexBits)
	d.steps = steps
	return d.impossible(0, 0)
}

// disproof is a proof by cases.
type disproof struct {
	answers []uint8 // number of the attack set, by subset
	squares []int   // of the mask, the lowest first
	shift   int     // of a product; a slot is 1<<shift
	order   []int   // bits of the magic, in the order in which they are decided
	// By the number of bits decided, by subset: how much the undecided bits can add to its product, but at most a slot.
	open  [][]uint64
	sums  []uint64 // by subset: product with the bits decided
	slots []int16  // number of the attack set plus 1, by index; 0 where no subset is certain
	steps uint64   // left
}

// newDisproof prepares a proof that there is no magic with so many index bits.
func newDisproof(p board.Piece, sq, indexBits int) *disproof {
	d := &disproof{answers: factors.AttackSets(p, sq), squares: slices.Collect(board.Squares(board.Mask(p, sq))), shift: 64 - indexBits}
	// Higher bits leave the product with every square.
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
		for k, square := range d.squares { // a subset with square k as its highest adds to the subset without it
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
	for _, square := range d.squares { // the squares ascend
		if bit+square < 64 {
			highest = bit + square
		}
	}
	return highest
}

// impossible reports whether it is proved, in the steps left, that no magic has the bits decided, which factor holds. If all bits are decided and no subsets collide,
// factor is a magic.
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
	d.slots[0] = int16(d.answers[0]) + 1 // the product of the empty subset is 0
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

// The bits of an existing magic never collide, however many of them are decided.
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

// long are the bishops whose proofs take from seconds to ten minutes.
const long = "a1 h1 a4 b4 g4 h4 a5 b5 g5 h5 a8 h8 d3 e3 d6 e6"

// For each number in FewestBits, fancymagic/dense has a magic with so many index bits, which disproved does not refute; and no magic has
// fewer. The long proofs run only at night.
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
		if !disproved(board.Bishop, sq, fewest-1, 5_000_000_000) { // more steps than the longest proof takes
			t.Errorf("no proof for a bishop on %s with %d index bits", name, fewest-1)
		}
		if disproved(board.Bishop, sq, fewest, 1_000_000) { // a wrong proof would end early
			t.Errorf("a bishop on %s has no factor with %d bits, and has one", name, fewest)
		}
	}
	want := 52 // the numbers above 0 in FewestBits
	if !tiertest.Nightly() {
		want -= len(strings.Fields(long))
	}
	if proved != want {
		t.Errorf("%d bishops, want %d", proved, want)
	}
}
