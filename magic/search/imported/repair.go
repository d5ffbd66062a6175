package imported

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// Repaired is a set whose wrong numbers are found anew.
type Repaired struct {
	Text string // the file with its wrong numbers replaced; "" if it spells them in a way that cannot be kept
	Set  *factors.Set
	Said []string // what was wrong, what is new, and what Guess says of the result
}

// Repair is Guess for a file that may be wrong: it finds the factors of the wrong squares anew, in the same form and with as many
// index bits, and corrects masks, shifts and offsets. The error is that of Guess if the file is wrong in another way, or the cause
// of the context.
func Repair(ctx context.Context, text string, o Options) (*Repaired, error) {
	g, err := newGuesser(text, o)
	if err != nil {
		return nil, err
	}
	done := new(Repaired)
	var fixes []fix
	const rounds = 8 // a fault can hide another
	for range rounds {
		var said []string
		if done.Set, said, err = g.guess(); err == nil {
			done.Said = append(append(done.Said, news(fixes, g)...), said...)
			if len(fixes) == 0 {
				done.Text = text
			} else if rewritten, ok := rewrite(text, fixes); ok {
				if again, _, err := Guess(rewritten, o); err == nil && slices.Equal(again.Entries, done.Set.Entries) {
					done.Text = rewritten
				}
			}
			return done, nil
		}
		wrong, ok := errors.AsType[*Wrong](err)
		if !ok || len(wrong.faults) == 0 {
			return nil, err
		}
		done.Said = append(done.Said, wrong.Error())
		for _, f := range wrong.faults {
			more, failed := g.mend(ctx, f)
			if failed != nil {
				return nil, failed
			}
			if more == nil {
				return nil, err
			}
			fixes = append(fixes, more...)
		}
		g.judge()
	}
	return nil, err
}

// mend corrects what a fault is about, and returns the new numbers.
func (g *guesser) mend(ctx context.Context, f fault) ([]fix, error) {
	all := slices.Clone(f.fixes)
	for _, x := range all {
		x.column.set(x.at, x.value)
	}
	m := g.masksOf(f.piece, f.column)
	for _, i := range f.factors {
		mask := f.mask(i)
		if m != nil {
			mask = m.maskOf(i)
		}
		factor, err := g.anew(ctx, &f.reading, i, mask)
		if err != nil {
			return nil, err
		}
		f.column.set(i, factor)
		all = append(all, fix{f.column, i, factor, f.name(i)})
	}
	return all, nil
}

// anew finds a factor for a place: one that is a literal without a sign in languages that have no other numbers, and of which
// both halves are where it is written in halves.
func (g *guesser) anew(ctx context.Context, r *reading, i int, mask uint64) (uint64, error) {
	const seeds, hard = 64, 1 << 24
	sq, n := r.square(i), r.bits(i)
	usual := bits.OnesCount64(relevant[r.piece][sq])
	fits := func(factor uint64) bool {
		return factor>>63 == 0 && (r.column.halves == nil || factor>>31&1 == 0) && g.right(r.form, r.piece, sq, factor, n, mask)
	}
	if mask != relevant[r.piece][sq] {
		rng := rand.New(rand.NewPCG(uint64(r.piece), uint64(sq)))
		for try := range hard {
			if factor := rng.Uint64() & rng.Uint64() & rng.Uint64(); fits(factor) {
				return factor, nil
			}
			if try%1024 == 0 && ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
		}
		return 0, &Wrong{Reasons: []string{fmt.Sprintf("no other factor found for a %v on %s with %d index bits and the mask %#x", r.piece, r.name(i), n, mask)}}
	}
	p := search.Params{Form: r.form, Layout: search.Fancy, Pieces: []board.Piece{r.piece}, Squares: []int{sq}}
	tries := search.Tries
	switch {
	case n >= usual:
		if p.Bits = min(n, mostBits[board.Rook]); n == usual {
			p.Bits = 0
		}
	case r.form == factors.White && search.Dense.Bits(r.piece, sq) == n:
		p.Layout = search.Dense
	default:
		p.Bits, tries = n, hard
	}
	for p.Seed = 1; p.Seed <= seeds; p.Seed++ {
		s, err := search.New(p)
		if err == nil {
			err = s.Run(ctx, 1, tries)
		}
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if err != nil {
			return 0, &Wrong{Reasons: []string{fmt.Sprintf("no other factor for a %v on %s with %d index bits: %v", r.piece, r.name(i), n, err)}}
		}
		if factor := s.Set().Entries[0].Factor; fits(factor) {
			return factor, nil
		}
	}
	return 0, &Wrong{Reasons: []string{fmt.Sprintf("no other factor for a %v on %s that is below 2^63, with %d seeds", r.piece, r.name(i), seeds)}}
}

