package imported

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// placed holds the entries of a piece with their slots, by place in the column.
type placed struct {
	*reading
	entries [64]factors.Entry
	offsets *column // nil: the file has none
	unit    int     // of the offsets: words, or 8 for bytes
}

// set returns entries as a set.
func (p *placed) set() *factors.Set {
	s := &factors.Set{Entries: slices.Clone(p.entries[:])}
	slices.SortFunc(s.Entries, factors.Compare)
	return s
}

// place gives the entries their slots, and proves the set.
func (g *guesser) place() (*factors.Set, []string, error) {
	var said []string
	set := &factors.Set{}
	separate := false
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
				if at := piece.meeting(set.Entries); len(at) <= few {
					wrong.faults = append(wrong.faults, piece.misplaced(at, set.Entries))
					continue
				}
			}
			separate = true
			behind := set.Words()
			for i := range 64 {
				all.Entries[64+i].Offset += behind
			}
		}
		set = &all
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

// few is how many offsets of a piece may be wrong in a column that still counts as its offsets.
const few = 8

// slots places the entries of a piece by the offsets of the file, or end to end if the file has none.
func (g *guesser) slots(found []reading) (placed, fault) {
	first := &found[0]
	columns := g.beside(first.piece, first.column, offsets)
	var nearest fault
	for i := range found {
		for _, o := range columns {
			for _, unit := range [...]int{1, 8} {
				piece := placed{reading: &found[i], offsets: o, unit: unit}
				outside := piece.enter(func(at int) int { return offset(o.values[at]) })
				if len(outside) > few {
					continue
				}
				if len(outside) == 0 && piece.set().Verify() == nil {
					g.taken[o] = true
					return piece, fault{}
				}
				if at := piece.meeting(nil, outside...); len(at) > 0 && len(at) <= few && (nearest.reason == "" || len(at) < len(nearest.fixes)) {
					nearest = piece.misplaced(at, nil)
				}
			}
		}
	}
	if nearest.reason != "" {
		return placed{}, nearest
	}
	piece, next := placed{reading: first, unit: 1}, 0
	piece.enter(func(at int) int {
		begin := next
		next += 1 << first.bits(at)
		return begin
	})
	// Small numbers that are wrong on many squares are something else, unless they are called offsets.
	if columns = slices.DeleteFunc(columns, func(o *column) bool { return o.kind != saysOffset }); len(columns) > 0 {
		f := fault{reading: *first, reason: fmt.Sprintf("%v: right with tables end to end, not with the offsets from %s", first, columnNames(columns))}
		for i, e := range piece.entries {
			f.fixes = append(f.fixes, fix{columns[0], i, uint64(e.Offset), first.name(i)})
		}
		return placed{}, f
	}
	return piece, fault{}
}

// enter fills the entries, with offsets in the unit, and returns the places of those whose offsets are out of range.
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

// answers calls visit with the slots of an entry and the attacks in them.
func answers(e *factors.Entry, visit func(slot int, attacks uint64)) {
	filled := e.Form.Filled(e.Piece, e.Square) // no form that is imported turns the board
	for sub := range board.Subsets(relevant[e.Piece][e.Square]) {
		visit(e.Offset+e.Form.Index(sub|filled, e.Factor, e.Shift), board.Walk(e.Piece, e.Square, sub))
	}
}

// meeting returns places whose offsets are wrong: without them, no two entries store different attacks in a slot. Beside those that are
// given, it takes the place with the most such slots until none is left. Where two places meet only each other, it takes the one that
// does not lie end to end with its neighbours.
func (p *placed) meeting(others []factors.Entry, gone ...int) []int {
	type user struct {
		attacks uint64
		entry   int
	}
	for {
		users, meets := map[int]user{}, [65]int{} // by slot, and by place; in 64 is what cannot be moved
		enter := func(i int, e *factors.Entry) {
			answers(e, func(slot int, attacks uint64) {
				u, ok := users[slot]
				switch {
				case slot < 0:
					meets[i]++
				case !ok:
					users[slot] = user{attacks, i}
				case u.attacks != attacks:
					meets[i]++
					meets[u.entry]++
				}
			})
		}
		for i := range others {
			enter(64, &others[i])
		}
		for i := range p.entries {
			if !slices.Contains(gone, i) {
				enter(i, &p.entries[i])
			}
		}
		worst, most := 0, 0
		for i := range p.entries {
			n := 4 * meets[i]
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

// end returns the slot behind those of an entry.
func (p *placed) end(i int) int { return p.entries[i].Offset + 1<<p.bits(i) }

// misplaced returns the fault of wrong offsets. The right offset is the nearest one where the slots have room.
func (p *placed) misplaced(at []int, others []factors.Entry) fault {
	f := fault{reading: *p.reading}
	taken, words := map[int]uint64{}, 0
	take := func(e *factors.Entry) {
		answers(e, func(slot int, attacks uint64) { taken[slot], words = attacks, max(words, slot+1) })
	}
	for i := range others {
		take(&others[i])
	}
	for i := range p.entries {
		if !slices.Contains(at, i) {
			take(&p.entries[i])
		}
	}
	for _, i := range at {
		e := p.entries[i]
		near := min(max(e.Offset, 0), words)
		e.Offset = 0
		own := map[int]uint64{}
		answers(&e, func(slot int, attacks uint64) { own[slot] = attacks })
		fits := func(n int) bool {
			for index, attacks := range own {
				if n+index < 0 || taken[n+index] != 0 && taken[n+index] != attacks {
					return false
				}
			}
			e.Offset = n
			return true
		}
		for d := 0; !fits(near-d) && !fits(near+d); d++ {
		}
		take(&e)
		f.fixes = append(f.fixes, fix{p.offsets, i, uint64(e.Offset * p.unit), p.name(i)})
	}
	f.reason = fmt.Sprintf("%v: right with tables end to end, not with the %s: wrong on %s, right on %d of 64 squares%s", p.reading, p.layout(), p.names(at), 64-len(at), f.wants())
	return f
}

// layout says how the slots lie.
func (p *placed) layout() string {
	if p.offsets == nil {
		return "tables end to end"
	}
	return "offsets from " + p.offsets.String() + map[int]string{8: ", in bytes"}[p.unit]
}
