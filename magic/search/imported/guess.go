package imported

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/magic/search/factors"
)

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// order is a numbering of the squares.
type order struct {
	name      string
	transpose bool
	flip      int // xor of a1 = 0
}

// The orders. The first is that of sets of this repository. A program whose board has a8 = 0 and whose bit 0 is a8 has the
// order of its bits, which this order is, too: its rook on bit 0 has the keys of ours.
var orders = [...]order{
	{"a1 = 0", false, 0}, {"a8 = 0", false, 56}, {"h1 = 0", false, 7}, {"h8 = 0", false, 63},
	{"a1 = 0, a2 = 1", true, 0}, {"a8 = 0, a7 = 1", true, 56}, {"h1 = 0, h2 = 1", true, 7}, {"h8 = 0, h7 = 1", true, 63},
}

// square returns the square, a1 = 0, of a number in this order.
func (o order) square(i int) int {
	if o.transpose {
		i = i>>3 | i&7<<3
	}
	return i ^ o.flip
}

// Options restrict what Guess may guess.
type Options struct {
	Form  *factors.Form // nil: any
	Order string        // a1, a8, h1 or h8: the square of number 0; "": any
}

// orderNames are the orders that an option can ask for.
var orderNames = []string{"a1", "a8", "h1", "h8"}

// Check returns an error if the options are wrong.
func (o *Options) Check() error {
	if o.Order != "" {
		if _, err := names.Parse[int]("order", o.Order, orderNames); err != nil {
			return err
		}
	}
	if o.Form != nil && *o.Form == factors.Torus {
		return errors.New("cannot import the torus form (want white, black or 32bit)")
	}
	return nil
}

// Wrong is the error of a file in which factors are recognized, but no guess makes a right set.
type Wrong struct{ Reasons []string }

// Error is one line.
func (w *Wrong) Error() string { return "not right: " + strings.Join(w.Reasons, "; ") }

// widths is a way to know the number of index bits of each square.
type widths struct {
	name string
	from *column                                     // nil: the file does not state them
	of   func(i int, p board.Piece, sq, all int) int // all: bits of a product
}

// reading is a guess what a column is.
type reading struct {
	piece  board.Piece
	column *column
	form   factors.Form
	order  order
	widths widths
}

// square returns the square of a place in the column.
func (r *reading) square(i int) int { return r.order.square(i) }

// bits returns the number of index bits of a place in the column.
func (r *reading) bits(i int) int {
	return r.widths.of(i, r.piece, r.square(i), r.form.Width())
}

// String says what is guessed.
func (r *reading) String() string {
	by := "numbers with "
	if r.column.named {
		by = "names, bits with "
	}
	return fmt.Sprintf("%vs: %v; %v magics; squares by %s%s; %s", r.piece, r.column, r.form, by, r.order.name, r.widths.name)
}

// prover knows the questions of all squares.
type prover struct {
	keys    [2][64][factors.Torus][]uint64
	answers [2][64][]uint8
	slots   [1 << factors.MaxIndexBits]uint32
	epoch   uint32
}

// right reports whether a factor gives questions with different answers different indices.
func (p *prover) right(form factors.Form, piece board.Piece, sq int, factor uint64, n int) bool {
	if n < 1 || n > factors.MaxIndexBits || n > form.Width() {
		return false
	}
	keys := &p.keys[piece][sq][form]
	if *keys == nil {
		filled := form.Filled(piece, sq) // no form that is imported turns the board
		for sub := range board.Subsets(board.Mask(piece, sq)) {
			*keys = append(*keys, sub|filled)
		}
	}
	answers := &p.answers[piece][sq]
	if *answers == nil {
		*answers = factors.AttackSets(piece, sq)
	}
	p.epoch++
	if p.epoch >= 1<<24 {
		p.epoch = 1
		clear(p.slots[:])
	}
	shift := form.Width() - n
	for i, key := range *keys {
		slot, word := &p.slots[form.Index(key, factor, shift)], p.epoch<<8|uint32((*answers)[i])
		if *slot>>8 == p.epoch && *slot != word {
			return false
		}
		*slot = word
	}
	return true
}

