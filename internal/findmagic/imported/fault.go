package imported

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// fix is a wrong number of a column, with the right one.
type fix struct {
	column *column
	at     int    // the number's place in the column
	value  uint64 // the right number
	square string
	old    uint64 // the wrong number, once the right number is in the column
}

// lineOf returns the line of a column's number in the file.
func (g *guesser) lineOf(c *column, at int) int { return g.line(g.numbers[c.cells[0][at]].at) }

// spells returns a number as text, as messages about the column show it.
func (c *column) spells(v uint64) string {
	if c.looks.magics || c.looks.masks {
		return fmt.Sprintf("0x%016x", v)
	}
	return fmt.Sprint(offset(v))
}

// fault describes the mistakes in the magics of a piece and in the numbers beside them.
type fault struct {
	reading
	recognized bool  // the reading is right on most squares
	magics     []int // the places that need new magics
	fixes      []fix // shifts, masks and offsets that are wrong
	reason     string
}

// wants returns the end of a message: for each column with fixes, its first wrong number and the right one.
func (g *guesser) wants(f *fault) (text string) {
	var said []*column
	for _, x := range f.fixes {
		if c := x.column; !slices.Contains(said, c) {
			said = append(said, c)
			text += fmt.Sprintf("; %v has %s on %s, want %s (line %d)", c, c.spells(c.values[x.at]), x.square, c.spells(x.value), g.lineOf(c, x.at))
		}
	}
	return text
}

// fault completes the fault of a reading with wrong magics or shifts in some places (wrong) and wrong masks in others (holes), by the right numbers and the reason.
func (g *guesser) fault(f fault, wrong, holes []int) fault {
	f.recognized = true
	at := slices.Concat(wrong, holes)
	slices.Sort(at)
	at = slices.Compact(at)
	f.reason = fmt.Sprintf("%v: wrong on %s, right on %d of 64 squares", &f.reading, f.names(at), 64-len(at))
	g.shifts(&f, wrong)
	if len(f.magics) > 0 {
		var lines []string
		for _, i := range f.magics {
			lines = append(lines, fmt.Sprint(g.lineOf(f.column, i)))
		}
		f.reason += " (line " + list(slices.Compact(lines)) + ")"
	}
	f.reason += g.wants(&f)
	return f
}

// nearest returns, for a piece without a proved reading, the fault of the reading with the fewest mistakes.
func (g *guesser) nearest(p board.Piece) (f fault, ok bool) {
	var best *verdict
	if g.found[p] != nil {
		return f, false
	}
	for _, c := range g.inOrder(p) {
		if c.partial || g.others(p, c) {
			continue
		}
		v := g.verdict(p, c)
		better := best == nil || v.recognized && !best.recognized || v.recognized && len(v.wrong) < len(best.wrong) // the recognized verdict with the fewest wrong squares
		if better || !v.recognized && !best.recognized && v.reached > best.reached {                                // without a recognized one, the most right squares
			best = v
		}
	}
	switch {
	case best == nil:
		return f, false
	case !best.recognized:
		f.reading = best.nearest
		wrong, _ := g.wrong(&f.reading, 64) // without a limit
		f.reason = fmt.Sprintf("%v: right on %d of 64 squares", &f.reading, 64-len(wrong))
		return f, true
	}
	f.reading = best.nearest
	var holes []int
	for _, m := range g.beside(p, f.column, func(c *column) bool { return c.looks.masks }) {
		with := f
		if holes = g.holes(&with, m); len(holes) <= few { // these masks belong to the magics
			f = with
			break
		}
		holes = nil
	}
	return g.fault(f, best.wrong, holes), true
}

// holes returns the places where a column of masks makes a reading wrong: where a mask lacks a relevant square, or has others with which the magic is wrong. If there are any,
// it adds all masks that differ from the right ones to the fault.
func (g *guesser) holes(f *fault, m *column) (at []int) {
	with := f.reading
	with.masks = m
	var differ []fix
	for i := range 64 {
		mask := f.mask(i)
		if m.maskOf(f.form, i) == mask {
			continue
		}
		if mask&^m.maskOf(f.form, i) != 0 || g.rightAt(&f.reading, i, f.bits(i)) && !g.rightAt(&with, i, with.bits(i)) {
			at = append(at, i)
		}
		if f.form == factors.Black {
			mask = ^mask
		}
		differ = append(differ, fix{column: m, at: i, value: mask, square: f.name(i)})
	}
	if at != nil {
		f.fixes = differ
	}
	return at
}

// shifts decides for each wrong place whether its shift or its magic is wrong. If the magic is right with the usual shift, the shift is wrong. But in a set in which some
// squares have one bit fewer than usual, a wrong square with one bit fewer needs another magic.
func (g *guesser) shifts(f *fault, wrong []int) {
	r, w := &f.reading, &f.widths
	fewer := 0 // 1 if a right square has fewer bits than usual
	for i := range 64 {
		if !slices.Contains(wrong, i) && r.bits(i) < r.usual(i) {
			fewer = 1
		}
	}
	for _, i := range wrong {
		usual, n := r.usual(i), r.bits(i)
		if w.from == nil || n == usual || n == usual-fewer || !g.rightAt(r, i, usual) {
			f.magics = append(f.magics, i)
			continue
		}
		if g.rightAt(r, i, usual-fewer) {
			usual -= fewer
		}
		f.fixes = append(f.fixes, fix{column: w.from, at: i, value: uint64(w.spell(usual)), square: r.name(i)})
	}
}

