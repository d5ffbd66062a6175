package imported

import (
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

// relevant and onLines are the masks and the lines of all squares.
var relevant, onLines = func() (masks, lines [2][64]uint64) {
	for _, p := range pieces {
		for sq := range 64 {
			masks[p][sq], lines[p][sq] = board.Mask(p, sq), board.Lines(p, sq)
		}
	}
	return masks, lines
}()

// order is a numbering of the squares.
type order struct {
	name      string
	transpose bool
	flip      int // xor of a1 = 0
}

// The orders. The first is that of this repository. It also fits a program in which a8 is both square 0 and bit 0: its rook on
// bit 0 has the same keys as ours.
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

// Options say which magics Guess accepts.
type Options struct {
	Form  *factors.Form // nil: any
	Order string        // a1, a8, h1 or h8: the square of number 0; "": any
}

// orderNames names the first four orders, for options.
var orderNames = []string{"a1", "a8", "h1", "h8"}

// Check returns an error if the options are wrong.
func (o *Options) Check() error {
	if o.Form != nil && *o.Form == factors.Torus {
		return errors.New("cannot import the torus form (want white, black or 32bit)")
	}
	if o.Order == "" {
		return nil
	}
	_, err := names.Parse[int]("order", o.Order, orderNames)
	return err
}

// Wrong is the error of a file with wrong magics, or with wrong numbers that have the names of magics.
type Wrong struct{ faults []fault }

// Error is one line.
func (w *Wrong) Error() string {
	var all []string
	for _, f := range w.faults {
		all = append(all, f.reason)
	}
	return "not right: " + strings.Join(all, "; ")
}

// widths tells the number of index bits of each square.
type widths struct {
	name string
	of   func(r *reading, i int) int // the bits of a place
	from *column                     // nil: no array states them
	rank int                         // how sure it is that they are of these magics
}

// The ranks of widths, the surest first: arrays that the file gives to these magics, other arrays, widths that follow from masks or
// from shifts of products, and guesses.
const (
	bound = iota
	stated
	implied
	weak
)

// reading is a guess about a column: the piece of its magics, and how the program uses them.
type reading struct {
	piece  board.Piece
	column *column
	form   factors.Form
	order  order
	widths widths
	masks  *column // the masks that the file states, or nil
}

// square returns the square of a place in the column.
func (r *reading) square(i int) int { return r.order.square(i) }

// bits returns the number of index bits of a place in the column. usual returns the number of its relevant squares.
func (r *reading) bits(i int) int  { return r.widths.of(r, i) }
func (r *reading) usual(i int) int { return bits.OnesCount64(relevant[r.piece][r.square(i)]) }

// mask returns the squares whose occupants make the key of a place.
func (r *reading) mask(i int) uint64 {
	if r.masks != nil {
		return r.masks.maskOf(r.form, i)
	}
	return relevant[r.piece][r.square(i)]
}

// name returns the square of a place as text. names lists the squares of places.
func (r *reading) name(i int) string {
	if r.column.named {
		return board.SquareName(i)
	}
	return board.SquareName(r.square(i))
}

func (r *reading) names(at []int) string {
	var all []string
	for _, i := range at {
		all = append(all, r.name(i))
	}
	return list(all)
}

// list lists names, the first eight.
func list(all []string) string {
	if n := len(all) - 8; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:8], ", "), n)
	}
	return strings.Join(all, ", ")
}

// String describes the guess.
func (r *reading) String() string {
	by := "numbers with "
	if r.column.named {
		by = "names, bits with "
	}
	return fmt.Sprintf("%vs: %v; %v magics; squares by %s%s; %s", r.piece, r.column, r.form, by, r.order.name, r.widths.name)
}

// prover knows the answers of all squares.
type prover struct {
	answers [2][64][]uint8
	slots   [1 << factors.MaxIndexBits]uint64 // the number of a proof, and the answer
	proof   uint64
}