// rightAt reports whether a reading is right in one place, with more index bits than it says.
func (p *prover) rightAt(r *reading, i, more int) bool {
	return p.right(r.form, r.piece, r.square(i), r.column.values[i], r.bits(i)+more)
}

// all reports whether a reading is right on all squares.
func (p *prover) all(r *reading) bool {
	for i := range 64 {
		if !p.rightAt(r, i, 0) {
			return false
		}
	}
	return true
}

// wrong returns the places in which a reading is wrong.
func (p *prover) wrong(r *reading) (at []int) {
	for i := range 64 {
		if !p.rightAt(r, i, 0) {
			at = append(at, i)
		}
	}
	return at
}

// guesser is the work on a file.
type guesser struct {
	*reader
	prover
	options    Options
	candidates []*column // perhaps factors
	shapes     map[*column]shape
	taken      map[*column]bool // shifts and offsets of the rooks, which the bishops do not take if there are others
}

// maxCandidates is how many tables of large numbers a file may have: each is tried in many ways.
const maxCandidates = 256

// Guess finds the factors in a source file, and returns them as a set that is proved, with what it guessed, in lines. The
// error is a *Wrong if there are factors, but none of the guesses is right.
func Guess(text string, o Options) (set *factors.Set, said []string, err error) {
	if err := o.Check(); err != nil {
		return nil, nil, err
	}
	g := guesser{reader: columnsOf(parse(text)), options: o, shapes: map[*column]shape{}, taken: map[*column]bool{}}
	for _, c := range g.columns {
		g.shapes[c] = c.shape()
		if g.shapes[c] == large {
			g.candidates = append(g.candidates, c)
		}
	}
	switch n := len(g.candidates); {
	case n == 0 && g.nearly != nil:
		return nil, nil, fmt.Errorf("%s (want 64)", strings.Join(g.nearly, ", "))
	case len(g.columns) == 0:
		return nil, nil, errors.New("no array of 64 numbers (want factors for each square)")
	case n == 0:
		return nil, nil, fmt.Errorf("none of the %d arrays of 64 numbers has numbers of 64 bits (want factors)", len(g.columns))
	case n > maxCandidates:
		return nil, nil, fmt.Errorf("%d arrays of 64 large numbers (want at most %d)", n, maxCandidates)
	}
	return g.guess()
}

// guess returns the set of the file.
func (g *guesser) guess() (*factors.Set, []string, error) {
	var found [2][]reading
	var used []*column
	var wrong Wrong
	for _, p := range pieces {
		if found[p] = g.readings(p); found[p] != nil {
			used = append(used, found[p][0].column)
			g.taken[found[p][0].widths.from] = true
		}
	}
	for _, p := range pieces {
		if found[p] == nil {
			if reason := g.nearest(p, used, found[1-p] != nil); reason != "" {
				wrong.Reasons = append(wrong.Reasons, reason)
			}
		}
	}
	if found[0] == nil && found[1] == nil && wrong.Reasons == nil {
		wrong.Reasons = []string{fmt.Sprintf("none of %s has factors for rooks or bishops", g.list(g.candidates))}
	}
	if wrong.Reasons != nil {
		return nil, nil, &wrong
	}
	return g.place(found)
}

// list names columns, the first four.
func (g *guesser) list(all []*column) string {
	var each []string
	for _, c := range all {
		each = append(each, c.String())
	}
	if n := len(each) - 4; n > 0 {
		each = append(each[:4], fmt.Sprintf("%d more", n))
	}
	return strings.Join(each, ", ")
}

