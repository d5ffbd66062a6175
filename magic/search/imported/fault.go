package imported

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// fix is the right number for a place in a column.
type fix struct {
	column *column
	at     int
	value  uint64
	square string
}

// fault is what is wrong with the magics of a piece.
type fault struct {
	reading
	magics []int // the places that need another magic
	fixes  []fix // shifts, masks and offsets that are wrong
	reason string
}

// named returns the piece whose magics a column is called.
func (g *guesser) named(c *column) (board.Piece, bool) {
	if !c.hint.one() || !c.kind.maybeMagic() {
		return 0, false
	}
	p := board.Piece(c.hint - saysRook)
	if c.shape == large {
		return p, true
	}
	// Small numbers may be anything in a row, but an array of them is not what its name says.
	return p, c.shape == others && c.kind == saysMagic && !slices.ContainsFunc(g.columns, func(other *column) bool {
		return other != c && (other.table == c.table || slices.Contains(other.halves, c))
	})
}

// claimed returns the piece whose magics the file says that a column has, by its name, or by standing beside those of the other piece.
func (g *guesser) claimed(c *column, found [2][]reading) (board.Piece, bool) {
	if p, ok := g.named(c); ok || c.shape != large || c.hint.one() || !c.kind.maybeMagic() {
		return p, ok
	}
	for _, p := range pieces {
		if found[p] != nil || found[1-p] == nil {
			continue
		}
		other := found[1-p][0].column
		sibling := other.table == c.table || c.index() != "" && other.index() != "" && c.array() == other.array()
		return p, !other.shares(c) && (sibling || c.kind == saysMagic)
	}
	return 0, false
}

// settled reports whether a claim is proved, perhaps by another reading of the same numbers, or of the same rows.
func (g *guesser) settled(p board.Piece, c *column) bool {
	return slices.ContainsFunc(g.candidates, func(other *column) bool {
		same := other == c || other.shares(c) || other.table == c.table && roleOf(c.field()) != saysMagic
		return same && g.proofs(p, other) != nil
	})
}

// claims tests what the file says by names: warnings are names that are exchanged, and wrong are magics that are not proved.
func (g *guesser) claims(found [2][]reading) (warnings []string, wrong *Wrong) {
	wrong = &Wrong{Reasons: g.missing()}
	missing := len(wrong.Reasons)
	var exchanged []string
	for _, c := range g.columns {
		p, ok := g.claimed(c, found)
		if !ok || g.settled(p, c) {
			continue
		}
		holds := fmt.Sprintf("%v holds magics of %vs", c, 1-p)
		if c.shape == large && g.proofs(1-p, c) != nil {
			if found[1-p] != nil && found[1-p][0].column == c {
				exchanged = append(exchanged, holds)
				continue
			}
			f := fault{reading: g.usualReading(p, c, found), reason: fmt.Sprintf("%vs: %s", p, holds)}
			for i := range 64 {
				f.magics = append(f.magics, i)
			}
			wrong.add(f)
			continue
		}
		f, recognized := g.fault(p, c, found)
		if other, is := g.fault(1-p, c, found); is && !recognized && c.shape == large {
			f = other
			exchanged = append(exchanged, holds)
		}
		if i := slices.IndexFunc(wrong.faults, func(other fault) bool { return other.column.shares(c) }); i < 0 {
			wrong.add(f)
		} else if len(f.magics) < len(wrong.faults[i].magics) {
			wrong.faults[i], wrong.Reasons[missing+i] = f, f.reason
		}
	}
	if n := len(exchanged); n > 0 {
		what := [...]string{"against its name, ", "the names are exchanged: "}[min(1, n-1)]
		warnings = []string{"warning: " + what + strings.Join(exchanged, ", ")}
	}
	return warnings, wrong
}

// usualReading returns the reading that is most usual for a column: in the form and order of the other piece, with the widths that the
// file states first.
func (g *guesser) usualReading(p board.Piece, c *column, found [2][]reading) reading {
	forms, which := g.allowed(p, c)
	r := reading{piece: p, column: c, form: forms[0], order: which[0], widths: append(g.stated(p, c), asMask)[0]}
	if other := found[1-p]; other != nil {
		if slices.Contains(forms, other[0].form) {
			r.form = other[0].form
		}
		if slices.Contains(which, other[0].order) {
			r.order = other[0].order
		}
	}
	return r
}

// nearest finds what is wrong with the magics of a piece in a file that has none by name. The reason is "" if no column is recognized.
func (g *guesser) nearest(p board.Piece, found [2][]reading) (best fault) {
	for _, c := range g.inOrder(p) {
		if other := found[1-p]; other != nil && (c.hint.is(1-p) || c.shares(other[0].column)) {
			continue
		}
		if f, recognized := g.fault(p, c, found); recognized && (best.reason == "" || len(f.magics) < len(best.magics)) {
			best = f
		}
	}
	return best
}