// right reports whether a magic gives questions with different answers different indices. Occupants of a mask beyond the relevant
// squares change a key, but no answer.
func (p *prover) right(form factors.Form, piece board.Piece, sq int, factor uint64, n int, mask uint64) bool {
	own := relevant[piece][sq]
	if n < 1 || n > factors.MaxIndexBits || n > form.Width() || own&^mask != 0 || bits.OnesCount64(mask) > factors.MaxIndexBits {
		return false
	}
	if p.answers[piece][sq] == nil {
		p.answers[piece][sq] = factors.AttackSets(piece, sq)
	}
	p.proof++
	filled := uint64(0) // no form that is imported turns the board
	if form == factors.Black {
		filled = ^mask
	}
	shift := form.Width() - n
	for extra := range board.Subsets(mask &^ own) {
		sub := uint64(0)
		for _, answer := range p.answers[piece][sq] { // in the order of board.Subsets
			slot, word := &p.slots[form.Index(sub|extra|filled, factor, shift)], p.proof<<8|uint64(answer)
			if *slot>>8 == p.proof && *slot != word {
				return false
			}
			*slot = word
			sub = (sub - own) & own
		}
	}
	return true
}

// rightAt reports whether a reading is right in one place with a number of index bits.
func (p *prover) rightAt(r *reading, i, n int) bool {
	return p.right(r.form, r.piece, r.square(i), r.column.values[i], n, r.mask(i))
}

// wrong returns the places in which a reading is wrong.
func (p *prover) wrong(r *reading) (at []int) {
	for i := range 64 {
		if !p.rightAt(r, i, r.bits(i)) {
			at = append(at, i)
		}
	}
	return at
}

// recognized reports whether a reading that is wrong on some squares is about magics of its piece nevertheless. Where an index has far
// more bits than there are relevant squares, any odd number is right, so the other squares decide.
func recognized(r *reading, wrong []int) bool {
	const wider, least, nearlyAll = 2, 4, 60
	if 64-len(wrong) < least {
		return false
	}
	decide, right := 0, 0
	for i := range 64 {
		if r.bits(i) <= r.usual(i)+wider {
			decide++
			if !slices.Contains(wrong, i) {
				right++
			}
		}
	}
	return decide >= least && 2*right >= decide || 64-len(wrong) >= nearlyAll
}

// guesser finds the magics of a file.
type guesser struct {
	*reader
	prover
	options    Options
	found      [2][]reading     // that are right
	candidates []*column        // perhaps magics
	taken      map[*column]bool // shifts and offsets of the rooks, which the bishops do not take if there are others
	verdicts   [2]map[*column]*verdict
}

// verdict is what the proof says about a column as the magics of a piece.
type verdict struct {
	right []reading // all in one form and order
	// If there is none, the reading with the fewest wrong squares:
	nearest    reading
	wrong      []int
	recognized bool
	other      string // what it is right as, if that is not asked for
}

// maxCandidates is how many tables of large numbers a file may have: each is tried in many ways.
const maxCandidates = 256

// Guess finds the magics in a source file and returns them as a proved set, with lines that say how it read the file. Warnings come
// first. The error is a *Wrong if the magics of the file, or numbers that it calls magics, are not right as the file uses them; any
// other error means that the file has no magics.
func Guess(text string, o Options) (set *factors.Set, said []string, err error) {
	if err := o.Check(); err != nil {
		return nil, nil, err
	}
	return (&guesser{reader: read(text), options: o}).guess()
}

// elsewhere says where the magics of a file without any are likely to be.
const elsewhere = "; they may be in a file that it includes, or the program searches for them when it starts"

