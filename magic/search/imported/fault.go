package imported

import (
	"fmt"
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

// wants describes the first wrong number of each column.
func (f *fault) wants() (text string) {
	var said []*column
	for _, x := range f.fixes {
		if c := x.column; !slices.Contains(said, c) {
			said = append(said, c)
			format, has, want := "; %v has %d on %s, want %d", any(offset(c.values[x.at])), any(int(x.value))
			if c.shape == masks {
				format, has, want = "; %v has 0x%016x on %s, want 0x%016x", c.values[x.at], x.value
			}
			text += fmt.Sprintf(format, c, has, x.square, want)
		}
	}
	return text
}

// claimed returns the piece whose magics a column claims to be, by its name or by its place beside the magics of the other piece.
func (g *guesser) claimed(c *column) (p board.Piece, ok bool) {
	switch {
	case c.shape != large || c.kind > saysMagic:
		return 0, false
	case c.hint.one():
		return board.Piece(c.hint - saysRook), true
	case g.found[board.Rook] != nil:
		p = board.Bishop
	}
	if g.found[p] != nil || g.found[1-p] == nil {
		return 0, false
	}
	other := g.found[1-p][0].column
	return p, !other.shares(c) && (other.table == c.table || c.array() == other.array() || c.kind == saysMagic)
}

// settled reports whether a claim is proved, perhaps by another column with the same numbers or in the same rows.
func (g *guesser) settled(p board.Piece, c *column) bool {
	return slices.ContainsFunc(g.candidates, func(other *column) bool {
		same := other == c || other.shares(c) || other.table == c.table && roleOf(c.field()) != saysMagic
		return same && g.verdict(p, other).right != nil
	})
}

// claims proves what names claim. It returns warnings about exchanged names, and adds faults of magics to wrong.
func (g *guesser) claims(wrong *Wrong) (warnings []string) {
	var exchanged []string
	for _, c := range g.candidates {
		p, ok := g.claimed(c)
		if !ok || g.settled(p, c) {
			continue
		}
		f, recognized := g.fault(p, c)
		holds := fmt.Sprintf("%v holds magics of %vs", c, 1-p)
		switch other := g.verdict(1-p, c); {
		case g.found[1-p] != nil && g.found[1-p][0].column == c:
			exchanged = append(exchanged, holds)
			continue
		case other.right != nil:
			f.reason += "; " + holds
		case other.recognized && !recognized:
			exchanged = append(exchanged, holds)
			f, _ = g.fault(1-p, c)
		}
		if i := slices.IndexFunc(wrong.faults, func(other fault) bool {
			return other.column != nil && (other.column.shares(c) || other.piece == p && other.column.table == c.table && roleOf(c.field()) != saysMagic)
		}); i < 0 {
			wrong.faults = append(wrong.faults, f)
		} else if len(f.magics) < len(wrong.faults[i].magics) {
			wrong.faults[i] = f
		}
	}
	if n := len(exchanged); n > 0 {
		what := [...]string{"against its name, ", "the names are exchanged: "}[min(1, n-1)]
		warnings = []string{"warning: " + what + strings.Join(exchanged, ", ")}
	}
	return warnings
}

// fault says what is wrong with a column as the magics of a piece, and which numbers would be right. It reports whether the column is
// recognized as magics; otherwise it takes the form and order of the other piece.
func (g *guesser) fault(p board.Piece, c *column) (f fault, recognized bool) {
	v := *g.verdict(p, c)
	if v.other != "" {
		return fault{reading: v.nearest, reason: fmt.Sprintf("%vs: %v: right%s", p, c, v.other)}, true
	}
	if !v.recognized {
		v.nearest = reading{piece: p, column: c, order: orders[0], widths: g.ways(p, c)[0]}
		if other := g.found[1-p]; other != nil {
			v.nearest.form, v.nearest.order = other[0].form, other[0].order
		}
		v.wrong = g.wrong(&v.nearest)
	}
	f.reading = v.nearest
	m := g.masksOf(p, c, f.form)
	holes := g.holes(&f, m)
	at := slices.Concat(v.wrong, holes)
	slices.Sort(at)
	at = slices.Compact(at)
	f.reason = fmt.Sprintf("%v: wrong on %s, right on %d of 64 squares", &f.reading, f.names(at), 64-len(at))
	g.shifts(&f, v.wrong)
	f.reason += f.wants()
	if !v.recognized {
		f.reason += "; no better in any other form or order"
	}
	return f, v.recognized
}

// holes returns the places where the masks of the file are wrong. If there are any, it adds the right masks to the fault.
func (g *guesser) holes(f *fault, m *column) (at []int) {
	if m == nil {
		return nil
	}
	with := f.reading
	with.masks = m
	var differ []fix
	for i := range 64 {
		mask := f.mask(i)
		if m.maskOf(f.form, i) == mask {
			continue
		}
		if mask&^m.maskOf(f.form, i) != 0 || !g.rightAt(&with, i, with.bits(i)) {
			at = append(at, i)
		}
		if f.form == factors.Black {
			mask = ^mask
		}
		differ = append(differ, fix{m, i, mask, f.name(i)})
	}
	if at != nil {
		f.fixes = differ
	}
	return at
}

// shifts decides for each wrong place whether its shift or its magic is wrong. It is the shift if the usual one makes the magic right.
// But in a set in which some squares have one bit fewer than usual, a wrong square with one bit fewer needs another magic.
func (g *guesser) shifts(f *fault, wrong []int) {
	r, s := &f.reading, f.widths.from
	fewer := 0
	for i := range 64 {
		if !slices.Contains(wrong, i) && r.bits(i) < r.usual(i) {
			fewer = 1
		}
	}
	for _, i := range wrong {
		usual, n := r.usual(i), r.bits(i)
		if s == nil || n == usual || n == usual-fewer || !g.rightAt(r, i, usual) {
			f.magics = append(f.magics, i)
			continue
		}
		if g.rightAt(r, i, usual-fewer) {
			usual -= fewer
		}
		f.fixes = append(f.fixes, fix{s, i, uint64(s.shape.width(usual)), r.name(i)})
	}
}
