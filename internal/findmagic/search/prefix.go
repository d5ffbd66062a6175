package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// prefix searches for a dense magic: a magic with fewer index bits than its square's mask has. Hardly any random
// candidate is dense, so the search does not guess a whole magic. It guesses the magic from its lowest bits up, and gives
// it up as soon as these are wrong.
//
// A few bits are enough to refute a magic because a product is a sum: the product of a subset and the magic is the sum of
// factor << s over the subset's squares s, and factor << s contains only the lowest 64-s bits of the magic. If the squares
// are taken from the highest to the lowest, then each needs a few bits more, and the products of all subsets of the squares
// taken are known exactly, carries included. Two of these subsets that have different attacks and the same index
// refute every magic with these lowest bits.
//
// With the next square, every subset of the squares before gets a partner: the subset with the next square added. The partners
// have to find room beside the subsets.
//
// Searching for magics from their lowest bits up is ours: no source known.
type prefix struct {
	squares []int   // of the mask, the highest first
	answers []uint8 // number of the attack set, from 1, by subset: bit i of the subset stands for squares[i]
	bits    int     // index bits
	// The subsets of the first apart squares must not even collide constructively. A slot saved before the table is half
	// full is of no use, because there is still room; but a prefix that saves slots early has fewer ways to collide when
	// there is no room left.
	apart       int
	twin        int    // number of a square that weighs nearly as much as the last but one; 0 for none
	fixed, ones uint64 // fixed: bits of the magic that are not searched; ones: their values
	rng         *rand.Rand
	taken       int      // squares taken so far, in all attempts together
	limit       int      // value of taken at which the present attempt is given up
	sums        []uint64 // products of the subsets of the squares taken at present
	levels      []level  // by number of squares taken
}

// level holds the indices of the subsets of a number of squares taken.
type level struct {
	table []uint8  // answers by index, 0 where a slot is free
	order []uint16 // the subsets; a subset that refutes a prefix moves forward, and is tried earlier next time
}

const (
	// Of the bits that a square needs, all values of the highest widest bits are tried; the lower bits are drawn.
	widest = 8
	// Of these values, descend follows at most branches that refute nothing. After patience squares taken, an attempt ends: the
	// lowest bits, which were drawn, are probably wrong.
	branches = 4
	patience = 300
)

// newPrefix returns a search for a dense magic of a square that has taken nothing yet.
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
	for i, number := range factors.AttackSets(piece, sq) {
		// In AttackSets, bit 0 of a subset is the lowest square; here it is the highest. Mirroring i converts one into the other.
		p.answers[bits.Reverse16(uint16(i))>>(16-len(p.squares))] = number + 1
	}
	for i := range len(p.squares) + 1 {
		l := level{table: make([]uint8, 1<<n), order: make([]uint16, 1<<i)}
		for t := range l.order {
			l.order[t] = uint16(t)
		}
		p.levels = append(p.levels, l)
	}
	p.levels[0].table[0] = p.answers[0] // the product of the empty subset is 0
	return p
}

// descend takes the squares from the i-th on, and returns a magic if it can take all. factor has the bits that the squares before need.
func (p *prefix) descend(i int, factor uint64) (uint64, bool) {
	if i == len(p.squares) {
		return factor, true
	}
	p.taken++
	known, needed := 0, 64-p.squares[i] // how many of the lowest bits factor has, and how many square i needs
	if i > 0 {
		known = 64 - p.squares[i-1]
	}
	tried := max(known, needed-widest) // bits known to tried are drawn, bits tried to needed take all values
	drawn := uint64(1)<<tried - 1<<known
	factor |= p.rng.Uint64()&drawn&^p.fixed | p.ones&drawn

	window := uint64(1)<<needed - 1<<tried
	free := window &^ p.fixed
	start := p.rng.Uint64() & free
	branch := 0
	for change := uint64(0); ; {
		longer := factor | start ^ change | p.ones&window // factor has no bits in free, so ^ changes only those of start
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

// twins reports whether the weight of the i-th square differs from its twin's by less than a slot. It is true for a square without a twin.
func (p *prefix) twins(i int, factor uint64) bool {
	if p.twin == 0 || i != len(p.squares)-2 {
		return true
	}
	slot := uint64(1) << (64 - p.bits)
	return factor<<p.squares[i]-factor<<p.squares[p.twin]+slot < 2*slot // the difference is from -slot to below slot
}

// fits reports whether the partners that the i-th square brings clash with none of the subsets.
func (p *prefix) fits(i int, factor uint64) bool {
	l, weight, answers := &p.levels[i], factor<<p.squares[i], p.answers[1<<i:]
	for j, t := range l.order {
		if p.clash(i, l.table[(p.sums[t]+weight)>>(64-p.bits)], answers[t]) {
			// The subset that refuted these bits may well refute the next.
			l.order[j], l.order[j/2] = l.order[j/2], l.order[j]
			return false
		}
	}
	return true
}

// clash reports whether a slot that holds the answer found has no room for the answer of a partner that the i-th square brings. Equal
// answers clash, too, among the first apart squares.
func (p *prefix) clash(i int, found, answer uint8) bool {
	return found != 0 && (found != answer || i < p.apart)
}

// add enters the partners into the next level. It reports false if two partners clash. The subsets do not clash, and their partners are as
// far apart, but carries from below the index may put two of them into one slot.
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
