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

// fault is what is wrong with the factors of a piece.
type fault struct {
	reading
	factors []int // the places that need another factor
	fixes   []fix // shifts, masks and offsets that are wrong
	reason  string
}

// named returns the piece whose factors a column is called.
func (g *guesser) named(c *column) (board.Piece, bool) {
	if c.hint != saysRook && c.hint != saysBishop || c.kind != saysMagic && c.kind != silence {
		return 0, false
	}
	p := board.Rook
	if c.hint == saysBishop {
		p = board.Bishop
	}
	if c.shape == large {
		return p, true
	}
	// Small numbers may be anything in a row, but an array of them is not what its name says.
	return p, c.shape == others && c.kind == saysMagic && !slices.ContainsFunc(g.columns, func(other *column) bool {
		return other != c && (other.table == c.table || slices.Contains(other.halves, c))
	})
}

// claimed returns the piece whose factors the file says that a column has, by its name, or by standing beside those of the other piece.
func (g *guesser) claimed(c *column, found [2][]reading) (board.Piece, bool) {
	if p, ok := g.named(c); ok {
		return p, true
	}
	if c.shape != large || c.hint == saysRook || c.hint == saysBishop || c.kind != saysMagic && c.kind != silence {
		return 0, false
	}
	for _, p := range pieces {
		if found[p] != nil || found[1-p] == nil {
			continue
		}
		other := found[1-p][0].column
		sibling := other.table == c.table || c.index() != "" && other.index() != "" && c.array() == other.array()
		return p, !other.shares(c) && (sibling || c.kind == saysMagic)
	}
	if found[0] == nil && found[1] == nil && c.kind == saysMagic {
		rook, _ := g.fault(board.Rook, c, found)
		bishop, _ := g.fault(board.Bishop, c, found)
		if len(bishop.factors) < len(rook.factors) {
			return board.Bishop, true
		}
		return board.Rook, true
	}
	return 0, false
}

// settled reports whether a claim is proved, perhaps by another reading of the same numbers, or of the same rows.
func (g *guesser) settled(p board.Piece, c *column) bool {
	return slices.ContainsFunc(g.candidates, func(other *column) bool {
		if other != c && !other.shares(c) && (other.table != c.table || roleOf(c.name[strings.LastIndexByte(c.name, '.')+1:]) == saysMagic) {
			return false
		}
		return g.proofs(p, other) != nil
	})
}

// claims tests what the file says by names: warnings are names that are exchanged, and faults are factors that are not proved.
func (g *guesser) claims(found [2][]reading) (warnings []string, faults []fault) {
	var exchanged []string
	for _, c := range g.columns {
		p, ok := g.claimed(c, found)
		if !ok || g.settled(p, c) {
			continue
		}
		if c.shape == large && g.proofs(1-p, c) != nil {
			holds := fmt.Sprintf("%v holds factors of %vs", c, 1-p)
			if found[1-p] != nil && found[1-p][0].column == c {
				exchanged = append(exchanged, holds)
			} else {
				faults = append(faults, fault{reading: g.usual(p, c, found), factors: everywhere(), reason: fmt.Sprintf("%vs: %s", p, holds)})
			}
			continue
		}
		f, recognized := g.fault(p, c, found)
		if other, is := g.fault(1-p, c, found); is && !recognized && c.shape == large {
			f = other
			exchanged = append(exchanged, fmt.Sprintf("%v holds factors of %vs", c, 1-p))
		}
		if i := slices.IndexFunc(faults, func(other fault) bool { return other.column.shares(c) }); i < 0 {
			faults = append(faults, f)
		} else if len(f.factors) < len(faults[i].factors) {
			faults[i] = f
		}
	}
	switch len(exchanged) {
	case 0:
	case 1:
		warnings = []string{"warning: against its name, " + exchanged[0]}
	default:
		warnings = []string{"warning: the names are exchanged: " + strings.Join(exchanged, ", ")}
	}
	return warnings, faults
}

// everywhere returns all places.
func everywhere() (all []int) {
	for i := range 64 {
		all = append(all, i)
	}
	return all
}

