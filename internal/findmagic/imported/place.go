package imported

import (
	"fmt"
	"math"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// placed is a reading with the entries of its piece, by place in the column.
type placed struct {
	*reading
	entries [64]factors.Entry
	offsets *column   // nil: the file has none
	unit    int       // of the offsets: 1 for words, 8 for bytes
	indices [64][]int // all indices of each entry
}

// set returns the entries as a set.
func (p *placed) set() *factors.Set {
	s := &factors.Set{Entries: slices.Clone(p.entries[:])}
	slices.SortFunc(s.Entries, factors.Compare)
	return s
}

// place gives the entries of both pieces their slots, and proves the set.
func (g *guesser) place() (*factors.Set, []string, error) {
	var said []string
	set := &factors.Set{}
	separate := false // the bishops have a table of their own
	var rooks *placed
	var wrong Wrong
	for _, p := range pieces {
		if g.found[p] == nil {
			line := fmt.Sprintf("%vs: no magics found", p)
			for _, n := range g.nearly {
				line += "; " + n.fault
			}
			said = append(said, line)
			continue
		}
		piece, f := g.slots(g.found[p])
		if f.reason != "" {
			wrong.faults = append(wrong.faults, f)
			continue
		}
		all := factors.Set{Entries: slices.Concat(set.Entries, piece.set().Entries)}
		if len(set.Entries) > 0 && (piece.offsets == nil || all.Verify() != nil) {
			if piece.offsets != nil {
				// In a table of their own nearly all bishops would meet rooks. If only a few do, the offsets of these are wrong.
				others := rooks.slots()
				if at := piece.meeting(others); len(at) <= few && piece.close(at) {
					wrong.faults = append(wrong.faults, g.misplaced(&piece, at, others))
					continue
				}
			}
			separate = true
			behind := set.Words() // where the bishops' table begins
			for i := range 64 {   // the bishops follow the 64 rooks
				all.Entries[64+i].Offset += behind
			}
		}
		rooks, set = &piece, &all
		line := fmt.Sprintf("%v; %s", piece.reading, piece.layout())
		if piece.masks != nil {
			line += fmt.Sprintf("; masks from %v", piece.masks)
		}
		said = append(said, line)
	}
	if wrong.faults != nil {
		return nil, nil, &wrong
	}
	if separate {
		said = append(said, "tables: that of the bishops behind that of the rooks")
	}
	return set, said, set.Verify()
}

// slots places the entries of a piece by the file's offsets, or end to end if none fit. It tries the readings that are right without offsets.
func (g *guesser) slots(found []reading) (placed, fault) {
	first := &found[0]
	var nearest fault // of the offsets that are wrong in the fewest places
	for _, o := range g.beside(first.piece, first.column, func(c *column) bool { return c.looks.offsets && !g.taken[c] }) {
		for i := range found {
			indices := found[i].indices()
			for _, unit := range [...]int{1, 8} {
				piece := placed{reading: &found[i], offsets: o, unit: unit, indices: indices}
				outside := piece.enter(func(at int) int { return offset(o.values[at]) })
				if len(outside) > few {
					continue
				}
				switch at := piece.meeting(nil, outside...); {
				case len(at) == 0:
					g.taken[o] = true
					return piece, fault{}
				case len(at) <= few && piece.close(at) && (nearest.reason == "" || len(at) < len(nearest.fixes)):
					nearest = g.misplaced(&piece, at, nil)
				}
			}
		}
	}
	if nearest.reason != "" {
		return placed{}, nearest
	}
	for _, o := range g.beside(first.piece, first.column, func(c *column) bool { return c.looks.offsets && c.kind == saysOffset && c.hint.is(first.piece) }) {
		g.unused = append(g.unused, fmt.Sprintf("not used: %v, which as offsets do not fit the %vs", o, first.piece))
	}
	piece, next := placed{reading: first, unit: 1}, 0
	piece.enter(func(at int) int {
		begin := next
		next += 1 << first.bits(at)
		return begin
	})
	return piece, fault{}
}

// indices returns the indices of every place, without repetitions.
func (r *reading) indices() (all [64][]int) {
	for i := range all {
		sq, shift, filled := r.square(i), r.form.Width()-r.bits(i), uint64(0)
		if r.form == factors.Black {
			filled = ^relevant[r.piece][sq]
		}
		for sub := range board.Subsets(relevant[r.piece][sq]) {
			all[i] = append(all[i], r.form.Index(sub|filled, r.column.values[i], shift))
		}
		slices.Sort(all[i])
		all[i] = slices.Compact(all[i])
	}
	return all
}

// enter makes the entries, with offsets in the unit, and returns the places whose offsets are out of range.
func (p *placed) enter(offset func(at int) int) (outside []int) {
	for i, factor := range p.column.values {
		n := offset(i)
		if n%p.unit != 0 || n/p.unit < -factors.MaxOffset || n/p.unit > factors.MaxOffset {
			outside = append(outside, i)
			n = 0
		}
		p.entries[i] = factors.Entry{
			Piece: p.piece, Square: p.square(i), Form: p.form, Factor: factor, Shift: p.form.Width() - p.bits(i), Offset: n / p.unit,
		}
	}
	return outside
}

// close reports whether offsets are plausible, except in a few places: the slots fill at least half of their range, or half of the squares have slots end to end.
func (p *placed) close(but []int) bool {
	begins, slots, ends, low, high := map[int]bool{}, 0, 0, math.MaxInt, 0
	for i := range p.entries {
		begins[p.entries[i].Offset] = true
	}
	for i := range p.entries {
		if slices.Contains(but, i) {
			continue
		}
		slots += 1 << p.bits(i)
		low, high = min(low, p.entries[i].Offset), max(high, p.end(i))
		if begins[p.end(i)] {
			ends++
		}
	}
	return high-low <= 2*slots || ends >= 32
}

// slots returns the slots of all places.
func (p *placed) slots() map[int]bool {
	all := map[int]bool{}
	if p.indices[0] == nil {
		p.indices = p.reading.indices()
	}
	for i := range p.indices {
		for _, index := range p.indices[i] {
			all[p.entries[i].Offset+index] = true
		}
	}
	return all
}

// maxSpan is the most slots that a table with offsets may have.
const maxSpan = 1 << 24

// meeting returns places whose offsets are wrong. Squares have no attack set in common, but for one of bishops in opposite corners. So two squares that share a slot show that
// an offset is wrong, and so does a slot in others, those of the other piece. To the places in gone, meeting adds the place with the most shared slots, again and again, until
// no slot is shared. Of two places that meet only each other, it adds the one that does not lie end to end with its neighbours.
func (p *placed) meeting(others map[int]bool, gone ...int) []int {
	low, high := math.MaxInt, 0
	for i := range p.entries {
		low, high = min(low, p.entries[i].Offset), max(high, p.end(i))
	}
	if high-low > maxSpan { // offsets far outside are wrong; without them, the range may be small enough
		low, high = 0, 0
		for i := range p.entries {
			if p.end(i) > maxSpan && !slices.Contains(gone, i) {
				gone = append(gone, i)
			}
			high = max(high, min(maxSpan, p.end(i)))
			low = min(low, p.entries[i].Offset)
		}
		if len(gone) > few || high-low > 2*maxSpan {
			return make([]int, 64) // too many wrong places for any caller
		}
	}
	users := make([]uint8, high-low) // by slot: 1 plus the place that uses the slot, 0 for none
	for {
		clear(users)
		meets := [64]int{}
		for i := range p.entries {
			if slices.Contains(gone, i) {
				continue
			}
			for _, index := range p.indices[i] {
				slot := p.entries[i].Offset + index
				switch user := &users[slot-low]; {
				case slot < 0 || others[slot]:
					meets[i]++
				case *user == 0:
					*user = uint8(i) + 1
				case int(*user) != i+1:
					meets[i]++
					meets[*user-1]++
				}
			}
		}
		worst, most := 0, 0
		for i := range p.entries {
			n := 4 * meets[i] // 2 more, at most, decide between places with as many shared slots
			if n > 0 && i > 0 && p.end(i-1) != p.entries[i].Offset {
				n++
			}
			if n > 0 && i < 63 && p.end(i) != p.entries[i+1].Offset {
				n++
			}
			if n > most {
				worst, most = i, n
			}
		}
		if most == 0 || len(gone) > few {
			slices.Sort(gone)
			return gone
		}
		gone = append(gone, worst)
	}
}

// end returns the first slot behind the slots of an entry.
func (p *placed) end(i int) int { return p.entries[i].Offset + 1<<p.bits(i) }

// misplaced returns the fault of the wrong offsets in some places. The offset to take instead is the nearest where the slots have room.
func (g *guesser) misplaced(p *placed, at []int, others map[int]bool) fault {
	f := fault{reading: *p.reading, recognized: true}
	taken, words := map[int]bool{}, 0 // the slots of right places and of others, and the length of their table
	take := func(i, offset int) {
		for _, index := range p.indices[i] {
			taken[offset+index], words = true, max(words, offset+index+1)
		}
	}
	for slot := range others {
		taken[slot], words = true, max(words, slot+1)
	}
	for i := range p.entries {
		if !slices.Contains(at, i) {
			take(i, p.entries[i].Offset)
		}
	}
	for _, i := range at {
		near, place := min(max(p.entries[i].Offset, 0), words), 0
		fits := func(n int) bool {
			place = n
			return !slices.ContainsFunc(p.indices[i], func(index int) bool { return n+index < 0 || taken[n+index] })
		}
		for d := 0; !fits(near-d) && !fits(near+d); d++ { // ends at words at the latest; place is the offset that fits
		}
		take(i, place)
		f.fixes = append(f.fixes, fix{column: p.offsets, at: i, value: uint64(place * p.unit), square: p.name(i)})
	}
	f.reason = fmt.Sprintf("%v: right with tables end to end, not with the %s: wrong on %s, right on %d of 64 squares%s", p.reading, p.layout(), p.names(at), 64-len(at), g.wants(&f))
	return f
}

// layout describes, for a message, where the slots lie.
func (p *placed) layout() string {
	if p.offsets == nil {
		return "tables end to end"
	}
	return "offsets from " + p.offsets.String() + map[int]string{8: ", in bytes"}[p.unit]
}
