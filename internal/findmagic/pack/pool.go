package pack

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A pool keeps the best shapes for several prices of the holes in them: the best price depends on how well others fill the holes.
var prices = [...]float64{0.15, 0.4, 0.8}

const (
	perPrice = 40  // shapes that trim leaves for each price
	maxPool  = 600 // shapes of a pool before trim throws the worse shapes out
)

// cost returns the slots that a shape uses, plus its holes at a price, plus a little for each group of slots.
func (s *shape) cost(price float64) float64 {
	return float64(s.used) + price*float64(s.width-s.used) + 0.3*float64(s.runs)
}

// add adds the shape of a good magic to the pool, if it is new, and returns the shape, and the magic's lowest index. That may differ from the
// shape's, if the pool has it by another magic.
func (s *square) add(factor uint64, shift int) (sh *shape, low int) {
	sh = newShape(s, factor, shift)
	if i := slices.IndexFunc(s.pool, func(other *shape) bool { return other.hash == sh.hash }); i >= 0 {
		return s.pool[i], sh.low
	}
	if s.pool = append(s.pool, sh); len(s.pool) > maxPool {
		s.trim()
	}
	return sh, sh.low
}

// best returns the shape of the pool that costs least at the middle price.
func (s *square) best() *shape {
	return slices.MinFunc(s.pool, func(a, b *shape) int { return cmp.Compare(a.cost(prices[1]), b.cost(prices[1])) })
}

// draw returns the better of two random shapes of the pool, at a random price.
func (s *square) draw(r *rand.Rand) *shape {
	price := prices[r.IntN(len(prices))]
	a, b := s.pool[r.IntN(len(s.pool))], s.pool[r.IntN(len(s.pool))]
	if b.cost(price) < a.cost(price) {
		return b
	}
	return a
}

// trim throws the worse shapes out of the pool.
func (s *square) trim() {
	good := map[*shape]bool{}
	for _, price := range prices {
		slices.SortStableFunc(s.pool, func(a, b *shape) int { return cmp.Compare(a.cost(price), b.cost(price)) })
		for _, sh := range s.pool[:min(perPrice, len(s.pool))] {
			good[sh] = true
		}
	}
	s.pool = slices.DeleteFunc(s.pool, func(sh *shape) bool { return !good[sh] })
}

// addShapes looks for more shapes of a square by one anneal, from a shape of the pool or from anywhere.
func (p *Packer) addShapes(s *square) {
	r := p.rng
	size := float64(int(1) << len(s.relevant))
	scale := size / 1024 // the temperatures below suit ten relevant squares
	// room bounds the weights, in slots per subset. No good magic of a rook in a corner or on the last rank has only small weights.
	room := []float64{1.1, 1.4, 1.7, 2.2, 3}[r.IntN(5)]
	if s.size() >= rookBits {
		room = []float64{1.5, 2, 3, 5}[r.IntN(4)]
	}
	plan := schedule{
		weigh:  weigh{bad: []int{6, 10, 16}[r.IntN(3)]},
		spread: []float64{0.1, 0.3, 0.5, 0.8}[r.IntN(4)],
		hot:    []float64{100, 150, 300}[r.IntN(3)] * scale,
		cold:   10 * scale,
		tries:  []int{3000, 10000, 30000}[r.IntN(3)],
		shift:  s.shifts[r.IntN(len(s.shifts))],
	}
	// The anneal begins from a magic of another square, from a magic of this square, or anywhere. The magic of another square is shifted
	// so that squares in the same direction and distance from the slider keep their weights.
	var begin uint64
	from := r.Float64()
	if o := p.squares[r.IntN(len(p.squares))]; from < 1./8 && o.piece == s.piece && len(o.pool) > 0 {
		sh := o.draw(r)
		begin = sh.factor
		if right := s.sq - o.sq + sh.shift - plan.shift; right > 0 {
			begin >>= right
		} else {
			begin <<= -right
		}
	} else if from > 2./3 && len(s.pool) > 0 {
		sh := s.draw(r)
		begin, plan.shift = sh.factor, sh.shift
		plan.hot, plan.cold = plan.hot/4, plan.cold/2 // the magic is good already
	} else {
		// Where small weights yield no good magic, a magic with few bits may be good.
		if len(s.pool) == 0 && r.IntN(2) == 0 && s.sparse(r, plan.shift) {
			return
		}
		begin = s.random(r, plan.shift, reachOf(room*size, plan.shift))
	}
	plan.limit = reachOf(room*size, plan.shift)
	best := math.Inf(1)
	s.anneal(r, begin, plan, func(factor uint64, o outcome) {
		// A shape close to the best of this anneal may fit better than the best.
		if c := float64(o.used) + 0.4*float64(o.holes()); c < best+50*scale {
			best = min(best, c)
			s.add(factor, plan.shift)
		}
	})
	if len(s.pool) > 2*perPrice*len(prices) {
		s.trim()
	}
}

// reachOf converts slots to the unit of reach: a slot is 1<<shift in a product, of which reach drops the lowest 8 bits.
func reachOf(slots float64, shift int) uint64 { return uint64(slots) << (shift - 8) }

// sparse draws magics with few bits set until one is good, and reports whether it found one.
func (s *square) sparse(r *rand.Rand, shift int) bool {
	for range 20000 {
		factor := s.settle(r.Uint64() & r.Uint64() & r.Uint64())
		if o, ok := s.try(factor, shift, nil, weigh{bad: maxSlots}, maxSlots); ok && o.bad == 0 { // one bad subset costs more than the limit
			s.add(factor, shift)
			return true
		}
	}
	return false
}

// refit takes a square out of the table and anneals its magic among the slots that are then free, from the square's offset or an
// offset nearby.
func (p *Packer) refit() {
	r := p.rng
	i := p.next()
	s := p.squares[i]
	was := p.lift(i)
	begin := was.shape
	if r.IntN(3) == 0 {
		begin = s.pool[r.IntN(len(s.pool))]
	}
	offset := was.place - begin.low
	if r.IntN(3) > 0 {
		offset -= r.IntN(64)
	}
	size := float64(int(1) << len(s.relevant))
	scale := size / 1024 // the temperatures below suit ten relevant squares
	plan := schedule{
		weigh:    weigh{bad: 10, taken: 2 + r.IntN(4)},
		spread:   0.5,
		hot:      []float64{10, 30, 100}[r.IntN(3)] * scale,
		cold:     3 * scale,
		tries:    4000,
		shift:    begin.shift,
		others:   p.table.window(offset),
		downward: 0.5, // and no limit: the weights take no more slots than those of begin, see anneal
	}
	best, limit := was, p.costAt(was.shape, was.place)
	s.anneal(r, begin.factor, plan, func(factor uint64, o outcome) {
		if float64(offset)+o.mean()+usedCost*float64(o.used) >= limit {
			return // costs too much even without runs and end
		}
		sh, low := s.add(factor, begin.shift)
		if at := offset + low; p.costAt(sh, at) < limit {
			best, limit = placed{sh, at}, p.costAt(sh, at)
		}
	})
	p.put(i, best)
}