// usual returns the reading that is most usual for a column: in the form and order of the other piece, with the widths that the file
// states first.
func (g *guesser) usual(p board.Piece, c *column, found [2][]reading) reading {
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

// nearest finds what is wrong with the factors of a piece in a file that has none by name. The reason is "" if no column is recognized.
func (g *guesser) nearest(p board.Piece, found [2][]reading) (best fault) {
	for _, c := range g.inOrder(p) {
		if other := found[1-p]; other != nil && (c.hint.is(1-p) || c.shares(other[0].column)) {
			continue
		}
		if f, recognized := g.fault(p, c, found); recognized && (best.reason == "" || len(f.factors) < len(best.factors)) {
			best = f
		}
	}
	return best
}

// fault says what is wrong with a column as the factors of a piece, and what would be right. It also reports whether the column is
// recognized as factors; one that is not is judged by the usual reading.
func (g *guesser) fault(p board.Piece, c *column, found [2][]reading) (f fault, recognized bool) {
	forms, which := g.allowed(p, c)
	stated, m := g.stated(p, c), g.masksOf(p, c)
	bound := slices.ContainsFunc(stated, func(w widths) bool { return w.bound })
	best := g.usual(p, c, found)
	var wrong []int
	rank := 3
	for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32} {
		for _, o := range orders {
			for k, w := range append(slices.Clone(stated), g.implied(p, c)...) {
				r := reading{p, c, form, o, w, nil}
				at := g.wrong(&r)
				implied := k >= len(stated)
				if len(at) == 0 {
					// A table of more bits may be right just because it is larger.
					if implied && slices.ContainsFunc(stated, func(w widths) bool { return g.recognized(&reading{p, c, form, o, w, nil}) }) ||
						w.weak && g.recognized(&reading{p, c, form, o, asMask, nil}) {
						continue
					}
					var differs []string
					if !slices.Contains(forms, form) {
						differs = append(differs, fmt.Sprintf("as %v magics", form))
					}
					if !slices.Contains(which, o) && (m == nil || g.options.Order != "" || differs != nil) {
						differs = append(differs, "with "+o.name)
					}
					if differs == nil { // it is the masks, or the shifts
						if implied && bound {
							r.widths = stated[0]
						}
						return g.explain(r, g.wrong(&r), faulty(m, p, o), true), true
					}
					if implied && bound {
						differs = append(differs, "with "+w.name)
					}
					return fault{reading: r, reason: fmt.Sprintf("%vs: %v: right %s", p, c, strings.Join(differs, " "))}, true
				}
				first := 1
				switch {
				case !implied && w.bound:
					first = 0
				case w.weak:
					first = 2
				}
				if (first < rank || first == rank && len(at) < len(wrong)) && g.recognized(&r) {
					best, wrong, rank = r, at, first
				}
			}
		}
	}
	if rank == 3 {
		wrong = g.wrong(&best)
	}
	return g.explain(best, wrong, faulty(m, p, best.order), rank < 3), rank < 3
}

// explain says what would make a reading right in the places in which it is wrong, or in which its masks are. Of numbers that are not
// recognized as factors it says no more than that.
func (g *guesser) explain(r reading, wrong []int, m *column, recognized bool) fault {
	f := fault{reading: r}
	var parts []string
	holes := g.holes(&f, r, m)
	at := slices.Clone(wrong)
	for _, i := range holes {
		if !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	slices.Sort(at)
	parts = append(parts, fmt.Sprintf("wrong on %s, right on %d of 64 squares", r.names(at), 64-len(at)))
	if len(holes) > 0 {
		hole := f.fixes[0]
		parts = append(parts, fmt.Sprintf("%v has 0x%016x on %s, want 0x%016x", m, m.values[hole.at], r.name(hole.at), hole.value))
		if len(wrong) == 0 {
			parts = append(parts, "right on all squares with the relevant squares as masks")
		}
	}
	masked := len(f.fixes)
	f.factors = g.shifts(&f, r, wrong)
	if len(f.fixes) > masked {
		s := f.fixes[masked]
		parts = append(parts, fmt.Sprintf("%v has %d on %s, want %d", s.column, s.column.values[s.at], r.name(s.at), s.value))
	}
	if !recognized {
		parts = append(parts, "no better in any other form or order")
	} else if better := g.better(&r, wrong); better != "" && len(wrong) <= 32 {
		parts = append(parts, better)
	}
	if most := g.uniform(&r); len(wrong) > 0 && most > 0 {
		parts = append(parts, fmt.Sprintf("right on all squares with %d bits each", most))
	}
	f.reason = fmt.Sprintf("%v: %s", &r, strings.Join(parts, "; "))
	return f
}

// names lists the squares of places.
func (r *reading) names(at []int) string {
	var all []string
	for _, i := range at {
		all = append(all, r.name(i))
	}
	return some(all)
}

// some lists squares, the first eight.
func some(all []string) string {
	if n := len(all) - 8; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:8], ", "), n)
	}
	return strings.Join(all, ", ")
}