// news says which numbers are new.
func news(fixes []fix, g *guesser) (said []string) {
	for _, c := range g.columns {
		var squares []string
		for _, f := range fixes {
			if f.column == c && !slices.Contains(squares, f.square) {
				squares = append(squares, f.square)
			}
		}
		if squares != nil {
			said = append(said, fmt.Sprintf("repaired: %v has new numbers on %s", c, some(squares)))
		}
	}
	return said
}

// edit is a text for a stretch of the file.
type edit struct {
	at, end int
	text    string
}

// rewrite replaces numbers of a file by others, spelled alike.
func rewrite(text string, fixes []fix) (string, bool) {
	var edits []edit
	for _, f := range fixes {
		for k, c := range f.column.parts() {
			value := f.value
			if f.column.halves != nil {
				value = value >> (32 * k) & (1<<32 - 1)
			}
			e, ok := c.replacement(text, f.at, value)
			if !ok {
				return "", false
			}
			edits = slices.DeleteFunc(edits, func(other edit) bool { return other.at == e.at })
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.at - a.at })
	for i, e := range edits {
		if i > 0 && e.end > edits[i-1].at {
			return "", false
		}
		text = text[:e.at] + e.text + text[e.end:]
	}
	return text, true
}

// replacement returns the text for a value in the place of a cell. If the cell has one literal, only the literal changes.
func (c *column) replacement(text string, i int, value uint64) (edit, bool) {
	cell := c.cells[i]
	if len(cell) == 0 || cell[len(cell)-1].end == 0 {
		return edit{}, false
	}
	begin, end := cell[0].at, cell[len(cell)-1].end
	var literals []*node
	flatten(cell, func(n *node) {
		if n.kind == number && n.end > n.at && n.text != "16" {
			literals = append(literals, n)
		}
	})
	switch {
	case len(literals) == 1:
	case c.shape == large: // (0x1n << 32n) | 0x2n
		suffix := ""
		if len(literals) > 0 {
			last := literals[len(literals)-1]
			if m := written.FindStringSubmatch(text[last.at:last.end]); m != nil {
				suffix = m[3]
			}
		}
		return edit{begin, end, fmt.Sprintf("0x%016x%s", value, suffix)}, true
	default: // 64 - 12
		return edit{begin, end, strconv.FormatUint(value, 10)}, true
	}
	n := literals[0]
	at := n.at
	before := strings.TrimRight(text[begin:at], " ")
	switch {
	case strings.HasSuffix(before, "~"):
		value = ^value
	case strings.HasSuffix(before, "-"):
		if int64(value) < 0 {
			value = -value
		} else {
			at = begin + len(before) - 1
		}
	}
	spelled, ok := c.spell(text, text[n.at:n.end], n.text, value)
	return edit{at, n.end, spelled}, ok
}

var (
	written  = regexp.MustCompile(`^((?i:0x|0o|0b|0u|\$|16#|[zx]['"]|[0-9]+'h|#x|&h)?)([0-9a-fA-F]+(?:[_'][0-9a-fA-F]+)*)(.*)$`)
	writtenD = regexp.MustCompile(`^((?i:0u)?)([0-9]+(?:[_'][0-9]+)*)(.*)$`)
)

// spell writes a value as a literal is written: with its base and prefix, as many digits, their case and separators, and its suffix.
func (c *column) spell(text, old, normal string, value uint64) (string, bool) {
	base, parts := 10, writtenD.FindStringSubmatch(old)
	switch {
	case strings.HasPrefix(normal, "0x"), strings.HasSuffix(normal, "h"), c.hex:
		base, parts = 16, written.FindStringSubmatch(old)
	case strings.HasPrefix(normal, "0b"), strings.HasPrefix(normal, "0o"):
		base, parts = map[byte]int{'b': 2, 'o': 8}[normal[1]], written.FindStringSubmatch(old)
	}
	if parts == nil {
		return "", false
	}
	digits := strconv.FormatUint(value, base)
	if c.capitals(text) {
		digits = strings.ToUpper(digits)
	}
	plain := separators.Replace(parts[2])
	if base != 10 || plain[0] == '0' {
		digits = strings.Repeat("0", max(0, len(plain)-len(digits))) + digits
	}
	if at := strings.LastIndexAny(parts[2], "_'"); at >= 0 {
		size := len(parts[2]) - at - 1
		for k := len(digits) - size; k > 0; k -= size {
			digits = digits[:k] + parts[2][at:at+1] + digits[k:]
		}
	}
	if parts[1] == "" && base == 16 && !digit(digits[0]) && strings.HasPrefix(strings.ToLower(parts[3]), "h") {
		digits = "0" + digits
	}
	return parts[1] + digits + parts[3], true
}

// capitals reports whether the digits above 9 of a column are capitals.
func (c *column) capitals(text string) bool {
	capital := false
	for _, cell := range c.cells {
		flatten(cell, func(n *node) {
			if n.kind == number && n.end > n.at {
				if m := written.FindStringSubmatch(text[n.at:n.end]); m != nil {
					capital = capital || strings.ContainsAny(m[2], "ABCDEF")
				}
			}
		})
	}
	return capital
}