// fault says what is wrong with a column as the magics of a piece, and what would be right. It also reports whether the column is
// recognized as magics; one that is not is judged by the usual reading.
func (g *guesser) fault(p board.Piece, c *column, found [2][]reading) (f fault, recognized bool) {
	forms, which := g.allowed(p, c)
	stated, m := g.stated(p, c), g.masksOf(p, c)
	best, wrong, rank := g.usualReading(p, c, found), []int(nil), 3
	for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32} {
		for _, o := range orders {
			bare := reading{piece: p, column: c, form: form, order: o}
			known := func(w widths) bool { return g.recognized(bare.with(w)) }
			for k, w := range append(slices.Clone(stated), g.implied(p, c)...) {
				r := bare.with(w)
				at, implied := g.wrong(r, 64), k >= len(stated)
				if len(at) == 0 {
					// A table of more bits may be right just because it is larger.
					if implied && slices.ContainsFunc(stated, known) || w.weak && known(asMask) {
						continue
					}
					differs := ""
					if !slices.Contains(forms, form) {
						differs += fmt.Sprintf(" as %v magics", form)
					}
					if !slices.Contains(which, o) && (m == nil || g.options.Order != "" || differs != "") {
						differs += " with " + o.name
					}
					if differs == "" { // it is the masks, or the shifts
						if implied && slices.ContainsFunc(stated, func(w widths) bool { return w.bound }) {
							r = bare.with(stated[0])
						}
						return g.explain(*r, g.wrong(r, 64), faulty(m, p, o), true), true
					}
					return fault{reading: *r, reason: fmt.Sprintf("%vs: %v: right%s", p, c, differs)}, true
				}
				first := 1
				if w.bound {
					first = 0
				} else if w.weak {
					first = 2
				}
				if (first < rank || first == rank && len(at) < len(wrong)) && g.recognized(r) {
					best, wrong, rank = *r, at, first
				}
			}
		}
	}
	if rank == 3 {
		wrong = g.wrong(&best, 64)
	}
	return g.explain(best, wrong, faulty(m, p, best.order), rank < 3), rank < 3
}

// explain says what would make a reading right in the places in which it is wrong, or in which its masks are. Of numbers that are not
// recognized as magics it says no more than that.
func (g *guesser) explain(r reading, wrong []int, m *column, recognized bool) fault {
	f := fault{reading: r}
	holes := g.holes(&f, m)
	at := slices.Concat(wrong, holes)
	slices.Sort(at)
	at = slices.Compact(at)
	parts := []string{fmt.Sprintf("wrong on %s, right on %d of 64 squares", r.names(at), 64-len(at))}
	if len(holes) > 0 {
		hole := f.fixes[0]
		parts = append(parts, fmt.Sprintf("%v has 0x%016x on %s, want 0x%016x", m, m.values[hole.at], hole.square, hole.value))
		if len(wrong) == 0 {
			parts = append(parts, "right on all squares with the relevant squares as masks")
		}
	}
	masked := len(f.fixes)
	g.shifts(&f, wrong)
	if len(f.fixes) > masked {
		s := f.fixes[masked]
		parts = append(parts, fmt.Sprintf("%v has %d on %s, want %d", s.column, s.column.values[s.at], s.square, s.value))
	}
	if !recognized {
		parts = append(parts, "no better in any other form or order")
	} else if len(wrong) > 0 && len(wrong) <= 32 {
		parts = append(parts, g.better(&r, wrong))
	}
	if most := g.uniform(&r); len(wrong) > 0 && most > 0 {
		parts = append(parts, fmt.Sprintf("right on all squares with %d bits each", most))
	}
	f.reason = fmt.Sprintf("%v: %s", &r, strings.Join(parts, "; "))
	return f
}

// holes returns the places in which the masks of the file are at fault, and adds the right masks: for all masks that are not just the
// relevant squares, if most are at fault.
func (g *guesser) holes(f *fault, m *column) (at []int) {
	if m == nil {
		return nil
	}
	var differ []fix
	with := f.reading
	with.masks = m
	for i := range 64 {
		mask := f.mask(i)
		if m.maskOf(i) == mask {
			continue
		}
		wrong := mask&^m.maskOf(i) != 0 || !g.rightAt(&with, i, with.bits(i))
		if m.shape == complement {
			mask = ^mask
		}
		differ = append(differ, fix{m, i, mask, f.name(i)})
		if wrong {
			at = append(at, i)
			f.fixes = append(f.fixes, fix{m, i, mask, f.name(i)})
		}
	}
	if len(at) > 32 {
		f.fixes = differ
	}
	return at
}

