package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// prefix searches for a dense factor: one with fewer index bits than its square's mask has. Hardly any random
// candidate is one, so the factor is not guessed whole but from its lowest bits up, and given up as soon as these
// are wrong.
//
// So few bits tell because a product is a sum: that of a subset and the factor is the sum of factor << s over the
// subset's squares s, and factor << s has only the lowest 64-s bits of the factor in it. If the squares are taken
// from the highest to the lowest, then each needs a few bits more, and the products of all subsets of the squares
// taken are known exactly, carries included. Two of these subsets that have different attacks and the same index
// refute every factor that ends so.
//
// With the next square, every subset of those before gets a partner. The partners have to find room beside the
// subsets.
//
// Prefixes of factors are searched so by us: no source known.
type prefix struct {
	squares []int   // of the mask, the highest first
	answers []uint8 // number of the attack set, from 1, by subset: bit i of the subset stands for squares[i]
	bits    int     // of an index
	// The first so many squares must not even collide constructively. Slots that are saved before the table is
	// half full are no use, as there is room; but those who save them run out of ways to collide when there is
	// none.
	apart       int
	twin        int    // a square that weighs nearly as much as the last but one; 0 for none
	fixed, ones uint64 // bits of the factor that are not searched, and those of them that are set
	rng         *rand.Rand
	taken       int      // squares, in all attempts
	limit       int      // of taken
	sums        []uint64 // products of the subsets of the squares taken at present
	levels      []level  // by number of squares taken
}

// level is what is known when so many squares have been taken.
type level struct {
	table []uint8  // answers by index, 0 where a slot is free
	order []uint16 // the subsets, first those whose partners have refuted most
}

const (
	// widest is how many bits are tried in all ways at once; what a square needs beyond these is drawn.
	widest = 8
	// branches is how many of the good ways are followed, and patience how many squares are taken before the
	// lowest bits, which were drawn, are thought wrong.
	branches = 4
	patience = 300
)

func newPrefix(piece board.Piece, sq, n int, rng *rand.PCG) *prefix {
	p := &prefix{bits: n, rng: rand.New(rng)}
	for mask := board.Mask(piece, sq); mask != 0; {
		s := bits.Len64(mask) - 1
		p.squares = append(p.squares, s)
		mask &^= 1 << s
	}
	subsets := 1 << len(p.squares)
	p.sums = make([]uint64, subsets)
	p.answers = make([]uint8, subsets)
	numbers := map[uint64]uint8{} // there are at most 144
	for t := range p.answers {
		var sub uint64
		for i, s := range p.squares {
			sub |= uint64(t>>i&1) << s
		}
		attacks := board.Walk(piece, sq, sub)
		if numbers[attacks] == 0 {
			numbers[attacks] = uint8(len(numbers) + 1)
		}
		p.answers[t] = numbers[attacks]
	}
	for i := range len(p.squares) + 1 {
		l := level{table: make([]uint8, 1<<n), order: make([]uint16, 1<<i)}
		for t := range l.order {
			l.order[t] = uint16(t)
		}
		p.levels = append(p.levels, l)
	}
	p.levels[0].table[0] = p.answers[0]
	return p
}

// descend takes the squares from the i-th on. The factor has the bits that the squares before need.
func (p *prefix) descend(i int, factor uint64) (uint64, bool) {
	if i == len(p.squares) {
		return factor, true
	}
	p.taken++
	known, needed := 0, 64-p.squares[i]
	if i > 0 {
		known = 64 - p.squares[i-1]
	}
	tried := max(known, needed-widest)
	drawn := uint64(1)<<tried - 1<<known
	factor |= p.rng.Uint64()&drawn&^p.fixed | p.ones&drawn

	window := uint64(1)<<needed - 1<<tried
	free := window &^ p.fixed
	start := p.rng.Uint64() & free
	branch := 0
	for change := uint64(0); ; {
		longer := factor | start ^ change | p.ones&window
		if p.twins(i, longer) && p.fits(i, longer) && p.add(i, longer) {
			if good, ok := p.descend(i+1, longer); ok {
				return good, true
			}
			if branch++; branch == branches || p.taken >= p.limit {
				return 0, false
			}
		}
		change = (change - free) & free // the next subset of free
		if change == 0 {
			return 0, false
		}
	}
}

// twins reports whether the weight of the i-th square, if it should have a twin, differs by less than a slot.
func (p *prefix) twins(i int, factor uint64) bool {
	if p.twin == 0 || i != len(p.squares)-2 {
		return true
	}
	slot := uint64(1) << (64 - p.bits)
	return factor<<p.squares[i]-factor<<p.squares[p.twin]+slot < 2*slot
}

// fits reports whether the partners that the i-th square brings clash with none of the subsets.
func (p *prefix) fits(i int, factor uint64) bool {
	l, weight, answers := &p.levels[i], factor<<p.squares[i], p.answers[1<<i:]
	for j, t := range l.order {
		if p.clash(i, l.table[(p.sums[t]+weight)>>(64-p.bits)], answers[t]) {
			// What has refuted these bits may well refute the next.
			l.order[j], l.order[j/2] = l.order[j/2], l.order[j]
			return false
		}
	}
	return true
}

// clash reports whether a partner that the i-th square brings may not have the slot in which that answer was found.
func (p *prefix) clash(i int, found, answer uint8) bool {
	return found != 0 && (found != answer || i < p.apart)
}

// add enters the partners into the next level. It reports false if they clash with one another: they lie to each
// other as the subsets do, but what carries into the index is different.
func (p *prefix) add(i int, factor uint64) bool {
	next := p.levels[i+1].table
	copy(next, p.levels[i].table)
	subsets := 1 << i
	weight := factor << p.squares[i]
	for t, sum := range p.sums[:subsets] {
		sum += weight
		p.sums[subsets+t] = sum
		slot, answer := &next[sum>>(64-p.bits)], p.answers[subsets+t]
		if p.clash(i, *slot, answer) {
			return false
		}
		*slot = answer
	}
	return true
}