// guess returns the set of the file.
func (g *guesser) guess() (*factors.Set, []string, error) {
	g.candidates, g.found, g.taken, g.verdicts = nil, [2][]reading{}, map[*column]bool{}, [2]map[*column]*verdict{{}, {}}
	for _, c := range g.columns {
		if c.judge(); c.shape == large {
			g.candidates = append(g.candidates, c)
		}
	}
	wrong := new(Wrong)
	for _, n := range g.nearly {
		if hintOf(n.name).one() && roleOf(n.name) <= saysMagic {
			wrong.faults = append(wrong.faults, fault{reason: n.fault})
		}
	}
	switch n := len(g.candidates); {
	case n == 0 && wrong.faults != nil:
		return nil, nil, wrong
	case n == 0 && g.nearly != nil:
		return nil, nil, errors.New(g.nearly[0].fault)
	case len(g.columns) == 0:
		return nil, nil, errors.New("no array of 64 numbers (want magics for each square)" + elsewhere)
	case n == 0:
		return nil, nil, fmt.Errorf("no magics here: none of the %d arrays of 64 numbers has numbers of 64 bits%s", len(g.columns), elsewhere)
	case n > maxCandidates:
		return nil, nil, fmt.Errorf("%d arrays of 64 large numbers (want at most %d)", n, maxCandidates)
	}
	for _, p := range pieces {
		for _, c := range g.inOrder(p) {
			if g.found[1-p] != nil && c.shares(g.found[1-p][0].column) {
				continue
			}
			if g.found[p] = g.verdict(p, c).right; g.found[p] != nil {
				g.taken[g.found[p][0].widths.from] = true
				break
			}
		}
	}
	warnings := g.claims(wrong)
	for _, p := range pieces {
		var best fault // of a file that has no magics of the piece, by name neither
		if g.found[p] != nil || slices.ContainsFunc(wrong.faults, func(f fault) bool { return f.column != nil && f.piece == p }) {
			continue
		}
		for _, c := range g.inOrder(p) {
			if other := g.found[1-p]; other != nil && (c.hint.is(1-p) || c.shares(other[0].column)) {
				continue
			}
			if f, recognized := g.fault(p, c); recognized && (best.reason == "" || len(f.magics) < len(best.magics)) {
				best = f
			}
		}
		if best.reason != "" {
			wrong.faults = append(wrong.faults, best)
		}
	}
	switch {
	case wrong.faults != nil:
		for _, w := range warnings {
			wrong.faults = append(wrong.faults, fault{reason: w})
		}
		return nil, nil, wrong
	case g.found[0] == nil && g.found[1] == nil:
		return nil, nil, fmt.Errorf("no magics here: none of %s has magics for rooks or bishops, or is called so", columnNames(g.candidates))
	}
	set, said, err := g.place()
	return set, slices.Concat(warnings, said), err
}

// columnNames lists columns.
func columnNames(all []*column) string {
	var each []string
	for _, c := range all {
		each = append(each, c.String())
	}
	return list(each)
}

// masksOf returns the masks that the file states for magics of a piece, or nil. It prefers those that fit the form.
func (g *guesser) masksOf(p board.Piece, c *column, form factors.Form) (best *column) {
	most := -1
	for _, m := range g.beside(p, c, masks) {
		like := m.likeMasks(p, form)
		if like > most && (max(like, m.likeMasks(p, factors.White), m.likeMasks(p, factors.Black)) >= mostSquares || m.hint.is(p)) {
			best, most = m, like
		}
	}
	return best
}

// beside returns the columns of some shapes that most likely belong to a column of magics. In order of weight: they are in its table,
// name its piece, have a name that differs only in the piece and the role, and are not already those of the rooks.
func (g *guesser) beside(p board.Piece, c *column, shapes ...shape) (best []*column) {
	most := -1
	for _, other := range g.columns {
		own := other.table == c.table
		fits := other.hint.is(p) || c.hint.is(1-p) && other.hint.is(1-p) // where the names of the magics are exchanged, so may be these
		if !slices.Contains(shapes, other.shape) || other.hint.one() && !fits || !own && other.kind == saysOther {
			continue
		}
		score := 0
		for _, is := range [...]bool{own, fits, residue(other.name) == residue(c.name), !g.taken[other]} {
			score *= 2
			if is {
				score++
			}
		}
		if score > most {
			most, best = score, nil
		}
		if score == most {
			best = append(best, other)
		}
	}
	return best
}

// stated returns the widths that columns of the file state.
func (g *guesser) stated(p board.Piece, c *column) (all []widths) {
	for _, s := range g.beside(p, c, indexBits, shifts, shifts32) {
		what := "shifts from "
		if s.shape == indexBits {
			what = "index bits from "
		}
		rank := stated
		if s.table == c.table || s.hint.one() || s.kind == saysShift || s.kind == saysBits {
			rank = bound
		}
		all = append(all, widths{what + s.String(), func(_ *reading, i int) int { return s.shape.width(int(min(s.values[i], 1<<20))) }, s, rank})
	}
	return all
}

