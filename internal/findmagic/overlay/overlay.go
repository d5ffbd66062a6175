// Package overlay lets squares share the slots of a table by rotation, for findmagic overlay.
//
// An attack set has at most 14 of a word's 64 bits. Rotation can make the lines of several squares lie beside each other. One
// slot can then serve all these squares, for all occupancies that lead to it:
//
//	attacks = rotl(T[offset + index], rotation) & lines
//
// Two squares may share a slot if their rotated lines do not meet, because then no bit of the slot is used by
// both. The lines may also meet in squares that both always attack, those next to the two sliders: there every slot of
// either has the bit set. If the table does not store these squares at all, and the lookup adds them to the answer, up to
// four rooks and some bishops share a slot. See [factors.Content]. The torus form goes further: all squares that have a
// magic in common agree on every slot, so that they form one range of slots, and ranges with different magics are
// overlaid in the same way.
//
// The search looks for an offset and a rotation for each range that make the table short. A [Placer] does it for
// given magics, by annealing: again and again it takes a few ranges out and puts each back at the lowest offset where
// some rotation fits. Good places cost nothing at lookup time, so the search may take as long as it likes.
//
// Overlaying by rotation, and its search, are ours: no source known.
package overlay

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// The schedule of the search. The cost of a placing is in words.
const (
	round = 200_000 // tries after which the search returns to the best placing and begins a new round
	hot   = 80      // words by which a placing may cost more than the last, on average, at the beginning of a round
)

// A Placer looks for a short table, try by try.
type Placer struct {
	set   factors.Set // with offsets and rotations of an earlier placing
	items []item
	table table
	rng   *rand.Rand
	tries int

	places []place // of the items, now
	cost   float64
	best   []place      // of the shortest table
	words  int          // its length
	found  *factors.Set // the set with this table

	taken []int   // the items that the present try takes out
	last  []place // the places before the present try
}

// New returns a placer of the set's entries. If they already share a table, the search begins from that table. The same
// set, content, seed and number of earlier tries make the same search. A stopped search can be resumed, but makes other
// tries than a search that was never stopped.
//
// The error is a *[factors.Collision] if a magic gives subsets with different attacks the same index.
func New(set *factors.Set, content factors.Content, seed uint64, tries int) (*Placer, error) {
	if content == factors.Whole {
		return nil, fmt.Errorf("slots that hold whole attack sets cannot be shared (want content %v or %v)",
			factors.Overlay, factors.OverlayAdjacent)
	}
	if len(set.Entries) == 0 {
		return nil, errors.New("a set without entries")
	}
	p := &Placer{
		set:   factors.Set{Content: content, Source: set.Source, Entries: slices.Clone(set.Entries)},
		rng:   rand.New(rand.NewPCG(seed, uint64(tries))),
		tries: tries,
	}
	var err error
	if p.items, err = newItems(&p.set); err != nil {
		return nil, err
	}
	p.table = newTable(p.items)
	p.last = make([]place, len(p.items))
	p.places = make([]place, len(p.items))
	p.begin()
	if places, ok := p.given(); ok && p.length(places) <= p.length(p.places) {
		copy(p.places, places)
	}
	p.best = slices.Clone(p.places)
	p.keep()
	p.cost = p.price()
	return p, nil
}

// begin places the items one after the other, the largest first, in an empty table.
func (p *Placer) begin() {
	for i := range p.items {
		p.taken = append(p.taken, i)
	}
	p.largestFirst(p.taken)
	p.table.clear()
	p.putBack()
}

// given returns the items' places in the set that New got. ok reports whether the set is right with them.
func (p *Placer) given() (places []place, ok bool) {
	places = make([]place, len(p.items))
	for i := range p.items {
		for n, e := range p.items[i].entries {
			at := p.items[i].place(&p.set.Entries[e])
			if n > 0 && at != places[i] {
				return nil, false // the entries of an item share one place
			}
			places[i] = at
		}
	}
	return places, p.set.Verify() == nil
}

// Words returns the length of the shortest table so far.
func (p *Placer) Words() int { return p.words }

// Tries returns the number of tries so far, including those before New.
func (p *Placer) Tries() int { return p.tries }

// Best returns the set with the shortest table so far. The placer only makes right sets; Verify proves them independently.
func (p *Placer) Best() *factors.Set { return p.found }

// keep sets found to the set with the best places, and words to its length.
func (p *Placer) keep() {
	p.words = p.length(p.best)
	set := p.set
	set.Entries = slices.Clone(set.Entries)
	for i := range p.items {
		for _, n := range p.items[i].entries {
			p.items[i].setPlace(&set.Entries[n], p.best[i])
		}
	}
	p.found = &set
}

