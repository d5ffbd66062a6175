package imported

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// part is the entries of a piece, and what is said about their slots.
type part struct {
	entries []factors.Entry
	reading *reading
	slots   string
	offsets *column // nil: the file has none
	unit    int     // bytes or words
}

// place gives the entries their slots, and proves the set.
func (g *guesser) place(found [2][]reading) (*factors.Set, []string, error) {
	var warnings, said []string
	set := &factors.Set{}
	separate := false
	var wrong Wrong
	for _, p := range pieces {
		if found[p] == nil {
			line := fmt.Sprintf("%vs: no factors found", p)
			for _, n := range g.nearly {
				line += "; " + n.fault
			}
			said = append(said, line)
			continue
		}
		piece, f := g.slots(p, found[p])
		if f.reason == "" {
			f = g.overflow(piece.reading)
		}
		if f.reason != "" {
			wrong.Reasons, wrong.faults = append(wrong.Reasons, f.reason), append(wrong.faults, f)
			continue
		}
		all := factors.Set{Entries: slices.Concat(set.Entries, piece.entries)}
		if len(set.Entries) > 0 && (piece.slots == "" || all.Verify() != nil) {
			if piece.offsets != nil {
				// A table of their own begins at 0, where nearly all bishops meet rooks; a few that meet rooks have wrong offsets.
				if at := meeting(set.Entries, piece); len(at) <= few {
					f := misplaced(piece, at, set.Entries)
					wrong.Reasons, wrong.faults = append(wrong.Reasons, f.reason), append(wrong.faults, f)
					continue
				}
			}
			separate = true
			behind := set.Words()
			for i := range piece.entries {
				piece.entries[i].Offset += behind
			}
			all.Entries = slices.Concat(set.Entries, piece.entries)
		}
		set = &all
		slots := piece.slots
		if slots == "" {
			slots = g.layout(piece.reading)
		}
		line := fmt.Sprintf("%v; %s", piece.reading, slots)
		if m := piece.reading.masks; m != nil {
			line += fmt.Sprintf("; masks from %v, with more than the relevant squares", m)
		}
		if strings.HasSuffix(piece.reading.widths.name, unsaid) {
			r := *piece.reading
			r.widths = asMask
			line += fmt.Sprintf("; with %s right on %d of 64 squares", asMask.name, 64-len(g.wrong(&r)))
		}
		said = append(said, line)
		if w := piece.reading.wider(); w != "" && piece.slots == "" {
			warnings = append(warnings, w)
		}
		for _, c := range g.inOrder(p) {
			if more := g.proved[claim{p, c}]; more != nil && !c.shares(found[p][0].column) {
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
	slices.SortFunc(set.Entries, factors.Compare)
	return set, slices.Concat(warnings, said), set.Verify()
}

// few is how many squares of a piece may have wrong offsets for the others to show what the offsets are.
const few = 8

// slots places the entries of a piece: by the first offsets of the file that are right, or, if the file has none, without a gap.
func (g *guesser) slots(p board.Piece, found []reading) (part, fault) {
	c := found[0].column
	columns := g.beside(p, c, offsets)
	var nearest fault
	for i := range found {
		for _, o := range columns {
			for _, unit := range [...]int{1, 8} {
				entries, outside := found[i].entries(func(at int) (int, bool) {
					n := offset(o.values[at])
					return n / unit, n%unit == 0
				})
				if len(outside) > few {
					continue
				}
				piece := part{entries: entries, reading: &found[i], slots: "offsets from " + o.String(), offsets: o, unit: unit}
				if unit == 8 {
					piece.slots += ", in bytes"
				}
				if len(outside) == 0 && (&factors.Set{Entries: entries}).Verify() == nil {
					g.taken[o] = true
					return piece, fault{}
				}
				at := meeting(nil, piece)
				for _, i := range outside {
					if !slices.Contains(at, i) {
						at = append(at, i)
					}
				}
				if len(at) > 0 && len(at) <= few && (nearest.reason == "" || len(at) < len(nearest.fixes)) {
					nearest = misplaced(piece, at, nil)
				}
			}
		}
	}
	if nearest.reason != "" {
		return part{}, nearest
	}
	next, stride := 0, g.strideOf(&found[0])
	entries, outside := found[0].entries(func(at int) (int, bool) {
		begin := next
		next += 1 << found[0].bits(at)
		if stride != 0 {
			begin = at * stride
		}
		return begin, true
	})
	if outside != nil {
		return part{}, fault{reading: found[0], reason: fmt.Sprintf("%v: offsets out of range", &found[0])}
	}
	// Offsets without a name, in another array, may be other numbers.
	if columns = slices.DeleteFunc(columns, func(o *column) bool {
		return o.table != c.table && o.kind != saysOffset && o.hint == silent && c.hint != silent
	}); len(columns) > 0 {
		f := fault{reading: found[0], reason: fmt.Sprintf("%v: right with tables end to end, not with the offsets from %s", &found[0], g.list(columns))}
		for i := range entries {
			f.fixes = append(f.fixes, fix{columns[0], i, uint64(entries[found[0].square(i)].Offset), found[0].name(i)})
		}
		return part{}, f
	}
	return part{entries: entries, reading: &found[0]}, fault{}
}

// block is the slots of an entry, with their answers; 0 is no answer of a rook or a bishop, and marks a free slot.
type block struct {
	entry   factors.Entry
	answers []uint64
}

func blockOf(e factors.Entry) block {
	b := block{e, make([]uint64, 1<<(e.Form.Width()-e.Shift))}
	filled := e.Form.Filled(e.Piece, e.Square) // no form that is imported turns the board
	for sub := range board.Subsets(relevant[e.Piece][e.Square]) {
		b.answers[e.Form.Index(sub|filled, e.Factor, e.Shift)] = board.Walk(e.Piece, e.Square, sub)
	}
	return b
}

// meets reports whether two blocks share a slot and not the answer.
func (b *block) meets(other *block) bool {
	begin := max(b.entry.Offset, other.entry.Offset)
	for slot := begin; slot < min(b.entry.Offset+len(b.answers), other.entry.Offset+len(other.answers)); slot++ {
		if x, y := b.answers[slot-b.entry.Offset], other.answers[slot-other.entry.Offset]; x != 0 && y != 0 && x != y {
			return true
		}
	}
	return false
}

// outside reports whether a slot lies before the table.
func (b *block) outside() bool {
	return slices.ContainsFunc(b.answers[:min(max(-b.entry.Offset, 0), len(b.answers))], func(x uint64) bool { return x != 0 })
}

// meeting returns the places without which the entries of a part meet neither each other nor other entries: again and again, the one
// that meets most.
func meeting(others []factors.Entry, piece part) (at []int) {
	var blocks, rest []block
	for _, e := range others {
		rest = append(rest, blockOf(e))
	}
	for _, e := range piece.entries {
		blocks = append(blocks, blockOf(e))
	}
	counts := make([]int, len(blocks))
	for i := range blocks {
		if blocks[i].outside() {
			counts[i] += 64
		}
		for j := range rest {
			if rest[j].meets(&blocks[i]) {
				counts[i] += 64
			}
		}
		for j := range i {
			if blocks[j].meets(&blocks[i]) {
				counts[i]++
				counts[j]++
			}
		}
	}
	odd := piece.odd()
	for {
		worst := 0
		for i := range counts {
			if counts[i] > counts[worst] || counts[i] == counts[worst] && odd[i] > odd[worst] {
				worst = i
			}
		}
		if len(counts) == 0 || counts[worst] <= 0 {
			slices.Sort(at)
			return at
		}
		at = append(at, piece.reading.placeOf(blocks[worst].entry.Square))
		counts[worst] = 0
		for j := range blocks {
			if counts[j] > 0 && blocks[j].meets(&blocks[worst]) {
				counts[j]--
			}
		}
	}
}

// odd counts on which sides an entry's slots do not begin and end where those of the places beside it end and begin. In a table without
// gaps, that tells which of two entries that meet is wrong.
func (p *part) odd() []int {
	counts := make([]int, len(p.entries))
	var last *factors.Entry
	at := -1
	for i := range 64 {
		k := slices.IndexFunc(p.entries, func(e factors.Entry) bool { return e.Square == p.reading.square(i) })
		if k < 0 {
			continue
		}
		if last != nil && last.Offset+1<<p.reading.bits(i-1) != p.entries[k].Offset {
			counts[k]++
			counts[at]++
		}
		last, at = &p.entries[k], k
	}
	return counts
}

// placeOf returns the place of a square in the column.
func (r *reading) placeOf(sq int) int {
	for i := range 64 {
		if r.square(i) == sq {
			return i
		}
	}
	return -1
}

// misplaced says which offsets are wrong, and where their slots would be right: where the square before ends, or else in the nearest
// room.
func misplaced(piece part, at []int, others []factors.Entry) fault {
	f := fault{reading: *piece.reading}
	r := piece.reading
	rest := slices.Concat(others, slices.DeleteFunc(slices.Clone(piece.entries), func(e factors.Entry) bool { return slices.Contains(at, r.placeOf(e.Square)) }))
	for _, i := range at {
		e := factors.Entry{Piece: r.piece, Square: r.square(i), Form: r.form, Factor: r.column.values[i], Shift: r.form.Width() - r.bits(i)}
		e.Offset = room(rest, e, piece, i)
		rest = append(rest, e)
		f.fixes = append(f.fixes, fix{piece.offsets, i, uint64(e.Offset * piece.unit), r.name(i)})
	}
	first := f.fixes[0]
	f.reason = fmt.Sprintf("%v: right with tables end to end, not with the %s: wrong on %s, right on %d of 64 squares; %v has %d on %s, want %d",
		r, piece.slots, r.names(at), 64-len(at), piece.offsets, offset(piece.offsets.values[first.at]), r.name(first.at), int(first.value))
	return f
}

// room returns an offset at which an entry meets no other.
func room(rest []factors.Entry, e factors.Entry, piece part, i int) int {
	e.Offset = 0
	own := blockOf(e)
	var taken []uint64
	for _, other := range rest {
		b := blockOf(other)
		taken = append(taken, make([]uint64, max(0, other.Offset+len(b.answers)-len(taken)))...)
		for k, answer := range b.answers {
			if answer != 0 {
				taken[other.Offset+k] = answer
			}
		}
	}
	words := len(taken)
	fits := func(n int) bool {
		for k, answer := range own.answers {
			if slot := n + k; answer != 0 && (slot < 0 || slot < words && taken[slot] != 0 && taken[slot] != answer) {
				return false
			}
		}
		return true
	}
	near := min(max(offset(piece.offsets.values[i])/piece.unit, 0), words)
	if i > 0 { // where the square before ends
		if n := offset(piece.offsets.values[i-1])/piece.unit + 1<<piece.reading.bits(i-1); n >= 0 && n < words && fits(n) {
			return n
		}
	}
	for d := range words {
		for _, n := range [...]int{near - d, near + d} {
			if n > -len(own.answers) && fits(n) {
				return n
			}
		}
	}
	return words
}

// overflow says whether an array [64][n] of the file is too short for the indices of its piece.
func (g *guesser) overflow(r *reading) fault {
	if r == nil || r.widths.from == nil {
		return fault{}
	}
	for _, s := range g.strides {
		for i := range 64 {
			if hintOf(s.name).is(r.piece) && 1<<r.bits(i) > s.words {
				f := fault{reading: *r}
				f.reason = fmt.Sprintf("%v: %s has %d words for each square, and %s has %d index bits", r, s.name, s.words, r.name(i), r.bits(i))
				return f
			}
		}
	}
	return fault{}
}

// entries returns the entries of a reading with offsets, and the places of those without an offset in range.
func (r *reading) entries(offset func(at int) (int, bool)) (entries []factors.Entry, outside []int) {
	for i, factor := range r.column.values {
		n, ok := offset(i)
		if !ok || n < -factors.MaxOffset || n > factors.MaxOffset {
			outside = append(outside, i)
			continue
		}
		entries = append(entries, factors.Entry{
			Piece: r.piece, Square: r.square(i), Form: r.form, Factor: factor, Shift: r.form.Width() - r.bits(i), Offset: n,
		})
	}
	slices.SortFunc(entries, factors.Compare)
	return entries, outside
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

// layout says how the slots lie that the file does not place.
func (g *guesser) layout(r *reading) string {
	if stride := g.strideOf(r); stride != 0 {
		return fmt.Sprintf("strides of %d words, as in an array [64][%d]", stride, stride)
	}
	return "tables end to end"
}
