package pack

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// wide reports whether a square is a rook's on the last rank. The squares of that rank see only the lowest bits of a magic, too few to be moved
// singly, so the slots are spread over the whole range of indices, in a pattern that leaves holes for other wide squares, and for little else.
func (s *square) wide() bool { return s.piece == board.Rook && s.sq>>3 == 7 }

// crowd is a table of some of the wide squares.
type crowd struct {
	at     map[int]placed // by square; nil if there is no such table yet
	length int
}

// add adds squares with their places, each moved up by a number of slots.
func (c *crowd) add(at map[int]placed, up int) {
	if c.at == nil {
		c.at = map[int]placed{}
	}
	for i, a := range at {
		c.at[i] = placed{a.shape, a.place + up}
		c.length = max(c.length, a.end()+up)
	}
}

const (
	crowds     = 60000        // crowds to begin once all pools are filled
	perAnneal  = 60           // of these, to one anneal of every wide square
	slack      = maxSlots / 7 // slots by which a crowd may exceed a range
	manyShapes = 1000         // shapes of a square that may join a crowd
)

// crowd returns places for the wide squares in a table of their own. In each try it begins with a square in one of its many shapes, and adds other
// squares as long as they have shapes that fit into the same range or a little beyond it. It remembers the shortest table for every set of
// squares; for the set of all wide squares, the present places are the first, so all must be in the table. In the end it puts tables end to end,
// those that together hold all wide squares in the fewest words.
func (p *Packer) crowd(ctx context.Context, tries int) map[int]placed {
	r := rand.New(rand.NewPCG(p.options.Seed, uint64(p.tries)))
	present := map[int]placed{}
	var wide []int
	for i, s := range p.squares {
		if s.wide() {
			wide = append(wide, i)
			present[i] = p.placed[i]
		}
	}
	shortest := make([]crowd, 1<<len(wide)) // by set of wide squares: bit k stands for wide[k]
	// enter remembers a table for its set of squares, if it is the shortest so far.
	enter := func(set int, at map[int]placed) (shorter bool) {
		from, end := maxWords, 0
		for _, a := range at {
			from, end = min(from, a.place), max(end, a.end())
		}
		c := &shortest[set]
		if shorter = c.at == nil || end-from < c.length; shorter {
			*c = crowd{}
			c.add(at, -from)
		}
		return shorter
	}
	enter(len(shortest)-1, present)
	shapes := make([][]*shape, len(wide))
	for k, i := range wide {
		enter(1<<k, map[int]placed{i: present[i]})
		shapes[k] = p.squares[i].many(ctx, r, tries/perAnneal)
	}
	for range tries {
		if ctx.Err() != nil {
			break
		}
		var t table
		at, set := map[int]placed{}, 0
		for _, k := range r.Perm(len(wide)) {
			from := 0
			if set == 0 { // the first square leaves some room below
				from = r.IntN(slack)
			}
			// Shapes that made a table shorter are moved to the front, where this draw is more likely to begin: patterns that fit others are
			// often alike.
			begin := r.IntN(1 + r.IntN(len(shapes[k])))
			for n := range shapes[k] {
				x := (begin + n) % len(shapes[k])
				sh := shapes[k][x]
				limit := maxSlots + slack - sh.span
				place := t.first(sh, from, limit)
				if place == limit {
					continue
				}
				t.toggle(sh, place)
				at[wide[k]] = placed{sh, place}
				if set |= 1 << k; enter(set, at) {
					shapes[k] = slices.Insert(slices.Delete(shapes[k], x, x+1), 0, sh)
				}
				break
			}
		}
	}
	for set := range shortest { // divided into two parts in every way, once: part is the one with the larger number; both have smaller numbers than the set, so their tables are final
		for part := (set - 1) & set; part > set&^part; part = (part - 1) & set {
			a, b, c := shortest[part], shortest[set&^part], &shortest[set]
			if c.at == nil || a.length+b.length < c.length {
				*c = crowd{}
				c.add(a.at, 0)
				c.add(b.at, a.length)
			}
		}
	}
	return shortest[len(shortest)-1].at
}

// many returns the shapes of the pool and shapes found by further anneals, cut to the manyShapes with the fewest slots.
func (s *square) many(ctx context.Context, r *rand.Rand, anneals int) []*shape {
	shapes, known := slices.Clone(s.pool), map[uint64]bool{}
	for _, sh := range shapes {
		known[sh.hash] = true
	}
	scale := float64(int(1)<<len(s.relevant)) / 1024 // the temperatures below suit ten relevant squares
	for n := 0; n < anneals && ctx.Err() == nil; n++ {
		begin := shapes[r.IntN(len(shapes))]
		plan := schedule{
			weigh: weigh{bad: 6}, spread: 0.02 * float64(r.IntN(4)), hot: []float64{60, 100, 200}[r.IntN(3)] * scale, cold: 10 * scale,
			tries: 10000, shift: begin.shift, limit: math.MaxUint64,
		}
		s.anneal(r, begin.factor, plan, func(factor uint64, o outcome) {
			if o.used > shapes[0].used*5/4 {
				return // a quarter more slots than the best shape uses are too many; in the first anneal, shapes[0] is any shape of the pool
			}
			if sh := newShape(s, factor, begin.shift); !known[sh.hash] {
				known[sh.hash] = true
				shapes = append(shapes, sh)
			}
		})
		slices.SortStableFunc(shapes, func(a, b *shape) int { return a.used - b.used })
		shapes = shapes[:min(len(shapes), manyShapes)]
	}
	return shapes
}