// Run makes a number of tries, and calls each after every try. The error is the cause of the context.
func (p *Placer) Run(ctx context.Context, tries int, each func()) error {
	for ; tries > 0; tries-- {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p.Try()
		each()
	}
	return nil
}

// Try takes some items out, puts them back elsewhere, and keeps the new places if they are better, or only a little worse.
func (p *Placer) Try() {
	phase := p.tries % round
	if phase == 0 {
		copy(p.places, p.best)
		p.cost = p.price()
	}
	p.tries++
	copy(p.last, p.places)
	p.takeOut()
	p.putBack()
	if p.length(p.places) < p.words {
		copy(p.best, p.places)
		p.keep()
	}
	cost := p.price()
	// The additional cost allowed is random, with a mean that falls to 0 in the course of the round.
	allowed := hot * (1 - float64(phase)/round) * p.rng.ExpFloat64()
	if cost <= p.cost+allowed {
		p.cost = cost
	} else {
		copy(p.places, p.last)
	}
}

// takeOut chooses the items to place anew and their order, and leaves the others in the table.
func (p *Placer) takeOut() {
	p.taken = p.taken[:0]
	switch p.rng.IntN(7) {
	case 0, 1, 2:
		p.takeSome()
	case 3, 4, 5:
		p.takeWindow()
	case 6:
		p.takeRest()
	}
	p.table.clear()
	for i, at := range p.places {
		if !slices.Contains(p.taken, i) {
			p.table.put(i, at)
		}
	}
}

// takeSome takes a few items, wherever they lie.
func (p *Placer) takeSome() {
	for range 1 + p.rng.IntN(8) {
		if i := p.rng.IntN(len(p.items)); !slices.Contains(p.taken, i) {
			p.taken = append(p.taken, i)
		}
	}
}

// takeWindow takes the items that meet a random part of the table, about an eighth of it at most, and the items that end where the table
// ends. They make room for each other.
func (p *Placer) takeWindow() {
	end := p.length(p.places)
	from := p.rng.IntN(end)
	to := from + 1 + p.rng.IntN(1+end/(8+p.rng.IntN(60)))
	for i, at := range p.places {
		if top := at.start + p.items[i].span; at.start < to && from < top || top == end {
			p.taken = append(p.taken, i)
		}
	}
	p.rng.Shuffle(len(p.taken), func(i, j int) { p.taken[i], p.taken[j] = p.taken[j], p.taken[i] })
	if p.rng.IntN(2) == 0 {
		p.largestFirst(p.taken)
	}
}

// takeRest takes all items from a slot on. They move down together in their present order, except for a few.
func (p *Placer) takeRest() {
	from := p.rng.IntN(p.length(p.places))
	for i, at := range p.places {
		if at.start >= from {
			p.taken = append(p.taken, i)
		}
	}
	slices.SortStableFunc(p.taken, func(a, b int) int { return p.places[a].start - p.places[b].start })
	for range min(len(p.taken), 1+p.rng.IntN(3)) {
		n := p.rng.IntN(len(p.taken))
		i := p.taken[n] // moves to a random place in the order
		p.taken = slices.Insert(slices.Delete(p.taken, n, n+1), p.rng.IntN(len(p.taken)), i)
	}
}

// putBack places the items that were taken out, each as low as it goes. If several rotations fit, it chooses equally often the
// first from the old rotation up, or the first from a random rotation up.
func (p *Placer) putBack() {
	for _, i := range p.taken {
		start, rotations := p.table.lowest(i)
		wanted := p.places[i].rotation
		if p.rng.IntN(2) == 0 {
			wanted = p.rng.IntN(64)
		}
		next := bits.TrailingZeros64(bits.RotateLeft64(rotations, -wanted))
		p.places[i] = place{start, (wanted + next) & 63}
		p.table.put(i, p.places[i])
	}
}

// largestFirst sorts items by their spans, the largest first.
func (p *Placer) largestFirst(items []int) {
	slices.SortStableFunc(items, func(a, b int) int { return p.items[b].span - p.items[a].span })
}

// length returns the length of the table that places make.
func (p *Placer) length(places []place) int {
	words := 0
	for i, at := range places {
		words = max(words, at.start+p.items[i].span)
	}
	return words
}

// price returns the length of the table plus a sixth of the mean slot of the items. Few tries make a table shorter, but many make it emptier towards its end.
func (p *Placer) price() float64 {
	slots, sum := 0, 0.0
	for i, at := range p.places {
		span := p.items[i].span
		slots += span
		sum += float64(span) * (float64(at.start) + float64(span)/2)
	}
	return float64(p.length(p.places)) + sum/float64(slots)/6
}