// states returns the flags that make import read the file in this way.
func (g *guesser) states(r *reading) string {
	name := func(c *column) string {
		if slices.ContainsFunc(g.columns, func(other *column) bool { return other.name == c.name && other.line != c.line }) {
			return fmt.Sprintf("%s:%d", c.name, c.line)
		}
		return c.name
	}
	text := fmt.Sprintf("--%v %s --form %v", r.piece, name(r.column), r.form)
	if at := slices.Index(orders[:], r.order); r.order != orders[0] {
		text += " --order " + orderNames[at]
	}
	if r.widths.from != nil {
		text += " --index-bits " + name(r.widths.from)
	}
	return text
}

// unproved returns an error if no piece is proved, or if a piece without proof seems to have magics in the file. It names the nearest readings, with the flags for them.
func (g *guesser) unproved() error {
	var all []string
	for _, p := range pieces {
		other := g.found[1-p]
		claims := g.claims(p)
		if g.found[p] != nil || other != nil && (claims == nil || g.options.Magics[1-p] != "" && g.options.Magics[p] == "") {
			continue // proved, or not needed: the other piece is proved, and the file seems to lack this one, or the options name the magics of the other one only
		}
		if f, ok := g.nearest(p); ok {
			all = append(all, fmt.Sprintf("nearest: %s (%s)", f.reason, g.states(&f.reading)))
		}
		if other != nil {
			all = append(all, fmt.Sprintf("%vs are proved, %s reads them alone; %vs may be %s", 1-p, g.states(&other[0]), p, list(claims)))
		}
	}
	if all == nil && (g.found[board.Rook] != nil || g.found[board.Bishop] != nil) {
		return nil
	}
	for _, n := range g.nearly {
		if len(all) < 8 && !strings.Contains(strings.Join(all, ""), n.fault) { // not named yet, in a message of at most eight parts
			all = append(all, n.fault)
		}
	}
	if all == nil {
		all = append(all, "not in "+columnNames(g.candidates))
	}
	if n := len(g.candidates); n > maxCandidates {
		all = append(all, fmt.Sprintf("of %d arrays of 64 large numbers, the likeliest %d were tried", n, maxCandidates))
	}
	return errors.New("no set proved here; " + strings.Join(all, "; "))
}

// otherwise returns, for a message, the readings that are right in a form or an order that the options exclude.
func (g *guesser) otherwise() (text string) {
	if g.options.Form == nil && g.options.Order == "" || g.found[0] != nil && g.found[1] != nil {
		return ""
	}
	// A guesser of the same file, without these options.
	open := &guesser{reader: g.reader, ctx: g.ctx, options: g.options}
	open.options.Form, open.options.Order = nil, ""
	if _, _, err := open.guess(); err != nil {
		return ""
	}
	for _, p := range pieces {
		if open.found[p] != nil && g.found[p] == nil {
			r := &open.found[p][0]
			text += fmt.Sprintf("; %vs: right as %v magics with %s (%s)", p, r.form, r.order.name, g.states(r))
		}
	}
	return text
}

// claims returns the tables that may be meant as the magics of a piece, besides tables of the other piece.
func (g *guesser) claims(p board.Piece) (all []string) {
	other := g.found[1-p]
	// called reports whether a name may be that of the magics: it says this piece, or magics and not the other piece.
	called := func(h hint, k role) bool { return h.is(p) && k <= saysMagic || !h.is(1-p) && k == saysMagic }
	for _, c := range g.candidates {
		if other != nil && (c.shares(other[0].column) || !called(c.hint, c.kind) && c.table != other[0].column.table && c.array() != other[0].column.array()) {
			continue
		}
		if !c.partial {
			all = append(all, c.String())
		}
	}
	for _, n := range g.nearly {
		if called(hintOf(n.name), roleOf(n.name)) {
			all = append(all, n.fault)
		}
	}
	return all
}

// warnings returns warnings about a program whose magics are right: names that contradict the proof, two orders of squares, and a second set of the same name that is not
// right.
func (g *guesser) warnings() (all []string) {
	const enough = 8 // warnings about second sets
	var exchanged []string
	for _, p := range pieces {
		if g.found[p] == nil {
			continue
		}
		r := &g.found[p][0]
		if r.column.hint.is(1 - p) {
			exchanged = append(exchanged, fmt.Sprintf("%v holds magics of %vs", r.column, p))
		}
		for _, s := range [...]*column{r.widths.from, r.masks} {
			if s != nil && s.hint.is(1-p) && r.column.hint.is(p) {
				exchanged = append(exchanged, fmt.Sprintf("%v is right for %vs", s, p))
			}
		}
		for _, c := range g.candidates {
			second := c.array() == r.column.array() || c.kind == saysMagic && c.hint.is(p)
			if !second || c.partial || len(all) == enough || slices.ContainsFunc(g.found[:], func(f []reading) bool { return f != nil && c.shares(f[0].column) }) {
				continue
			}
			if v := g.verdict(p, c); v.right == nil && g.verdict(1-p, c).right == nil {
				text := fmt.Sprintf("warning: %v is not right, and not used", c)
				if v.recognized {
					text += ": " + g.fault(fault{reading: v.nearest}, v.wrong, nil).reason
				}
				all = append(all, text)
			}
		}
	}
	if n := len(exchanged); n > 0 {
		head := "against its name, "
		if n > 1 {
			head = "the names are exchanged: "
		}
		all = append(all, "warning: "+head+strings.Join(exchanged, ", "))
	}
	if r, b := g.found[board.Rook], g.found[board.Bishop]; r != nil && b != nil && r[0].order != b[0].order {
		all = append(all, fmt.Sprintf("warning: rooks are numbered with %s, bishops with %s: a program that takes both by one number has one of them wrong", r[0].order.name, b[0].order.name))
	}
	return all
}
