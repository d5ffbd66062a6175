// Package pack makes tables of magics short, for findmagic pack and for the layout fixed of findmagic search: it lays the slots of the squares into each other's holes.
//
// A square uses only some of the slots from its first to its last, and no slot serves two squares. The length of the
// table depends on two things: how many slots the squares use, and how well they fit together.
//
// # Few slots in small spans
//
// The product of a key by a magic is a sum of weights, one for every relevant square that is occupied: the magic shifted
// by the number of the square. Weights are numbers with a sign, modulo 2^64. If none of the sums overflows, the
// indices of a square lie within the sum of the absolute values of its weights, so a square has a small span if and only if its
// weights are small. A dozen additions show whether they are, without a look at the square's thousands of subsets: so
// the search anneals only magics with small weights. It then has a good magic for most squares after a few thousand
// tries. The cost of a magic is the number of slots that it uses and, at a lower price, of unused slots between them.
//
// Two subsets with the same attacks may share a slot. They do if they differ only in a square far from the slider whose
// weight is less than one slot, and which makes a carry only if all squares before it are empty. In the black form the
// highest bits of a magic add the same to all products; they move the indices away from the ends of the range, so that no
// index runs over an end (see [board.Mask] for the relevant squares, factors.Black for the form).
//
// # Fitting them together
//
// Every square has a pool of some hundred shapes: different sets of slots, with the magics that they belong to. The rooks of
// the last rank are fitted together first, by themselves. Then three steps alternate. An exchange takes up to sixteen squares
// of a region out of the table and puts them back one after the other, each with the shape and at the first place that cost
// least; it is undone if the places are higher than before by more than a temperature allows. A refit anneals one square's
// magic among the slots that the others leave. And another anneal finds more shapes for a pool. Low places cost least, so free
// slots move to the end of the table, and words near its end cost more, since the last square alone decides how long the table
// is. Bishops, but for those with the most relevant squares, are outside of the table meanwhile: now and then they are put into
// the holes, with magics annealed for the hole if necessary.
//
// People: overlapping the ranges of squares with a constant shift in one table is by Volker Annuß and Onno Garms, and Niklas
// Fiekas: [annuss], [fiekas]. We do not know how they searched; this search is ours: no source known.
package pack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Options say which squares to pack, and how.
type Options struct {
	Form     factors.Form  // White or Black
	Variable bool          // every square may have its own shift
	Pieces   []board.Piece // rooks and bishops if nil; of both, rooks come first
	Squares  []int         // all if nil
	Seed     uint64
}

// Packer packs the slots of squares into one table.
type Packer struct {
	options Options
	squares []*square
	placed  []placed // by square, now
	table   table    // of placed
	tries   int
	best    *factors.Set // with the shortest table so far
	words   int          // the length of this table
	atBest  []placed     // by square, in this table
	rng     *rand.Rand
}

// placed is a shape in the table.
type placed struct {
	shape *shape // nil if not placed
	place int    // number of its lowest slot in the table
}

// end returns the slot behind the last slot.
func (p placed) end() int { return p.place + p.shape.span }

// The cost of a shape is the middle of its slots in the table, plus costs per slot used, per group of neighbouring slots, and per word that it reaches
// above the aim, a length a little below the best so far. The first two favour shapes that leave more slots to other squares; endCost makes
// the few squares at the end of the table move first.
const (
	usedCost = 1.5
	runCost  = 0.1
	endCost  = 3
	aim      = 0.98 // of the best length so far
)

// costAt returns the cost of a shape at a place.
func (p *Packer) costAt(s *shape, place int) float64 {
	above := max(0, float64(place+s.span)-aim*float64(p.words))
	return float64(place) + s.mean + usedCost*float64(s.used) + runCost*float64(s.runs) + endCost*above
}