// allowed returns the forms and orders that are open for a column: those of the options that fit masks which the file states.
func (g *guesser) allowed(p board.Piece, c *column) (forms []factors.Form, which []order) {
	forms = []factors.Form{factors.White, factors.Black, factors.Bits32}
	which = orders[:]
	for _, m := range g.beside(p, c, masks) {
		if o, ok := m.showsMasks(p, 0); ok {
			forms, which = []factors.Form{factors.White, factors.Bits32}, []order{o}
		}
	}
	for _, m := range g.beside(p, c, complement) {
		if o, ok := m.showsMasks(p, ^uint64(0)); ok {
			forms, which = []factors.Form{factors.Black}, []order{o}
		}
	}
	if g.options.Form != nil {
		forms = []factors.Form{*g.options.Form}
	}
	if at := slices.Index(orderNames, g.options.Order); at >= 0 {
		which = orders[at : at+1]
	}
	return forms, which
}

// beside returns the columns of some shapes that belong to a column of factors: those of its own rows, or those that name its
// piece, or those that name none. Of arrays [2][64], only those with the same first index belong together.
func (g *guesser) beside(p board.Piece, c *column, shapes ...shape) []*column {
	var own, same, silents []*column
	for _, other := range g.columns {
		if !slices.Contains(shapes, g.shapes[other]) || !other.plausible(g.shapes[other], p) {
			continue
		}
		fits := other.hint.is(p)
		switch {
		case other.hint.is(1 - p):
		case other.table == c.table && fits:
			own = slices.Insert(own, 0, other)
		case other.table == c.table:
			own = append(own, other)
		case fits:
			same = append(same, other)
		case other.hint == silent || other.hint == saysBoth:
			silents = append(silents, other)
		}
	}
	all := silents
	if own != nil {
		all = own
	} else if same != nil {
		all = same
	}
	alike := slices.DeleteFunc(slices.Clone(all), func(other *column) bool { return c.last() == "" || other.last() != c.last() })
	if len(alike) > 0 && own == nil {
		all = alike
	}
	if free := slices.DeleteFunc(slices.Clone(all), func(other *column) bool { return g.taken[other] }); len(free) > 0 {
		return free
	}
	return all
}

// stated returns the widths that arrays of the file state.
func (g *guesser) stated(p board.Piece, c *column) (all []widths) {
	for _, s := range g.beside(p, c, indexBits, shifts, shifts32) {
		shape := g.shapes[s]
		what := "shifts from "
		if shape == indexBits {
			what = "index bits from "
		}
		all = append(all, widths{what + s.String(), s, func(i int, _ board.Piece, _, all int) int {
			switch {
			case shape == indexBits:
				return int(s.values[i])
			case shape == shifts32 && all == 64:
				return 0
			case shape == shifts:
				return 64 - int(s.values[i])
			}
			return all - int(s.values[i])
		}})
	}
	return all
}

// asMask is one index bit for each relevant square.
var asMask = widths{"as many index bits as relevant squares", nil, func(_ int, p board.Piece, sq, _ int) int {
	return bits.OnesCount64(board.Mask(p, sq))
}}

// implied returns the widths that files do not state in arrays.
func (g *guesser) implied(p board.Piece) []widths {
	all := []widths{asMask}
	fixed := func(n int, why string) {
		all = append(all, widths{fmt.Sprintf("%d index bits on all squares%s", n, why), nil, func(int, board.Piece, int, int) int { return n }})
	}
	for _, right := range g.rights {
		for _, width := range [...]int{64, 32} {
			// With more bits, any odd numbers would be right for bishops.
			if n := width - right; n >= 5 && n <= 12 {
				fixed(n, fmt.Sprintf(", from >> %d", right))
			}
		}
	}
	most := [...]int{board.Rook: 12, board.Bishop: 9}
	if !slices.Contains(g.rights, 64-most[p]) {
		fixed(most[p], "")
	}
	return all
}

// sum returns the number of slots of a reading.
func (r *reading) sum() (slots int) {
	for i := range 64 {
		slots += 1 << min(max(r.bits(i), 0), factors.MaxIndexBits+1)
	}
	return slots
}

