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

// orderNames are the orders that an option can ask for, the first of orders.
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

// Wrong is the error of a file in which magics are recognized or named, but are not right as the file uses them.
type Wrong struct {
	Reasons []string
	faults  []fault
}

// Error is one line.
func (w *Wrong) Error() string { return "not right: " + strings.Join(w.Reasons, "; ") }

func (w *Wrong) add(f fault) {
	w.Reasons, w.faults = append(w.Reasons, f.reason), append(w.faults, f)
}

// widths is a way to know the number of index bits of each square.
type widths struct {
	name  string
	of    func(r *reading, i int) int // the bits of a place
	from  *column                     // nil: no array states them
	bound bool                        // the file says of the array that it is for these magics
	weak  bool                        // nothing in the file says that it is for magics
}

// reading is a guess what a column is.
type reading struct {
	piece  board.Piece
	column *column
	form   factors.Form
	order  order
	widths widths
	masks  *column // the masks or complements of the file, if they are not just the relevant squares
}

// square returns the square of a place in the column.
func (r *reading) square(i int) int { return r.order.square(i) }

// bits returns the number of index bits of a place in the column, and usual the number of relevant squares.
func (r *reading) bits(i int) int  { return r.widths.of(r, i) }
func (r *reading) usual(i int) int { return bits.OnesCount64(relevant[r.piece][r.square(i)]) }

// mask returns the squares of a place whose occupants become a key.
func (r *reading) mask(i int) uint64 {
	if r.masks != nil {
		return r.masks.maskOf(i)
	}
	return relevant[r.piece][r.square(i)]
}

// name names the square of a place, and names lists the squares of places.
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
	return firstEight(all)
}

// firstEight lists squares, the first eight.
func firstEight(all []string) string {
	if n := len(all) - 8; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:8], ", "), n)
	}
	return strings.Join(all, ", ")
}

// with returns the reading with other widths.
func (r reading) with(w widths) *reading {
	r.widths = w
	return &r
}

// String says what is guessed.
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

// wrong returns the places in which a reading is wrong, at most a number of them.
func (p *prover) wrong(r *reading, most int) (at []int) {
	for i := 0; i < 64 && len(at) < most; i++ {
		if !p.rightAt(r, i, r.bits(i)) {
			at = append(at, i)
		}
	}
	return at
}

// all reports whether a reading is right on all squares.
func (p *prover) all(r *reading) bool { return p.wrong(r, 1) == nil }

// least returns the least number of index bits with which a reading is right in a place, or 0.
func (p *prover) least(r *reading, i int) int {
	for n := 1; n <= factors.MaxIndexBits; n++ {
		if p.rightAt(r, i, n) {
			return n
		}
	}
	return 0
}