// New returns a packer that resumes from a set, which may lack squares, after a number of tries. The error says what is
// wrong with the set.
func New(o Options, start *factors.Set, tries int) (*Packer, error) {
	if o.Form != factors.White && o.Form != factors.Black {
		return nil, fmt.Errorf("cannot pack the %v form (want white or black)", o.Form)
	}
	p := &Packer{options: o, tries: tries, rng: rand.New(rand.NewPCG(o.Seed, uint64(tries)))}
	if o.Pieces == nil {
		o.Pieces = []board.Piece{board.Rook, board.Bishop}
	}
	if o.Squares == nil {
		for sq := range 64 {
			o.Squares = append(o.Squares, sq)
		}
	}
	for _, piece := range o.Pieces {
		for _, sq := range o.Squares {
			p.squares = append(p.squares, newSquare(o.Form, o.Variable, piece, sq))
		}
	}
	p.placed = make([]placed, len(p.squares))
	if err := start.Verify(); err != nil {
		return nil, err
	}
	for i, s := range p.squares {
		e := start.Entry(s.piece, s.sq)
		if e == nil {
			continue
		}
		if e.Form != o.Form {
			return nil, fmt.Errorf("%v is of the %v form (want %v)", e, e.Form, o.Form)
		}
		if !slices.Contains(s.shifts, e.Shift) {
			return nil, fmt.Errorf("%v has the shift %d (want one of %v)", e, e.Shift, s.shifts)
		}
		sh, low := s.add(e.Factor, e.Shift)
		at := placed{sh, e.Offset + low}
		if at.end() > maxWords || !p.table.fits(sh, at.place) {
			return nil, fmt.Errorf("%v shares slots with others, or its slots end above %d", e, maxWords)
		}
		p.put(i, at)
	}
	p.keep()
	return p, nil
}

// Best returns the set with the shortest table so far. It lacks the squares for which no magic is known yet.
func (p *Packer) Best() *factors.Set { return p.best }

// Words returns the length of the table of the best set.
func (p *Packer) Words() int { return p.words }

// Tries returns the number of tries so far, those of earlier runs included.
func (p *Packer) Tries() int { return p.tries }

// put puts a shape of square i, not in the table yet, there at a place. lift takes the square, which must be there, out again and returns where it was. clear takes out all.
func (p *Packer) put(i int, at placed) {
	p.placed[i] = at
	p.table.toggle(at.shape, at.place)
}

func (p *Packer) lift(i int) placed {
	at := p.placed[i]
	p.table.toggle(at.shape, at.place)
	p.placed[i] = placed{}
	return at
}

func (p *Packer) clear() {
	clear(p.placed)
	p.table = table{}
}

// end returns the length of the table.
func (p *Packer) end() int {
	end := 0
	for _, at := range p.placed {
		if at.shape != nil {
			end = max(end, at.end())
		}
	}
	return end
}

// set returns the magics of the squares that are in the table now, with the offsets that follow from their places.
func (p *Packer) set() *factors.Set {
	set := &factors.Set{}
	for i, s := range p.squares {
		at := p.placed[i]
		if at.shape == nil {
			continue
		}
		set.Entries = append(set.Entries, factors.Entry{
			Piece: s.piece, Square: s.sq, Form: s.form, Factor: at.shape.factor, Shift: at.shape.shift,
			Offset: at.place - at.shape.low,
		})
	}
	slices.SortFunc(set.Entries, factors.Compare)
	return set
}

// keep makes the present set the best one. It panics if two squares occupy one slot, which is a mistake in this package.
func (p *Packer) keep() {
	used := 0
	for _, at := range p.placed {
		if at.shape != nil {
			used += at.shape.used
		}
	}
	if used != p.table.occupied() {
		panic(fmt.Sprintf("squares use %d slots, and occupy %d", used, p.table.occupied()))
	}
	p.best, p.words, p.atBest = p.set(), p.end(), slices.Clone(p.placed)
}

