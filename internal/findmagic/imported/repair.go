package imported

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// Repaired is a set after Repair, with new numbers in place of wrong ones.
type Repaired struct {
	Text string // the file with its wrong numbers replaced; "" if it spells them in a way that cannot be kept
	Set  *factors.Set
	Said []string // messages: wrong numbers, their replacements, and Guess's messages on the result
}

// Repair is Guess for a file that may be wrong: it finds the magics of the wrong squares anew, in the same form and with as many
// index bits, and corrects masks, shifts and offsets. The error is that of Guess if the file is wrong in another way, or the cause
// of the context.
func Repair(ctx context.Context, text string, o Options) (*Repaired, error) {
	g, err := newGuesser(ctx, text, o)
	if err != nil {
		return nil, err
	}
	done := new(Repaired)
	var fixes []fix
	const rounds = 8 // when a fault is corrected, guess may find the next
	for range rounds {
		var said []string
		if done.Set, said, err = g.guess(); err == nil {
			done.Said = append(done.Said, said...)
			rewritten := g.rewrite(text, fixes)
			if g.dumped {
				return done, nil // without a text
			}
			if again, _, err := Guess(ctx, rewritten, o); err == nil && slices.Equal(again.Entries, done.Set.Entries) {
				done.Text = rewritten
			}
			return done, nil
		}
		wrong, ok := errors.AsType[*Wrong](err)
		if !ok {
			return nil, err
		}
		done.Said = append(done.Said, wrong.Error())
		before := len(fixes)
		for _, f := range wrong.faults {
			more, failed := g.correct(ctx, f)
			if failed != nil {
				return nil, failed
			}
			fixes = append(fixes, more...)
			for _, x := range more {
				done.Said = append(done.Said, fmt.Sprintf("repaired: %v has %s on %s, had %s (line %d)", x.column, x.column.spells(x.value), x.square, x.column.spells(x.old), g.lineOf(x.column, x.at)))
			}
		}
		if len(fixes) == before {
			return nil, err
		}
	}
	return nil, err
}

// correct changes the wrong numbers of a fault, and returns the new ones.
func (g *guesser) correct(ctx context.Context, f fault) ([]fix, error) {
	if f.column == nil { // it is a warning, which guess puts behind the faults
		return nil, nil
	}
	all := slices.Clone(f.fixes)
	for i := range all {
		x := &all[i]
		x.old, x.column.values[x.at] = x.column.values[x.at], x.value
		if x.column.looks.masks {
			f.masks = x.column
		}
	}
	for _, i := range f.magics {
		magic, err := g.findAnew(ctx, &f.reading, i)
		if err != nil {
			return nil, err
		}
		all = append(all, fix{column: f.column, at: i, value: magic, old: f.column.values[i], square: f.name(i)})
		f.column.values[i] = magic
	}
	return all, nil
}

// findAnew finds a magic for a place. Its highest bit is 0, and in a file of words of 32 bits that of both words, so that it is a literal in
// languages without unsigned numbers, too.
func (g *guesser) findAnew(ctx context.Context, r *reading, i int) (uint64, error) {
	const seeds, hard = 64, 1 << 24 // magics found until one fits, and tries for each
	sq, n := r.square(i), r.bits(i)
	fits := func(factor uint64) bool {
		return factor>>63 == 0 && (len(r.column.cells) != 2 || factor>>31&1 == 0) && g.right(r.form, r.piece, sq, factor, n, r.mask(i))
	}
	failed := &Wrong{[]fault{{recognized: true, reason: fmt.Sprintf("no other magic found for a %v on %s with %d index bits and the mask %#x", r.piece, r.name(i), n, r.mask(i))}}}
	p := search.Params{Form: r.form, Layout: search.Dense, Pieces: []board.Piece{r.piece}, Squares: []int{sq}} // Dense finds magics with a bit fewer than usual, which Fancy hardly ever finds
	if r.form != factors.White || search.Dense.Bits(r.piece, sq) != n {
		p.Layout, p.Bits = search.Fancy, min(n, mostBits[board.Rook])
	}
	for p.Seed = 1; p.Seed <= seeds; p.Seed++ {
		s, err := search.New(p)
		if err == nil {
			err = s.Run(ctx, 1, hard)
		}
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if err != nil {
			return 0, failed
		}
		if factor := s.Set().Entries[0].Factor; fits(factor) {
			return factor, nil
		}
	}
	return 0, failed
}

// rewrite returns a file's text with the fixes, spelled like the numbers that they replace.
func (g *guesser) rewrite(text string, fixes []fix) string {
	spelled := map[int]string{} // new spelling, with the sign, by index of the number in the file
	for _, f := range fixes {
		bits := 64 / len(f.column.cells)
		for k, cells := range f.column.cells {
			value, sign := f.value>>(bits*k)&(1<<bits-1), ""
			l := &g.numbers[cells[f.at]]
			switch {
			case l.sign == '~':
				value, sign = ^value, "~"
			case l.sign == '-' && (bits < 64 || int64(value) < 0): // a positive word loses its minus
				value, sign = -value&(1<<bits-1), "-"
			}
			if g.text == "" {
				spelled[cells[f.at]] = string(word(f.column.base, value))
			} else {
				spelled[cells[f.at]] = sign + l.spell(text[l.at:l.end], f.column.base, value)
			}
		}
	}
	for _, i := range slices.Backward(slices.Sorted(maps.Keys(spelled))) { // the last first, so that places before stay
		l := &g.numbers[i]
		at := l.at
		if l.sign != 0 {
			at--
		}
		text = text[:at] + spelled[i] + text[l.end:]
	}
	return text
}

// spell returns a value as a literal in the form of an old one: with its base, prefix and suffix, with as many digits if the base is not 10, and with its separators and
// capitals.
func (l *literal) spell(old string, as int, value uint64) string {
	base, m := l.base, written.FindStringSubmatch(old)
	switch {
	case m == nil:
		return strconv.FormatUint(value, 10) // the name of a constant
	case base == 0 && as == asHex:
		base = 16
	case base == 0 && as == asOctal && l.zero:
		base = 8
	case base == 0:
		base = 10
	}
	digits := strconv.FormatUint(value, base)
	if strings.ContainsAny(m[2], "ABCDEF") {
		digits = strings.ToUpper(digits)
	}
	// From the last digit on, each digit replaces an old digit. Missing digits become 0; separators stay.
	spelled := ""
	for i := len(m[2]) - 1; i >= 0 && (digits != "" || base != 10 || m[2][0] == '0'); i-- {
		last := len(digits) - 1
		switch {
		case m[2][i] == '_' || m[2][i] == '\'':
			spelled = m[2][i:i+1] + spelled
		case digits == "":
			spelled = "0" + spelled
		default:
			spelled, digits = digits[last:]+spelled, digits[:last]
		}
	}
	spelled = strings.TrimLeft(digits+spelled, "_'")
	// An assembler's 0ffh begins with a decimal digit.
	if m[1] == "" && base == 16 && spelled[0] > '9' && strings.HasPrefix(strings.ToLower(m[3]), "h") {
		spelled = "0" + spelled
	}
	return m[1] + spelled + m[3]
}