// holes returns the places in which the masks of the file are at fault, and adds the right masks: for all masks that are not just the
// relevant squares, if most are at fault.
func (g *guesser) holes(f *fault, r reading, m *column) (at []int) {
	if m == nil {
		return nil
	}
	var differ []fix
	with := r
	with.masks = m
	for i := range 64 {
		mask := relevant[r.piece][r.square(i)]
		if m.maskOf(i) == mask {
			continue
		}
		bad := mask&^m.maskOf(i) != 0 || !g.rightAt(&with, i, with.bits(i))
		if m.shape == complement {
			mask = ^mask
		}
		differ = append(differ, fix{m, i, mask, r.name(i)})
		if bad {
			at = append(at, i)
			f.fixes = append(f.fixes, fix{m, i, mask, r.name(i)})
		}
	}
	if len(at) > 32 {
		f.fixes = differ
	}
	return at
}

// shifts returns the wrong places that need another factor, and adds the right shifts for the others: those that are right with
// no more bits than there are relevant squares. In a set some of whose squares have fewer bits, a wrong square may be one of these,
// and then it is its factor that is wrong.
func (g *guesser) shifts(f *fault, r reading, wrong []int) (factors []int) {
	reduced := false
	for i := range 64 {
		reduced = reduced || r.widths.from != nil && !slices.Contains(wrong, i) && r.bits(i) < asMask.of(i, r.piece, r.square(i), 0)
	}
	for _, i := range wrong {
		usual, n := asMask.of(i, r.piece, r.square(i), 0), r.bits(i)
		if s := r.widths.from; s != nil && (n < 1 || n != usual && !(reduced && n == usual-1)) && g.rightAt(&r, i, usual) {
			if reduced {
				usual = g.least(&r, i)
			}
			value := uint64(usual)
			switch s.shape {
			case shifts:
				value = uint64(64 - usual)
			case shifts32:
				value = uint64(32 - usual)
			}
			f.fixes = append(f.fixes, fix{s, i, value, r.name(i)})
		} else {
			factors = append(factors, i)
		}
	}
	return factors
}

// better says with how many more bits, or for which squares with another factor, a reading would be right.
func (g *guesser) better(r *reading, wrong []int) string {
	const most = 4
	var more [most + 1][]int // places, by how many more index bits make them right; by 0 if none
	for _, i := range wrong {
		n := 1
		for n <= most && !g.rightAt(r, i, r.bits(i)+n) {
			n++
		}
		more[n%(most+1)] = append(more[n%(most+1)], i)
	}
	var parts []string
	for n, at := range more {
		if n > 0 && at != nil {
			parts = append(parts, fmt.Sprintf("with %s on %s", [...]string{1: "one more bit", 2: "two more bits", 3: "three more bits", 4: "four more bits"}[n], r.names(at)))
		}
	}
	if at := more[0]; at != nil {
		parts = append(parts, fmt.Sprintf("with %s for %s", [...]string{"another factor", "other factors"}[min(1, len(at)-1)], r.names(at)))
	}
	if parts == nil {
		return ""
	}
	return "right " + strings.Join(parts, " and ")
}

// uniform returns the least number of bits with which a reading is right on all squares, or 0 if it is more than any square needs.
func (g *guesser) uniform(r *reading) int {
	most := 0
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
	if r.widths.from == nil {
		return ""
	}
	const few = 4
	var at []int
	for i := range 64 {
		if r.bits(i) > bits.OnesCount64(r.mask(i)) {
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

// elsewhere says where the factors of a file without any are likely to be: in files that it includes, or nowhere, because the program
// searches for them when it starts.
func elsewhere(text string) (hint string) {
	var files []string
	for _, m := range included.FindAllStringSubmatch(text, -1) {
		name := strings.Trim(strings.Join(m[1:], ""), " :,")
		if likely.MatchString(name) && !slices.Contains(files, name) && len(name) < 80 {
			files = append(files, name)
		}
	}
	if n := len(files); n > 0 {
		hint = fmt.Sprintf("; they may be in what the file includes: %s", strings.Join(files[:min(n, 4)], ", "))
	}
	if m := draws.FindStringSubmatchIndex(text); m != nil {
		hint += fmt.Sprintf("; or the program searches for them when it starts: %s (line %d)", text[m[2]:m[3]], strings.Count(text[:m[2]], "\n")+1)
		if files == nil {
			hint = strings.Replace(hint, "; or the", "; the", 1)
		}
	}
	return hint
}