// The numbers of steps of a search.
const (
	firstAnneals = 2    // anneals of every square at least
	opening      = 60   // tries for each square that only anneal, to fill the pools from which the first places are chosen; in each run, as a state has no pools
	exchanges    = 200  // exchanges in a try that exchanges
	period       = 3000 // tries from hot to cold
	completing   = 32   // tries from one attempt to complete a set to the next
)

// Temperatures, in words by which an exchange may make the places cost more. In Run, cold/hot is a division of integer constants, so 0: only
// the first try of a period is hot, and the others have the temperature 0. With fractions, the seeds of stored sets would find other sets.
const hot, cold = 20, 1

// maxAnneals is the number of anneals without a magic after which a square is given up.
var maxAnneals = 2000

// ErrExhausted is the error when no magic is found for a square.
var ErrExhausted = errors.New("no magic found")

// Run makes a number of tries; if the number is below 0, it continues until the context is done. It calls each after every
// try, and after every square that got its first magic. The error is the cause of the context, or ErrExhausted, wrapped.
// When Run returns, the packer holds the best set, and can be run again.
func (p *Packer) Run(ctx context.Context, tries int, each func()) error {
	if err := p.begin(ctx, each); err != nil {
		return err
	}
	p.liftHoled()
	begin, annealing := p.tries, opening*len(p.squares)
	opened := begin + annealing
	for p.tries != begin+tries && ctx.Err() == nil {
		temperature := hot * math.Pow(cold/hot, float64(p.tries%period)/period)
		switch { // after the opening, 4 of 16 tries anneal, one refits, and 11 exchange
		case p.tries < opened:
			p.addShapes(p.costlier())
		case p.tries == opened && begin < annealing: // else an earlier run came as far, and placed them
			p.placeAnew(ctx, crowds)
			p.liftHoled()
		case p.tries%4 == 0:
			p.addShapes(p.squares[p.wanting()])
		case p.tries%16 == 2:
			p.refit()
		default:
			for range exchanges {
				p.exchange(temperature)
			}
		}
		p.tries++
		if p.tries > opened && p.tries%completing == 0 {
			p.complete(ctx)
		}
		each()
	}
	p.complete(ctx)
	each()
	p.restore()
	return context.Cause(ctx)
}

// begin finds shapes for the squares without a shape and puts them end to end. If there were such squares, it then places all
// squares anew, the largest first.
func (p *Packer) begin(ctx context.Context, each func()) error {
	begun := false
	for i, s := range p.squares {
		if p.placed[i].shape != nil {
			continue
		}
		begun = true
		for n := 0; n < firstAnneals || len(s.pool) == 0; n++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if n == maxAnneals {
				return fmt.Errorf("%w for a %v on %s in %d anneals", ErrExhausted, s.piece, board.SquareName(s.sq), n)
			}
			p.addShapes(s)
		}
		p.put(i, placed{s.pool[0], p.end()})
		p.keep()
		each()
	}
	if !begun {
		return nil
	}
	p.placeAnew(ctx, crowds/300) // quickly: the pools are small yet
	each()
	return nil
}

// placeAnew places all squares anew, the largest first, with all shapes of the pools: once around the wide squares, crowded in a number of tries,
// and once without a crowd. It restores the best set, which may be one of these.
func (p *Packer) placeAnew(ctx context.Context, tries int) {
	for _, crowded := range []map[int]placed{p.crowd(ctx, tries), nil} {
		p.clear()
		var order []int
		for i := range p.squares {
			if at, ok := crowded[i]; ok {
				p.put(i, at)
			} else {
				order = append(order, i)
			}
		}
		p.largestFirst(order)
		for _, i := range order {
			p.put(i, p.lowest(p.squares[i].pool, 0, anyCost))
		}
		if p.end() < p.words {
			p.keep()
		}
	}
	p.restore()
}

// restore puts the squares where they are in the best set.
func (p *Packer) restore() {
	p.clear()
	for i, at := range p.atBest {
		p.put(i, at)
	}
}

