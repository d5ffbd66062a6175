package imported

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// placed is the entries of a piece with their slots, by place in the column.
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
func (g *guesser) place(found [2][]reading) (*factors.Set, []string, error) {
	var warnings, said []string
	set := &factors.Set{}
	separate := false
	var wrong Wrong
	for _, p := range pieces {
		if found[p] == nil {
			line := fmt.Sprintf("%vs: no magics found", p)
			for _, n := range g.nearly {
				line += "; " + n.fault
			}
			said = append(said, line)
			continue
		}
		piece, f := g.slots(found[p])
		if f.reason == "" {
			f = g.overflow(piece.reading)
		}
		if f.reason != "" {
			wrong.add(f)
			continue
		}
		all := factors.Set{Entries: slices.Concat(set.Entries, piece.set().Entries)}
		if len(set.Entries) > 0 && (piece.offsets == nil || all.Verify() != nil) {
			if piece.offsets != nil {
				// A table of their own begins at 0, where nearly all bishops meet rooks; a few that meet rooks have wrong offsets.
				if at := piece.meeting(set.Entries); len(at) <= few {
					wrong.add(piece.misplaced(at, set.Entries))
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
		line := fmt.Sprintf("%v; %s", piece.reading, g.layout(&piece))
		if piece.masks != nil {
			line += fmt.Sprintf("; masks from %v, with more than the relevant squares", piece.masks)
		}
		if strings.HasSuffix(piece.widths.name, unsaid) {
			line += fmt.Sprintf("; with %s right on %d of 64 squares", asMask.name, 64-len(g.wrong(piece.with(asMask), 64)))
		}
		said = append(said, line)
		if w := piece.wider(); w != "" && piece.offsets == nil {
			warnings = append(warnings, w)
		}
		for _, c := range g.inOrder(p) {
			if more := g.proved[claim{p, c}]; more != nil && !c.shares(piece.column) {
				said = append(said, fmt.Sprintf("not taken, but right too: %v", &more[0]))
			}
		}
	}
	if wrong.Reasons != nil {
		return nil, nil, &wrong
	}
	if separate {
		said = append(said, "tables: that of the bishops behind that of the rooks")
	}
	return set, slices.Concat(warnings, said), set.Verify()
}

// few is how many squares of a piece may have wrong offsets for the others to show what the offsets are.
const few = 8

// slots places the entries of a piece: by the first offsets of the file that are right, or, if the file has none, without a gap.
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
	piece, next, stride := placed{reading: first, unit: 1}, 0, g.strideOf(first)
	piece.enter(func(at int) int {
		begin := next
		next += 1 << first.bits(at)
		if stride != 0 {
			begin = at * stride
		}
		return begin
	})
	// Offsets without a name, in another array, may be other numbers.
	if columns = slices.DeleteFunc(columns, func(o *column) bool {
		return o.table != first.column.table && o.kind != saysOffset && o.hint == silent && first.column.hint != silent
	}); len(columns) > 0 {
		f := fault{reading: *first, reason: fmt.Sprintf("%v: right with tables end to end, not with the offsets from %s", first, list(columns))}
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

// meeting returns the places without which the entries share no slot with other attacks, neither with each other nor with others: some
// that are given, and again and again the one that meets most. In a table without gaps, the neighbours tell which of two that meet is wrong.
func (p *placed) meeting(others []factors.Entry, gone ...int) []int {
	type user struct {
		entry   int
		attacks uint64
	}
	users := map[int][]user{}
	meets := [65]map[int]bool{} // by place, the places, and 64 for what cannot be moved
	for i := range meets {
		meets[i] = map[int]bool{}
	}
	enter := func(i int, e *factors.Entry) {
		answers(e, func(slot int, attacks uint64) {
			if slot < 0 {
				meets[i][64] = true
				return
			}
			for _, u := range users[slot] {
				if u.attacks != attacks {
					meets[i][u.entry], meets[u.entry][i] = true, true
				}
			}
			if last := len(users[slot]) - 1; last < 0 || users[slot][last].entry != i {
				users[slot] = append(users[slot], user{i, attacks})
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
	for {
		worst, most := 0, 0
		for i := range p.entries {
			n := 4 * len(meets[i])
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
		if most == 0 {
			slices.Sort(gone)
			return gone
		}
		gone = append(gone, worst)
		for i := range meets[:64] {
			delete(meets[i], worst)
		}
		meets[worst] = nil
	}
}

// end returns the slot behind those of an entry.
func (p *placed) end(i int) int { return p.entries[i].Offset + 1<<p.bits(i) }

// misplaced says which offsets are wrong, and where their slots would be right: where the square before ends, or else in the nearest
// room.
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
		if i == 0 || p.end(i-1) >= words || !fits(p.end(i-1)) {
			for d := 0; !fits(near-d) && !fits(near+d); d++ {
			}
		}
		take(&e)
		f.fixes = append(f.fixes, fix{p.offsets, i, uint64(e.Offset * p.unit), p.name(i)})
	}
	first := f.fixes[0]
	f.reason = fmt.Sprintf("%v: right with tables end to end, not with the %s: wrong on %s, right on %d of 64 squares; %v has %d on %s, want %d",
		p.reading, p.layout(), p.names(at), 64-len(at), p.offsets, offset(p.offsets.values[first.at]), first.square, int(first.value))
	return f
}

// overflow says whether an array [64][n] of the file is too short for the indices of its piece.
func (g *guesser) overflow(r *reading) fault {
	for _, s := range g.strides {
		for i := range 64 {
			if r.widths.from != nil && hintOf(s.name).is(r.piece) && 1<<r.bits(i) > s.words {
				return fault{reading: *r, reason: fmt.Sprintf("%v: %s has %d words for each square, and %s has %d index bits", r, s.name, s.words, r.name(i), r.bits(i))}
			}
		}
	}
	return fault{}
}

// strideOf returns the length of the rows of an array [64][n], if the file has one as long as the widest index, or 0.
func (g *guesser) strideOf(r *reading) int {
	most := 0
	for i := range 64 {
		most = max(most, 1<<r.bits(i))
	}
	if slices.ContainsFunc(g.strides, func(s stride) bool { return s.words == most }) {
		return most
	}
	return 0
}

// layout says how the slots lie.
func (p *placed) layout() string {
	return "offsets from " + p.offsets.String() + map[int]string{8: ", in bytes"}[p.unit]
}

func (g *guesser) layout(p *placed) string {
	if p.offsets != nil {
		return p.layout()
	}
	if stride := g.strideOf(p.reading); stride != 0 {
		return fmt.Sprintf("strides of %d words, as in an array [64][%d]", stride, stride)
	}
	return "tables end to end"
}
