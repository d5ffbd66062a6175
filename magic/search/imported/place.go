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
}

// place gives the entries their slots, and proves the set.
func (g *guesser) place(found [2][]reading) (*factors.Set, []string, error) {
	var said []string
	set := &factors.Set{}
	separate := false
	var wrong Wrong
	for _, p := range pieces {
		if found[p] == nil {
			said = append(said, strings.Join(append([]string{fmt.Sprintf("%vs: no factors found", p)}, g.nearly...), "; "))
			continue
		}
		piece, reason := g.slots(p, found[p])
		if reason != "" {
			wrong.Reasons = append(wrong.Reasons, reason)
			continue
		}
		all := factors.Set{Entries: slices.Concat(set.Entries, piece.entries)}
		if len(set.Entries) > 0 && (piece.slots == "" || all.Verify() != nil) {
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
		said = append(said, fmt.Sprintf("%v; %s", piece.reading, slots))
	}
	if wrong.Reasons != nil {
		return nil, nil, &wrong
	}
	if separate {
		said = append(said, "tables: that of the bishops behind that of the rooks")
	}
	slices.SortFunc(set.Entries, factors.Compare)
	return set, said, set.Verify()
}

// slots places the entries of a piece: by the first offsets of the file that are right, or, if the file has none, without a gap.
func (g *guesser) slots(p board.Piece, found []reading) (part, string) {
	c := found[0].column
	columns := g.beside(p, c, offsets)
	for i := range found {
		for _, o := range columns {
			for _, unit := range [...]int{1, 8} {
				entries, ok := found[i].entries(func(at int) (int, bool) {
					n := offset(o.values[at])
					return n / unit, n%unit == 0
				})
				if !ok || (&factors.Set{Entries: entries}).Verify() != nil {
					continue
				}
				g.taken[o] = true
				slots := "offsets from " + o.String()
				if unit == 8 {
					slots += ", in bytes"
				}
				return part{entries, &found[i], slots}, ""
			}
		}
	}
	next, stride := 0, g.strideOf(&found[0])
	entries, ok := found[0].entries(func(at int) (int, bool) {
		begin := next
		next += 1 << found[0].bits(at)
		if stride != 0 {
			begin = at * stride
		}
		return begin, true
	})
	if !ok {
		return part{}, fmt.Sprintf("%v: offsets out of range", &found[0])
	}
	if len(columns) > 0 {
		return part{}, fmt.Sprintf("%v: right with tables end to end, not with the offsets from %s", &found[0], g.list(columns))
	}
	return part{entries, &found[0], ""}, ""
}

// entries returns the entries of a reading with offsets.
func (r *reading) entries(offset func(at int) (int, bool)) ([]factors.Entry, bool) {
	var entries []factors.Entry
	for i, factor := range r.column.values {
		n, ok := offset(i)
		if !ok || n < -factors.MaxOffset || n > factors.MaxOffset {
			return nil, false
		}
		entries = append(entries, factors.Entry{
			Piece: r.piece, Square: r.square(i), Form: r.form, Factor: factor, Shift: r.form.Width() - r.bits(i), Offset: n,
		})
	}
	slices.SortFunc(entries, factors.Compare)
	return entries, true
}

// strideOf returns the length of the rows of an array [64][n], if the file has one as long as the widest index, or 0.
func (g *guesser) strideOf(r *reading) int {
	most := 0
	for i := range 64 {
		most = max(most, 1<<r.bits(i))
	}
	if slices.Contains(g.strides, most) {
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