// costlier draws two squares that stay in the table, and returns the one whose best shape, at the middle price, costs more in proportion to its subsets.
func (p *Packer) costlier() *square {
	a, b := p.squares[p.any()], p.squares[p.any()]
	if a.best().cost(prices[1])*float64(len(b.answers)) < b.best().cost(prices[1])*float64(len(a.answers)) {
		return b
	}
	return a
}

// largestFirst sorts squares, given by their numbers, by size.
func (p *Packer) largestFirst(squares []int) {
	slices.SortStableFunc(squares, func(a, b int) int { return p.squares[b].size() - p.squares[a].size() })
}

// anyCost is more than a shape costs anywhere.
const anyCost = 2 * (1 + endCost) * maxWords

// lowest returns the cheapest placing of one of the shapes, at the place from or above. If none costs less than limit, it
// returns a placed without a shape.
func (p *Packer) lowest(shapes []*shape, from int, limit float64) placed {
	var best placed
	for _, s := range shapes {
		most := int(math.Ceil(limit - p.costAt(s, 0))) // each place costs at least 1 more than the place below
		if place := p.table.first(s, from, most); place < most && p.costAt(s, place) < limit {
			best, limit = placed{s, place}, p.costAt(s, place)
		}
	}
	return best
}

// always reports whether a square stays in the table. If there are rooks, which come first in squares, bishops do not stay, but for the largest: they are small enough
// for the holes between the rooks, so they are placed last.
func (p *Packer) always(s *square) bool {
	return s.piece == board.Rook || p.squares[0].piece == board.Bishop || len(s.relevant) == bishopBits
}

// liftHoled takes all squares out of the table that do not stay there: those that are later put into holes. All squares must be in the table.
func (p *Packer) liftHoled() {
	for i, s := range p.squares {
		if !p.always(s) {
			p.lift(i)
		}
	}
}

// any draws a square that stays in the table.
func (p *Packer) any() int {
	for {
		if i := p.rng.IntN(len(p.squares)); p.always(p.squares[i]) {
			return i
		}
	}
}

// next draws a square to move: in two of three cases any square that stays in the table, in the third the square that ends last.
func (p *Packer) next() int {
	next := p.any() // is in the table, which squares that stay leave only while they are moved
	if p.rng.IntN(3) == 0 {
		for i, at := range p.placed {
			if at.shape != nil && at.end() > p.placed[next].end() {
				next = i
			}
		}
	}
	return next
}

// wanting draws a square that needs more shapes: mostly it draws two squares that stay in the table and returns the square that
// takes more of the table in proportion to its subsets; sometimes it draws any square.
func (p *Packer) wanting() int {
	if p.rng.IntN(8) == 0 {
		return p.rng.IntN(len(p.squares))
	}
	i, j := p.any(), p.any()
	takes := func(i int) float64 { return p.costAt(p.placed[i].shape, 0) / float64(len(p.squares[i].answers)) }
	if takes(i) < takes(j) {
		return j
	}
	return i
}

// complete places the missing squares, the largest first, keeps the set if its table is the shortest so far, and takes these
// squares out again. It does nothing if the others already make a table as long as the best. It takes seconds, so it gives up when the context is done.
func (p *Packer) complete(ctx context.Context) {
	end := p.end()
	if end >= p.words {
		return
	}
	var missing []int
	for i := range p.squares {
		if p.placed[i].shape == nil {
			missing = append(missing, i)
		}
	}
	p.largestFirst(missing)
	done := 0
	for ; done < len(missing) && ctx.Err() == nil; done++ {
		i := missing[done]
		p.put(i, p.hole(i, end))
	}
	if done == len(missing) && p.end() < p.words {
		p.keep()
	}
	for _, i := range missing[:done] {
		p.lift(i)
	}
}

