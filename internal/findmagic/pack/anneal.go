package pack

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// schedule has the settings of an anneal.
type schedule struct {
	weigh
	spread   float64 // cost of an unused slot between the lowest and the highest
	hot      float64 // temperature at the start, in slots
	cold     float64 // temperature at the end
	tries    int     // magics to try
	limit    uint64  // bound of the sum of the absolute weights, in the unit of reach
	shift    int
	others   *bitmap // slots of other squares
	downward float64 // cost of the middle of the slots used, per slot above index 0; only with others, as try counts no middle without them
}

// anneal varies a magic step by step. The colder it gets, the less it accepts a worse magic. It calls found with every good
// magic whose slots are all free.
func (s *square) anneal(r *rand.Rand, factor uint64, p schedule, found func(factor uint64, o outcome)) {
	up, down := s.reach(factor)
	bound := max(p.limit, up+down) // the anneal may begin above the limit
	// cost returns the cost of a magic, or more than limit if that is passed, and reports a good magic to found.
	cost := func(factor uint64, limit float64) float64 {
		most := math.MaxInt
		if limit < maxWords { // it may be infinite
			most = int(limit)
		}
		o, ok := s.try(factor, p.shift, p.others, p.weigh, most)
		if !ok {
			return math.Inf(1)
		}
		c := float64(p.cost(&o)) + p.spread*float64(o.holes())
		if p.downward > 0 {
			c += p.downward * o.mean()
		}
		if o.bad == 0 && o.taken == 0 && c <= limit {
			found(factor, o)
		}
		return c
	}
	factor = s.settle(factor)
	now := cost(factor, math.Inf(1))
	cooling := math.Pow(p.cold/p.hot, 1/float64(p.tries))
	// Most steps leave the bound, and are refused before they count as a try. The limit on i ends an anneal whose magic has no
	// neighbour within the bound.
	tried := 0
	for i := 0; tried < p.tries && i < 50*p.tries; i++ {
		next := step(r, factor)
		if up, down := s.reach(next); up+down > bound {
			continue
		}
		if next = s.settle(next); next == factor {
			continue
		}
		tried++
		limit := now + p.hot*math.Pow(cooling, float64(tried))*r.ExpFloat64()
		if c := cost(next, limit); c <= limit {
			factor, now = next, c
		}
	}
}

// step returns a neighbour of a magic: it differs by one bit, by one or two powers of two, or in a field of few bits. Adding a
// power of two is a small step for the weights too, but a different step from flipping a bit: good magics are sums of few
// powers of two with signs, so long runs of equal bits are common in them.
func step(r *rand.Rand, factor uint64) uint64 {
	a, b := r.IntN(64), r.IntN(64)
	switch r.IntN(9) {
	case 0, 1:
		return factor ^ 1<<a
	case 2:
		return factor + 1<<a
	case 3:
		return factor - 1<<a
	case 4:
		return factor + 1<<a - 1<<b
	case 5:
		return factor + 1<<a + 1<<b
	case 6:
		return factor ^ 1<<a ^ 1<<b
	case 7:
		field := uint64(2)<<r.IntN(8) - 1
		return factor&^(field<<a) | r.Uint64()&field<<a
	default:
		field := uint64(2)<<r.IntN(16) - 1
		if b < 32 { // b tosses a coin here
			return factor | field<<a
		}
		return factor &^ (field << a)
	}
}

// random draws a magic most of whose weights are small numbers with signs, together below a limit, in the unit of reach. The
// weights of the squares of a file are eight bits apart in the magic. So each weight can be chosen nearly freely, by the eight
// bits that it does not share with the next rank, or by all index bits if there are fewer; the next rank adds a fraction.
func (s *square) random(r *rand.Rand, shift int, limit uint64) uint64 {
	most := 1 + int(limit>>(shift-8))/32 // of sixteens: half the limit is enough for a single weight
	var factor uint64
	for rank := 7; rank >= 0; rank-- {
		var sixteens int // the weight divided by 16
		switch r.IntN(3) {
		case 0: // the weight is the fraction alone
		case 1:
			sixteens = 1 << r.IntN(bits.Len(uint(most)))
		case 2:
			sixteens = r.IntN(most)
		}
		if r.IntN(2) == 0 {
			sixteens = -sixteens
		}
		// A factor's bit at shift - square weighs one slot there, so 16 slots are four bits higher. The square is that of the rank on the piece's file.
		if at := shift + 4 - (rank<<3 | s.sq&7); at >= 0 {
			factor += uint64(sixteens) << at
		} else {
			factor += uint64(sixteens >> -at)
		}
	}
	sum := func(factor uint64) uint64 {
		up, down := s.reach(factor)
		return up + down
	}
	for now, i := sum(factor), 0; now > limit && i < 20000; i++ { // steps down below the limit, with a step up now and then; a magic that stays above it is taken all the same
		next := step(r, factor)
		if n := sum(next); n <= now || r.IntN(50) == 0 {
			factor, now = next, n
		}
	}
	return factor
}
