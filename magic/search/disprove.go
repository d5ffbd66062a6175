package search

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// Disproved reports whether no white factor of a piece on a square has a number of index bits. false says nothing: either there is
// such a factor, or the proof takes more than a number of steps.
//
// The bits of the factor are decided one after the other, either way. Those come first that reach highest in a product, to which an
// occupied square adds the factor, shifted by the number of the square. If what is undecided cannot carry a subset's product into the next
// slot, the subset's index is certain. When two subsets with different attacks have the same index, no factor has the bits decided.
func Disproved(p board.Piece, sq, indexBits int, steps uint64) bool {
	d := newDisproof(p, sq, indexBits)
	d.steps = steps
	return d.impossible(0, 0)
}

// disproof is a proof by cases.
type disproof struct {
	answers []uint8 // number of the attack set, by subset
	squares []int   // the relevant ones
	shift   int
	order   []int      // bits of the factor, in the order in which they are decided
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

// reach returns the highest bit of a product to which a bit of the factor is added.
func (d *disproof) reach(bit int) int {
	highest := 0
	for _, square := range d.squares {
		if bit+square < 64 {
			highest = bit + square
		}
	}
	return highest
}

// impossible reports whether no factor has the bits decided.
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

// FewestBits is the least number of index bits of a bishop's white factor, by square: fancymagic/dense has such factors, and Disproved finds that
// none has fewer bits. It is 0 where neither is known.
var FewestBits = [64]int{
	5, 4, 5, 5, 5, 5, 4, 5, // a1 to h1
	4, 4, 5, 5, 5, 5, 4, 4,
	4, 4, 0, 7, 7, 0, 4, 4,
	5, 5, 0, 0, 0, 0, 5, 5,
	5, 5, 0, 0, 0, 0, 5, 5,
	4, 4, 0, 7, 7, 0, 4, 4,
	4, 4, 5, 5, 5, 5, 4, 4,
	5, 4, 5, 5, 5, 5, 4, 5,
}