// hole finds a placing of a square below an end. It tries the square's place in the best set, then the shapes of its pool, then
// magics annealed among the free slots of some region. If all that fails, it returns the cheapest placing anywhere.
func (p *Packer) hole(i, end int) placed {
	s := p.squares[i]
	if at := p.atBest[i]; at.shape != nil && at.end() <= end && p.table.fits(at.shape, at.place) {
		return at
	}
	for _, k := range p.rng.Perm(len(s.pool)) {
		sh := s.pool[k]
		if place := p.table.first(sh, 0, end-sh.span+1); place <= end-sh.span {
			return placed{sh, place}
		}
	}
	var found placed
	scale := float64(int(1)<<len(s.relevant)) / 1024 // the temperatures below suit ten relevant squares
	for n := 0; n < holeAnneals && found.shape == nil; n++ {
		begin := s.pool[p.rng.IntN(len(s.pool))]
		// The emptiest of eight random places is the most promising.
		offset, free := 0, -1
		for range 8 {
			at := p.rng.IntN(end) - begin.low
			if here := p.table.free(at+begin.low, begin.width); here > free {
				offset, free = at, here
			}
		}
		plan := schedule{
			weigh: weigh{bad: 6, taken: 3}, hot: 300 * scale, cold: 5 * scale, tries: 1000, shift: begin.shift,
			others: p.table.window(offset), limit: reachOf(float64(int(8)<<len(s.relevant)), begin.shift), // eight slots for each subset
		}
		s.anneal(p.rng, begin.factor, plan, func(factor uint64, o outcome) {
			if found.shape != nil {
				return
			}
			sh, low := s.add(factor, begin.shift)
			if at := (placed{sh, offset + low}); at.end() <= end {
				found = at
			}
		})
	}
	if found.shape == nil {
		found = p.lowest(s.pool, 0, anyCost)
	}
	return found
}

// holeAnneals is the number of anneals that try to fit a square into a hole.
const holeAnneals = 40

// size returns the number of relevant squares, by which squares are sorted. Wide squares count as larger.
func (s *square) size() int {
	if s.wide() {
		return len(s.relevant) + 2
	}
	return len(s.relevant)
}

// exchange takes a few squares that are near each other out of the table and puts them back one after the other, each with the
// shape of its pool and at the place that cost least. It undoes the exchange if all together cost too much more than before.
func (p *Packer) exchange(temperature float64) {
	// The group is drawn from the squares whose slots meet a window of the table around the square c.
	c := p.next()
	width := 1000 + p.rng.IntN(6000)
	from := p.placed[c].place - p.rng.IntN(width)
	group := []int{c}
	for i, at := range p.placed {
		if i != c && at.shape != nil && at.place < from+width && at.end() > from {
			group = append(group, i)
		}
	}
	near := group[1:]
	p.rng.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
	group = group[:min(len(group), 1+p.rng.IntN(exchanged))]
	p.rng.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
	if p.rng.IntN(2) == 0 {
		p.largestFirst(group)
	}
	// New places are looked for from a little below the window on, sometimes from the beginning of the table.
	from = max(0, from-2000)
	if p.rng.IntN(20) == 0 {
		from = 0
	}

	limit := temperature * p.rng.ExpFloat64() // what the group may cost, and later the rest of the group
	before := make([]placed, len(group))
	for k, i := range group {
		before[k] = p.lift(i)
		limit += p.costAt(before[k].shape, before[k].place)
	}
	for k, i := range group {
		pool := p.squares[i].pool
		some := []*shape{before[k].shape}
		for range shapesTried {
			some = append(some, pool[p.rng.IntN(len(pool))])
		}
		at := p.lowest(some, from, limit)
		if at.shape == nil {
			for _, i := range group[:k] {
				p.lift(i)
			}
			for k, i := range group {
				p.put(i, before[k])
			}
			return
		}
		p.put(i, at)
		limit -= p.costAt(at.shape, at.place)
	}
}

// An exchange tries few shapes of each square's pool, but of many squares: that gains more in the same time than many shapes of
// few squares.
const (
	shapesTried = 3  // for a square
	exchanged   = 16 // squares, at most
)