// recognized reports whether a reading, right on some squares only, is about magics of its piece. Any odd numbers are right where
// an index has far more bits than there are relevant squares, so the other squares decide.
func (p *prover) recognized(r *reading) bool {
	const wider, least, nearlyAll = 2, 4, 60
	wrong := p.wrong(r, 64)
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

// guesser is the work on a file.
type guesser struct {
	*reader
	prover
	options    Options
	candidates []*column        // perhaps magics
	taken      map[*column]bool // shifts and offsets of the rooks, which the bishops do not take if there are others
	proved     map[claim][]reading
}

// claim says that a column has the magics of a piece.
type claim struct {
	piece  board.Piece
	column *column
}

// maxCandidates is how many tables of large numbers a file may have: each is tried in many ways.
const maxCandidates = 256

// Guess finds the magics in a source file, and returns them as a set that is proved, with what it guessed, in lines. What the file
// states wrongly without harm comes first, as a warning. The error is a *Wrong if there are magics, or numbers that the file calls so,
// and they are not right as the file uses them; any other error means that there are none.
func Guess(text string, o Options) (set *factors.Set, said []string, err error) {
	g, err := newGuesser(text, o)
	if err != nil {
		return nil, nil, err
	}
	return g.guess()
}

// newGuesser reads a file.
func newGuesser(text string, o Options) (*guesser, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	g := &guesser{reader: columnsOf(parse(text)), options: o}
	g.judge()
	switch n := len(g.candidates); {
	case n == 0 && len(g.missing()) > 0:
		return nil, &Wrong{Reasons: g.missing()}
	case n == 0 && g.nearly != nil:
		return nil, fmt.Errorf("%s (want 64)", g.nearly[0].fault)
	case len(g.columns) == 0:
		return nil, fmt.Errorf("no array of 64 numbers (want magics for each square)%s", likelyPlaces(text))
	case n == 0 && !slices.ContainsFunc(g.columns, func(c *column) bool { _, ok := g.named(c); return ok }):
		return nil, fmt.Errorf("no magics here: none of the %d arrays of 64 numbers has numbers of 64 bits%s", len(g.columns), likelyPlaces(text))
	case n > maxCandidates:
		return nil, fmt.Errorf("%d arrays of 64 large numbers (want at most %d)", n, maxCandidates)
	}
	return g, nil
}

// judge finds the shapes of all columns.
func (g *guesser) judge() {
	g.candidates = nil
	for _, c := range g.columns {
		if c.judge(); c.shape == large {
			g.candidates = append(g.candidates, c)
		}
	}
}

// missing says which arrays are called magics of a piece and are not 64 numbers.
func (g *guesser) missing() (all []string) {
	for _, n := range g.nearly {
		if hintOf(n.name).one() && roleOf(n.name).maybeMagic() {
			all = append(all, n.fault+" (want 64)")
		}
	}
	return slices.Compact(all) // an array may be read in two bases
}

// guess returns the set of the file.
func (g *guesser) guess() (*factors.Set, []string, error) {
	g.taken, g.proved = map[*column]bool{}, map[claim][]reading{}
	var found [2][]reading
	for _, p := range pieces {
		for _, c := range g.inOrder(p) {
			if found[1-p] != nil && c.shares(found[1-p][0].column) {
				continue
			}
			if found[p] = g.proofs(p, c); found[p] != nil {
				g.taken[found[p][0].widths.from] = true
				break
			}
		}
	}
	warnings, wrong := g.claims(found)
	for _, p := range pieces {
		if found[p] == nil && !slices.ContainsFunc(wrong.faults, func(f fault) bool { return f.piece == p }) {
			if f := g.nearest(p, found); f.reason != "" {
				wrong.add(f)
			}
		}
	}
	if wrong.Reasons != nil {
		wrong.Reasons = append(wrong.Reasons, warnings...)
		return nil, nil, wrong
	}
	if found[0] == nil && found[1] == nil {
		return nil, nil, fmt.Errorf("no magics here: none of %s has magics for rooks or bishops, or is called so", list(g.candidates))
	}
	set, said, err := g.place(found)
	return set, slices.Concat(warnings, said), err
}

// list names columns, the first four.
func list(all []*column) string {
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
	if m := g.masksOf(p, c); m != nil {
		forms = []factors.Form{factors.White, factors.Bits32}
		if m.shape == complement {
			forms = []factors.Form{factors.Black}
		}
		if o, equal, full := m.likeMasks(p, m.shape); equal >= most || full >= most {
			which = []order{o}
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

// masksOf returns the masks, or complements of masks, that the file states for magics of a piece, or nil.
func (g *guesser) masksOf(p board.Piece, c *column) *column {
	all := g.beside(p, c, masks, complement)
	if len(all) == 0 {
		return nil
	}
	if i := slices.IndexFunc(all, func(m *column) bool { _, equal, _ := m.likeMasks(p, m.shape); return equal == 64 }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// faulty returns masks only if they are not just the relevant squares.
func faulty(m *column, p board.Piece, o order) *column {
	for i := range 64 {
		if m != nil && m.maskOf(i) != relevant[p][o.square(i)] {
			return m
		}
	}
	return nil
}

// roles are what names say of columns of a shape.
var roles = map[shape][]role{
	indexBits: {saysBits, saysShift}, shifts: {saysShift, saysBits}, shifts32: {saysShift, saysBits},
	offsets: {saysOffset}, masks: {saysMask}, complement: {saysMask},
}

// beside returns the columns of some shapes that belong to a column of magics: those of its own rows, or those that name its
// piece, or those that name none. Of arrays [2][64], only those with the same first index belong together, and of names that are alike
// but for the piece and the role, those alone.
func (g *guesser) beside(p board.Piece, c *column, shapes ...shape) []*column {
	var own, same, silents []*column
	for _, other := range g.columns {
		if !slices.Contains(shapes, other.shape) {
			continue
		}
		inRows := other.table == c.table
		if !other.plausible(p) || inRows && other.shape == offsets && other.otherField() ||
			!inRows && other.kind == saysOther {
			continue
		}
		// Where the names of the magics are exchanged, so may be those beside them.
		fits := other.hint.is(p) || c.hint.is(1-p) && other.hint.is(1-p)
		switch {
		case other.hint.is(1-p) && !fits:
		case inRows && fits:
			own = slices.Insert(own, 0, other)
		case inRows:
			own = append(own, other)
		case fits:
			same = append(same, other)
		case !other.hint.one():
			silents = append(silents, other)
		}
	}
	all := silents
	if own != nil {
		all = own
	} else if same != nil {
		all = same
	}
	narrow := func(drop func(other *column) bool) {
		if some := slices.DeleteFunc(slices.Clone(all), drop); len(some) > 0 {
			all = some
		}
	}
	if own == nil {
		narrow(func(other *column) bool { return c.index() == "" || other.index() != c.index() })
		narrow(func(other *column) bool { return residue(other.name) != residue(c.name) })
	}
	narrow(func(other *column) bool { return g.taken[other] })
	return all
}

// otherField reports whether the file gives a column of rows a name that says nothing about magics.
func (c *column) otherField() bool {
	_, square := squareName(c.field())
	return c.index() == "" && c.field() != c.name && c.kind == silence && hintOf(c.field()) == silent && !square
}

// stated returns the widths that arrays of the file state.
func (g *guesser) stated(p board.Piece, c *column) (all []widths) {
	for _, s := range g.beside(p, c, indexBits, shifts, shifts32) {
		what := "shifts from "
		if s.shape == indexBits {
			what = "index bits from "
		}
		all = append(all, widths{name: what + s.String(), from: s, of: func(r *reading, i int) int { return s.widthOf(i, r.form.Width()) },
			bound: s.table == c.table || s.hint.one() || slices.Contains(roles[s.shape], s.kind)})
	}
	return all
}

// asMask is one index bit for each relevant square.
var asMask = widths{name: "as many index bits as relevant squares", of: (*reading).usual}

// mostBits are the bits of an index that all squares can share.
var mostBits = [...]int{board.Rook: 12, board.Bishop: 9}

// unsaid is part of the name of widths that nothing in the file states.
const unsaid = ", which the file does not say"

// implied returns the widths that files do not state in arrays.
func (g *guesser) implied(p board.Piece, c *column) []widths {
	all := []widths{asMask}
	if m := g.masksOf(p, c); m != nil {
		all = append(all, widths{name: "as many index bits as squares in the masks", of: func(_ *reading, i int) int { return bits.OnesCount64(m.maskOf(i)) }})
	}
	fix := func(n int, why string, weak bool) {
		all = append(all, widths{name: fmt.Sprintf("%d index bits on all squares%s", n, why), weak: weak, of: func(*reading, int) int { return n }})
	}
	// The shift of the other piece may be there too, and be right by chance.
	own := slices.ContainsFunc(g.rights, func(by right) bool {
		return (64-by.by == mostBits[p] || 32-by.by == mostBits[p]) && !by.hint.is(1-p)
	})
	for _, right := range g.rights {
		for _, width := range [...]int{64, 32} {
			// With more bits, any odd numbers would be right for bishops.
			if n := width - right.by; n >= 5 && n <= 12 && !right.hint.is(1-p) && (!own || n == mostBits[p]) {
				fix(n, fmt.Sprintf(", from >> %d", right.by), !right.product)
			}
		}
	}
	if !own {
		fix(mostBits[p], unsaid, true)
	}
	return all
}

// slots returns the number of slots of a reading.
func (r *reading) slots() (n int) {
	for i := range 64 {
		n += 1 << min(max(r.bits(i), 0), factors.MaxIndexBits+1)
	}
	return n
}

// inOrder returns the candidates, those whose names name the piece first and those that name the other last.
func (g *guesser) inOrder(p board.Piece) []*column {
	rank := func(c *column) int {
		switch {
		case c.hint.is(p):
			return 0
		case c.hint.is(1 - p):
			return 2
		}
		return 1
	}
	return slices.SortedStableFunc(slices.Values(g.candidates), func(a, b *column) int { return cmp.Compare(rank(a), rank(b)) })
}

// proofs returns the right readings of a column, in one form and order, with the shortest table first. The usual layout comes first:
// what the file states, else as many bits as relevant squares. That more bits would be right says nothing about a file that
// states nothing, unless the usual layout is right on few squares.
func (g *guesser) proofs(p board.Piece, c *column) (right []reading) {
	if known, ok := g.proved[claim{p, c}]; ok {
		return known
	}
	defer func() { g.proved[claim{p, c}] = right }()
	forms, which := g.allowed(p, c)
	stated, implied, m := g.stated(p, c), g.implied(p, c), g.masksOf(p, c)
	for _, form := range forms {
		for _, o := range which {
			bare := reading{piece: p, column: c, form: form, order: o}
			try := func(ways []widths) {
				for _, w := range ways {
					r := *bare.with(w)
					r.masks = faulty(m, p, o)
					if g.all(&r) && !(w.weak && g.recognized(bare.with(asMask))) {
						right = append(right, r)
					}
				}
			}
			try(stated)
			if right == nil && !slices.ContainsFunc(stated, func(w widths) bool { return w.bound || g.recognized(bare.with(w)) }) {
				try(implied)
			}
			if right != nil {
				slices.SortStableFunc(right, func(a, b reading) int { return cmp.Compare(a.slots(), b.slots()) })
				return right
			}
		}
	}
	return nil
}