// shifts adds the wrong places that need another magic, and the right shifts for the others: those that are right with
// no more bits than there are relevant squares. In a set some of whose squares have fewer bits, a wrong square may be one of these,
// and then it is its magic that is wrong.
func (g *guesser) shifts(f *fault, wrong []int) {
	r, s := &f.reading, f.widths.from
	reduced := false
	for i := range 64 {
		reduced = reduced || s != nil && !slices.Contains(wrong, i) && r.bits(i) < r.usual(i)
	}
	for _, i := range wrong {
		usual, n := r.usual(i), r.bits(i)
		if s == nil || n >= 1 && (n == usual || reduced && n == usual-1) || !g.rightAt(r, i, usual) {
			f.magics = append(f.magics, i)
			continue
		}
		if reduced {
			usual = g.least(r, i)
		}
		value := map[shape]int{indexBits: usual, shifts: 64 - usual, shifts32: 32 - usual}[s.shape]
		f.fixes = append(f.fixes, fix{s, i, uint64(value), r.name(i)})
	}
}

// better says with how many more bits, or for which squares with another magic, a reading would be right.
func (g *guesser) better(r *reading, wrong []int) string {
	more := [...]string{"", "one more bit", "two more bits", "three more bits", "four more bits"}
	var at [len(more)][]int // places, by how many more index bits make them right; by 0 if none
	for _, i := range wrong {
		n := 1
		for n < len(more) && !g.rightAt(r, i, r.bits(i)+n) {
			n++
		}
		at[n%len(more)] = append(at[n%len(more)], i)
	}
	var parts []string
	for n := 1; n < len(more); n++ {
		if at[n] != nil {
			parts = append(parts, fmt.Sprintf("with %s on %s", more[n], r.names(at[n])))
		}
	}
	if at[0] != nil {
		parts = append(parts, fmt.Sprintf("with %s for %s", [...]string{"another magic", "other magics"}[min(1, len(at[0])-1)], r.names(at[0])))
	}
	return "right " + strings.Join(parts, " and ")
}

// uniform returns the least number of bits with which a reading is right on all squares, or 0 if it is more than any square needs.
func (g *guesser) uniform(r *reading) (most int) {
	for i := range 64 {
		n := g.least(r, i)
		if n == 0 || n > mostBits[r.piece] {
			return 0
		}
		most = max(most, n)
	}
	return most
}

// wider says which few squares have more bits than relevant squares, if the file states the bits and no other square has.
func (r *reading) wider() string {
	const few = 4
	var at []int
	for i := range 64 {
		if r.widths.from != nil && r.bits(i) > bits.OnesCount64(r.mask(i)) {
			at = append(at, i)
		}
	}
	if len(at) == 0 || len(at) > few {
		return ""
	}
	return fmt.Sprintf("warning: by %v, %s has %d index bits and %d relevant squares: right if its table has as many slots",
		r.widths.from, r.name(at[0]), r.bits(at[0]), bits.OnesCount64(r.mask(at[0])))
}

var (
	included = regexp.MustCompile(`(?m)^[ \t]*(?:#[ \t]*include[ \t]*[<"]([^>"\n]+)|(?:from|import|include|use|require|open|uses|using|mod|pub mod|%include)\b[^"'\n;]*["']([^"'\n]+)|` +
		`(?:pub[ \t]+)?(?:from|import|include|use|open|uses|using|mod)[ \t]+([^"'\s;{(]+))|\b(?:require|@import|include_str!|include!)\("([^"\n]+)`)
	likely = regexp.MustCompile(`(?i)magic|factor|attack|slid|rook|bishop|bitboard|table|const|number|data`)
	draws  = regexp.MustCompile(`(?i)\b(\w*(?:random|rand64|sparse|xorshift|prng|find_?magic|search_?magic|generate_?magic|init_?magic|magic_?search|magic_?init)\w*)\s*[({!]`)
)

// likelyPlaces says where the magics of a file without any are likely to be: in files that it includes, or nowhere, because the program
// searches for them when it starts.
func likelyPlaces(text string) (hint string) {
	var files []string
	for _, m := range included.FindAllStringSubmatch(text, -1) {
		name := strings.Trim(strings.Join(m[1:], ""), " :,")
		if likely.MatchString(name) && !slices.Contains(files, name) && len(name) < 80 {
			files = append(files, name)
		}
	}
	or := "; "
	if n := len(files); n > 0 {
		hint, or = "; they may be in what the file includes: "+strings.Join(files[:min(n, 4)], ", "), "; or "
	}
	if m := draws.FindStringSubmatchIndex(text); m != nil {
		hint += fmt.Sprintf("%sthe program searches for them when it starts: %s (line %d)", or, text[m[2]:m[3]], strings.Count(text[:m[2]], "\n")+1)
	}
	return hint
}