// inOrder returns the candidates, those whose names name the piece first and those that name the other last.
func (g *guesser) inOrder(p board.Piece) []*column {
	all := slices.Clone(g.candidates)
	rank := func(c *column) int {
		switch {
		case c.hint.is(p):
			return 0
		case c.hint.is(1 - p):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b *column) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// readings returns the right readings of the first column that has one, in one form and order, with the shortest table
// first.
func (g *guesser) readings(p board.Piece) []reading {
	for _, c := range g.inOrder(p) {
		forms, which := g.allowed(p, c)
		ways := g.stated(p, c)
		if ways == nil {
			ways = g.implied(p)
		}
		for _, form := range forms {
			for _, o := range which {
				var right []reading
				for _, w := range ways {
					if r := (reading{p, c, form, o, w}); g.all(&r) {
						right = append(right, r)
					}
				}
				if right != nil {
					slices.SortStableFunc(right, func(a, b reading) int { return cmp.Compare(a.sum(), b.sum()) })
					return right
				}
			}
		}
	}
	return nil
}

// recognized reports whether a reading, right on some squares only, is about factors of its piece. Any odd numbers are right where
// an index has far more bits than there are relevant squares, so the other squares decide.
func (g *guesser) recognized(r *reading) bool {
	const wider, least = 2, 4
	decide, right := 0, 0
	for i := range 64 {
		if r.bits(i) <= asMask.of(i, r.piece, r.square(i), 0)+wider {
			decide++
			if g.rightAt(r, i, 0) {
				right++
			}
		}
	}
	return decide >= least && 2*right >= decide
}

// nearest says what is wrong with the factors of a piece, and what would be right. It is "" if the file has no factors for the
// piece.
func (g *guesser) nearest(p board.Piece, used []*column, other bool) string {
	var best reading
	var bestWrong []int
	for _, c := range g.inOrder(p) {
		if slices.Contains(used, c) || other && c.hint.is(1-p) {
			continue
		}
		forms, which := g.allowed(p, c)
		stated := g.stated(p, c)
		ways := append(slices.Clone(stated), g.implied(p)...)
		for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32} {
			for _, o := range orders {
				for k, w := range ways {
					r := reading{p, c, form, o, w}
					wrong := g.wrong(&r)
					if len(wrong) == 0 {
						var differs []string
						if !slices.Contains(forms, form) {
							differs = append(differs, fmt.Sprintf("as %v magics", form))
						}
						if !slices.Contains(which, o) {
							differs = append(differs, "with "+o.name)
						}
						if len(stated) > 0 && k >= len(stated) {
							// A table of more bits may be right just because it is larger. What repairs single squares says more.
							if g.recognized(&reading{p, c, form, o, stated[0]}) {
								continue
							}
							differs = append(differs, "with "+w.name)
						}
						return fmt.Sprintf("%vs: %v: right %s", p, c, strings.Join(differs, " "))
					}
					if (best.column == nil || len(wrong) < len(bestWrong)) && g.recognized(&r) {
						best, bestWrong = r, wrong
					}
				}
			}
		}
	}
	if best.column == nil {
		return ""
	}
	return g.repair(&best, bestWrong)
}

// repair says what would make a reading right in the places in which it is wrong.
func (g *guesser) repair(r *reading, wrong []int) string {
	const most = 4
	var more [most + 1][]string // names of squares, by how many more index bits make them right; by 0 if none
	for _, i := range wrong {
		n := 1
		for n <= most && !g.rightAt(r, i, n) {
			n++
		}
		name := board.SquareName(r.square(i))
		if r.column.named {
			name = board.SquareName(i)
		}
		if n > most {
			n = 0
		}
		more[n] = append(more[n], name)
	}
	var parts []string
	for n, names := range more {
		if n > 0 && names != nil {
			parts = append(parts, fmt.Sprintf("with %s on %s", [...]string{1: "one more bit", 2: "two more bits", 3: "three more bits", 4: "four more bits"}[n], strings.Join(names, ", ")))
		}
	}
	if names := more[0]; names != nil {
		parts = append(parts, fmt.Sprintf("with %s for %s", [...]string{"another factor", "other factors"}[min(1, len(names)-1)], strings.Join(names, ", ")))
	}
	return fmt.Sprintf("%v: right %s", r, strings.Join(parts, " and "))
}