// asMask is the usual width: one index bit for each relevant square.
var asMask = widths{"as many index bits as relevant squares", (*reading).usual, nil, implied}

// mostBits is the width that serves all squares.
var mostBits = [...]int{board.Rook: 12, board.Bishop: 9}

// ways returns the widths that a column of magics may have.
func (g *guesser) ways(p board.Piece, c *column) []widths {
	all := append(g.stated(p, c), asMask)
	if m := g.masksOf(p, c, factors.White); m != nil {
		all = append(all, widths{"as many index bits as squares in the masks", func(r *reading, i int) int { return bits.OnesCount64(m.maskOf(r.form, i)) }, nil, implied})
	}
	fix := func(n int, why string, rank int) {
		all = append(all, widths{fmt.Sprintf("%d index bits on all squares%s", n, why), func(*reading, int) int { return n }, nil, rank})
	}
	// The file may also have the shift of the other piece, and that may be right by chance.
	own := slices.ContainsFunc(g.rights, func(by right) bool {
		return (64-by.by == mostBits[p] || 32-by.by == mostBits[p]) && !by.hint.is(1-p)
	})
	for _, right := range g.rights {
		for _, width := range [...]int{64, 32} {
			// With more bits, any odd numbers would be right for bishops.
			if n := width - right.by; n >= 5 && n <= 12 && !right.hint.is(1-p) && (!own || n == mostBits[p]) {
				rank := weak
				if right.product {
					rank = implied
				}
				fix(n, fmt.Sprintf(", from >> %d", right.by), rank)
			}
		}
	}
	if !own {
		fix(mostBits[p], ", which the file does not say", weak)
	}
	return all
}

// inOrder returns the candidates: first those that name the piece, last those that name the other piece.
func (g *guesser) inOrder(p board.Piece) []*column {
	rank := [2][4]int{board.Rook: {silent: 1, saysBishop: 2, saysBoth: 1}, board.Bishop: {silent: 1, saysRook: 2, saysBoth: 1}}[p]
	return slices.SortedStableFunc(slices.Values(g.candidates), func(a, b *column) int { return rank[a.hint] - rank[b.hint] })
}

// verdict proves a column as the file and the options say.
func (g *guesser) verdict(p board.Piece, c *column) *verdict {
	v := g.verdicts[p][c]
	if v != nil {
		return v
	}
	v = g.judge(p, c)
	g.verdicts[p][c] = v
	if v.right == nil {
		return v
	}
	v.nearest = v.right[0]
	r := &v.nearest
	at := slices.Index(orderNames, g.options.Order)
	m := g.masksOf(p, c, r.form)
	if g.options.Form != nil && r.form != *g.options.Form || at >= 0 && r.order != orders[at] {
		v.right, v.other = nil, fmt.Sprintf(" as %v magics with %s", r.form, r.order.name)
	} else if g.holes(&fault{reading: *r}, m) != nil {
		v.right = nil
	}
	for i := range v.right {
		v.right[i].masks = m
	}
	return v
}

// judge proves a column in all forms and orders, with the surest widths first. Where these are right on most squares, other widths do not
// count. With the widths that the file gives to the column, it must be right.
func (g *guesser) judge(p board.Piece, c *column) *verdict {
	v, ways := new(verdict), g.ways(p, c)
	for rank := bound; rank <= weak && !v.recognized; rank++ {
		for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32} {
			for _, o := range orders {
				for _, w := range ways {
					r := reading{p, c, form, o, w, nil}
					if w.rank != rank || v.right != nil && (v.right[0].form != form || v.right[0].order != o) {
						continue
					}
					if wrong := g.wrong(&r); wrong == nil {
						v.right, v.recognized = append(v.right, r), true
					} else if recognized(&r, wrong) && v.right == nil && (!v.recognized || len(wrong) < len(v.wrong)) {
						v.nearest, v.wrong, v.recognized = r, wrong, true
					}
				}
			}
		}
		if ways[0].rank == bound && rank >= implied && v.right != nil {
			v.nearest, v.right = v.right[0], nil
			v.nearest.widths = ways[0]
			v.wrong = g.wrong(&v.nearest)
		}
	}
	return v
}
