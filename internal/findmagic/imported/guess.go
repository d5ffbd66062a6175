package imported

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/names"
)

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// relevant has the mask, and onLines the lines, of each piece on each square.
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
	transpose bool // file and rank are exchanged: numbers go up the files
	flip      int  // what the number of a square, where a1 = 0, is XORed with
}

// The first order is that of this repository. It also fits a program in which a8 is both square 0 and bit 0: its rook on bit 0 has the same keys as a rook here.
var orders = [...]order{
	{"a1 = 0", false, 0}, {"a8 = 0", false, 56}, {"h1 = 0", false, 7}, {"h8 = 0", false, 63},
	{"a1 = 0, a2 = 1", true, 0}, {"a8 = 0, a7 = 1", true, 56}, {"h1 = 0, h2 = 1", true, 7}, {"h8 = 0, h7 = 1", true, 63},
}

// orderNames are the names of the orders in options.
var orderNames = []string{"a1", "a8", "h1", "h8", "a1-a2", "a8-a7", "h1-h2", "h8-h7"}

// square returns the square, a1 = 0, whose number in this order is i.
func (o order) square(i int) int {
	if o.transpose {
		i = i>>3 | i&7<<3
	}
	return i ^ o.flip
}

// Options say how to read a file. Guess tries all possibilities that they leave open.
type Options struct {
	Form   *factors.Form // nil: any
	Order  string        // a1, a8, h1 or h8: the square of number 0; a1-a2 and so on: also that of number 1; "": any
	Magics [2]string     // for rooks and bishops: the array of their magics, as messages name it, or with its line, as in name:12; "": any
	Shifts []string      // arrays of shifts or index bits
}

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

// Wrong is the error of a file with a set that is right on most squares.
type Wrong struct{ faults []fault }

// Error returns the faults in one line.
func (w *Wrong) Error() string {
	var all []string
	for _, f := range w.faults {
		all = append(all, f.reason)
	}
	return "not right: " + strings.Join(all, "; ")
}

// widths is a guess about the number of index bits of each square, from an array of the file or from the squares.
type widths struct {
	name  string
	of    func(r *reading, i int) int // returns the bits of a place
	from  *column                     // the array that states them, nil if none does
	width int                         // of the products, if from states shifts; 0 if it states index bits
	masks *column                     // the masks from which they follow, or nil
	rank  int                         // the smaller, the likelier these widths belong to the magics
}

// spell converts a number of index bits to the value that the array from has for it, and a value to index bits.
func (w *widths) spell(n int) int {
	if w.width > 0 {
		return w.width - n
	}
	return n
}

// The ranks of widths, the surest first: arrays that most likely belong to these magics, the likeliest first; widths that follow from the relevant
// squares, from masks or from shifts of products; other arrays and guesses.
const (
	bound   = 0
	implied = 1 << 20
	weak    = implied + 1
)

// reading is a guess about a column: the piece of its magics, and how the program uses them. A place is the number of a magic in the column.
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

// bits returns the number of index bits of a place in the column. usual returns the number of relevant squares there.
func (r *reading) bits(i int) int  { return r.widths.of(r, i) }
func (r *reading) usual(i int) int { return bits.OnesCount64(relevant[r.piece][r.square(i)]) }

// mask returns the mask of a place, from the file or the relevant squares.
func (r *reading) mask(i int) uint64 {
	if r.masks != nil {
		return r.masks.maskOf(r.form, i)
	}
	return relevant[r.piece][r.square(i)]
}

// name returns the square of a place as text, and names those of several places.
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

// list joins names, but at most eight, and says how many more there are.
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

// prover proves magics. It keeps the answers of all squares.
type prover struct {
	answers [2][64][]uint8
	slots   [1 << factors.MaxIndexBits]uint64 // the number of the proof that used a slot last and, in the lowest 8 bits, the answer there
	proof   uint64                            // number of the present proof
}

// right reports whether a magic with n index bits gives questions with different answers different indices. Occupants of a mask beyond the relevant squares change a key,
// but no answer. A number of bits, or a mask, that is too large or too small is not right.
func (p *prover) right(form factors.Form, piece board.Piece, sq int, factor uint64, n int, mask uint64) bool {
	own := relevant[piece][sq]
	if n < 1 || n > factors.MaxIndexBits || own&^mask != 0 || bits.OnesCount64(mask) > factors.MaxIndexBits {
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

// rightAt reports whether a reading with n index bits is right in one place.
func (p *prover) rightAt(r *reading, i, n int) bool {
	return p.right(r.form, r.piece, r.square(i), r.column.values[i], n, r.mask(i))
}

const (
	few  = 8  // squares on which masks, shifts or offsets may be wrong and still belong to right magics
	most = 31 // squares on which magics may be wrong and still be magics: they are right on most
)

// wrong returns the places in which a reading is wrong, and the number of right ones. It stops when more than limit are wrong.
func (p *prover) wrong(r *reading, limit int) (at []int, right int) {
	for i := range 64 {
		if p.rightAt(r, i, r.bits(i)) {
			right++
		} else if at = append(at, i); len(at) > limit {
			break
		}
	}
	return at, right
}

// recognized reports whether a reading that is wrong on some squares still must be about magics of its piece. An index with far more bits than relevant squares makes
// nearly any number right, so the other squares decide; without others, the reading counts only if the file states these widths, or if they are near those that a rook
// needs. If the file states no widths, more squares must be right.
func recognized(r *reading, wrong []int) bool {
	const (
		wider     = 2  // bits above the relevant squares with which an index still decides
		least     = 4  // squares that must decide
		nearlyAll = 60 // squares that must be right if too few decide
	)
	if len(wrong) > most || r.column.partial || r.widths.rank == weak && len(wrong) > 64-mostSquares {
		return false
	}
	decide, right := 0, 0 // squares with narrow indices, and the right squares among them
	for i := range 64 {
		if r.bits(i) <= r.usual(i)+wider {
			decide++
			if !slices.Contains(wrong, i) {
				right++
			}
		}
	}
	near := r.widths.rank < implied || r.total() <= 64*(mostBits[board.Rook]+1)
	return decide >= least && 2*right >= decide || near && 64-len(wrong) >= nearlyAll
}

// guesser finds the magics of a file.
type guesser struct {
	*reader
	prover
	ctx        context.Context
	options    Options
	found      [2][]reading     // right readings, by piece
	candidates []*column        // columns whose numbers may be magics
	taken      map[*column]bool // shifts and offsets of the rooks, which the bishops do not take if there are others
	verdicts   [2]map[*column]*verdict
	unused     []string // columns that looked like a part of the set and are none
}

// verdict is the result of proving a column as the magics of a piece.
type verdict struct {
	right []reading // the right readings, all in one form and order, the surest first
	// If no reading is right, the reading with the fewest wrong squares:
	nearest    reading
	wrong      []int
	recognized bool // it is right on most squares
	reached    int  // right squares, counted until too many are wrong
}

// maxCandidates is the number of tables of large numbers, the likeliest, that are tried as the magics of a piece: each is tried in many ways.
const maxCandidates = 1024

// Guess finds the magics in a source file and returns them as a proved set, with lines that say how it read the file. Warnings come
// first. The error is a *Wrong if a reading is right on most squares and none on all; any other error means that no set is proved.
func Guess(ctx context.Context, text string, o Options) (set *factors.Set, said []string, err error) {
	g, err := newGuesser(ctx, text, o)
	if err != nil {
		return nil, nil, err
	}
	return g.guess()
}

// newGuesser reads the columns of a file.
func newGuesser(ctx context.Context, text string, o Options) (*guesser, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	r, err := read(ctx, text)
	if err != nil {
		return nil, err
	}
	return &guesser{reader: r, ctx: ctx, options: o}, nil
}

// elsewhere is the hint about a file without magics.
const elsewhere = "; they may be in a file that it includes, or the program searches for them when it starts"

// guess returns the set of the file. It begins anew each time, as Repair calls it again when it has corrected numbers in the columns.
func (g *guesser) guess() (*factors.Set, []string, error) {
	g.candidates, g.found, g.taken, g.verdicts, g.unused = nil, [2][]reading{}, map[*column]bool{}, [2]map[*column]*verdict{{}, {}}, nil
	for _, c := range g.columns {
		if c.setLooks(); c.looks.magics {
			g.candidates = append(g.candidates, c)
		}
	}
	if err := g.stated(); err != nil {
		return nil, nil, err
	}
	switch n := len(g.candidates); {
	case n == 0 && g.nearly != nil:
		return nil, nil, errors.New(g.nearly[0].fault)
	case len(g.columns) == 0:
		return nil, nil, errors.New("no array of 64 numbers (want magics for each square)" + elsewhere)
	case n == 0:
		return nil, nil, fmt.Errorf("no magics here: none of the %d arrays of 64 numbers has numbers of 64 bits%s", len(g.columns), elsewhere)
	}
	for _, p := range pieces {
		for _, c := range g.inOrder(p) {
			if g.ctx.Err() != nil {
				return nil, nil, context.Cause(g.ctx)
			}
			if g.others(p, c) {
				continue
			}
			if g.found[p] = g.verdict(p, c).right; g.found[p] != nil {
				g.taken[g.found[p][0].widths.from] = true
				break
			}
		}
	}
	if text := g.otherwise(); text != "" {
		return nil, nil, errors.New("no set proved here as asked" + text)
	}
	wrong := new(Wrong)
	for _, p := range pieces {
		if f, ok := g.masked(p); ok {
			wrong.faults = append(wrong.faults, f)
		} else if f, ok := g.nearest(p); ok && f.recognized {
			wrong.faults = append(wrong.faults, f)
		}
	}
	warnings := g.warnings()
	if wrong.faults == nil {
		if err := g.unproved(); err != nil {
			return nil, nil, err
		}
		set, said, err := g.place()
		return set, slices.Concat(warnings, said, g.unused), err
	}
	for _, w := range warnings {
		wrong.faults = append(wrong.faults, fault{reason: w})
	}
	return nil, nil, wrong
}

// others reports whether a column has the magics of the other piece: by proof, or by the options.
func (g *guesser) others(p board.Piece, c *column) bool {
	found, stated := g.found[1-p], g.options.Magics
	return found != nil && c.shares(found[0].column) || stated[p] == "" && stated[1-p] != "" && c.called(stated[1-p])
}

// stated returns an error if the options name an array that the file lacks.
func (g *guesser) stated() error {
	for _, name := range slices.Concat(g.options.Magics[:], g.options.Shifts) {
		if name != "" && !slices.ContainsFunc(g.columns, func(c *column) bool { return c.called(name) }) {
			return fmt.Errorf("no array %q (have %s)", name, columnNames(g.columns))
		}
	}
	return nil
}

// columnNames joins the names of columns for a message.
func columnNames(all []*column) string {
	var each []string
	for _, c := range all {
		if name := c.String(); !slices.Contains(each, name) {
			each = append(each, name)
		}
	}
	return list(each)
}

// masked adds the file's masks to the magics of a piece, if there are masks with which they are right. It returns a fault if masks are wrong on a few squares.
func (g *guesser) masked(p board.Piece) (f fault, wrong bool) {
	if g.found[p] == nil {
		return f, false
	}
	r := &g.found[p][0]
	var unused []string
	for _, m := range g.beside(p, r.column, func(c *column) bool {
		return c.looks.masks || c.kind == saysMask && c.hint.is(p) && c.looks.magics
	}) {
		holed := fault{reading: *r}
		holed.masks = nil // so that holes compares m with the relevant squares
		at := g.holes(&holed, m)
		switch {
		case at == nil: // right with these masks, too
			for i := range g.found[p] {
				g.found[p][i].masks = m
			}
			return f, false
		case len(at) <= few:
			return g.fault(holed, nil, at), true
		case m.kind == saysMask && !m.hint.is(1-p) || m.table == r.column.table:
			unused = append(unused, fmt.Sprintf("not used: %v, with which as masks the %vs are right on %d of 64 squares", m, p, 64-len(at)))
		}
	}
	g.unused = append(g.unused, unused...)
	return f, false
}

// beside returns the columns that pass a test, first those that most likely belong to a column of magics. The criteria, the heaviest first: they are in its table, do not
// name the other piece, name no other role, name its piece, have a name that differs only in the piece and the role, and are not already the rooks' columns.
func (g *guesser) beside(p board.Piece, c *column, test func(c *column) bool) (all []*column) {
	weight := map[*column]int{}
	for _, other := range g.columns {
		if !test(other) || other == c || other.shares(c) {
			continue
		}
		weight[other] = g.weight(p, c, other)
		all = append(all, other)
	}
	slices.SortStableFunc(all, func(a, b *column) int { return weight[b] - weight[a] })
	return all
}

// weight returns a number that is higher the likelier another column belongs to a column of magics.
func (g *guesser) weight(p board.Piece, c, other *column) (weight int) {
	own := other.table == c.table
	fits := other.hint.is(p) || c.hint.is(1-p) && other.hint.is(1-p) // if the magics' names are exchanged, these may be, too
	for _, is := range [...]bool{own, !other.hint.one() || fits, own || other.kind != saysOther, fits, other.rest == c.rest, !g.taken[other]} {
		weight *= 2 // a criterion is a binary digit, which outweighs all digits behind it
		if is {
			weight++
		}
	}
	return weight
}

const (
	heaviest  = 1 << 6 // above all weights, which have a bit for each of six criteria
	maxWidths = 16     // how many arrays of shifts or index bits are tried with the magics of an array, the likeliest
)

// widthsOf returns the widths that columns of the file may state. They are bound to the magics if they are in the same rows, have a fitting name, or are near the usual
// widths of the piece.
func (g *guesser) widthsOf(p board.Piece, c *column) (all []widths) {
	named := func(s *column) bool { return slices.ContainsFunc(g.options.Shifts, s.called) }
	for _, s := range g.beside(p, c, func(c *column) bool {
		return c.looks.indexBits || c.looks.shifts || c.looks.shifts32 || named(c)
	}) {
		if g.options.Shifts != nil && !named(s) || len(all) >= maxWidths || slices.ContainsFunc(all, func(w widths) bool { return w.from.values == s.values }) {
			continue
		}
		// add adds widths from s. says begins their name, as in "shifts from ".
		add := func(says string, width int) {
			w := widths{name: says + s.String(), from: s, width: width, rank: weak}
			// Larger values are no widths, and may be no ints.
			w.of = func(_ *reading, i int) int { return w.spell(int(min(s.values[i], 1<<20))) }
			usual := 0 // squares with as many bits as usual, or one fewer
			for i := range 64 {
				if r := (&reading{piece: p, order: orders[0]}); w.of(r, i) == r.usual(i) || w.of(r, i) == r.usual(i)-1 {
					usual++
				}
			}
			called := (s.kind == saysShift || s.kind == saysBits) && !s.hint.is(1-p)
			switch same := slices.Min(s.values[:]) == slices.Max(s.values[:]); {
			case named(s) || called || s.table == c.table && !same || usual >= 64-few:
				w.rank = bound + heaviest - g.weight(p, c, s)
			case s.table == c.table: // the same number in every row: the widths, or the base of the numbers, and the like
				w.rank = implied
			case width == 0 && slices.Max(s.values[:]) > 16 || width > 0 && slices.Min(s.values[:]) < uint64(width-16):
				return // with so many bits nearly any numbers are right for bishops
			}
			all = append(all, w)
		}
		if s.looks.shifts || named(s) {
			add("shifts from ", 64)
		}
		if s.looks.shifts32 {
			add("shifts from ", 32)
		}
		if s.looks.indexBits {
			add("index bits from ", 0)
		}
	}
	return all
}

// wide reports whether to try indices with more bits than a piece needs, which a program has if it shifts by a constant. With n bits nearly any numbers are right for
// bishops, so that rooks must be right with n bits first.
func (g *guesser) wide(p board.Piece, n int) bool {
	rooks := g.found[board.Rook]
	return p == board.Rook || rooks != nil && rooks[0].bits(0) == n
}

// mostBits is the number of index bits, by piece, that is enough on all squares.
var mostBits = [...]int{board.Rook: 12, board.Bishop: 9}

// ways returns all widths to try with a column of magics.
func (g *guesser) ways(p board.Piece, c *column) []widths {
	all := g.widthsOf(p, c)
	if g.options.Shifts != nil && slices.ContainsFunc(all, func(w widths) bool { return !w.from.hint.is(1 - p) }) { // the options name the widths of this piece
		return all
	}
	all = append(all, widths{name: "as many index bits as relevant squares", of: (*reading).usual, rank: implied})
	for _, m := range g.beside(p, c, func(c *column) bool { return c.looks.masks }) {
		all = append(all, widths{name: "as many index bits as squares in the masks", masks: m, rank: implied,
			of: func(r *reading, i int) int { return bits.OnesCount64(m.maskOf(r.form, i)) }})
	}
	// fix adds the same width for all squares.
	fix := func(n int, why string, rank int) {
		all = append(all, widths{name: fmt.Sprintf("%d index bits on all squares%s", n, why), of: func(*reading, int) int { return n }, rank: rank})
	}
	const least = 5 // relevant squares of a bishop
	stated := false // a shift leaves as many bits as the piece needs
	for _, shift := range g.rightShifts {
		for _, width := range [...]int{64, 32} {
			n := width - shift.by
			if n < least || n > factors.MaxIndexBits || shift.hint.is(1-p) || n > mostBits[board.Rook] && !(shift.product && g.wide(p, n)) {
				continue
			}
			rank := weak
			// With more bits than the piece needs, nearly any numbers would be right, and the other piece may have the shift.
			if shift.product && (n == mostBits[p] || shift.hint.is(p) || len(g.rightShifts) == 1) {
				rank = implied
			}
			stated = stated || n == mostBits[p]
			fix(n, fmt.Sprintf(", from >> %d", shift.by), rank)
		}
	}
	if !stated {
		fix(mostBits[p], ", which the file does not say", weak)
	}
	return all
}

// inOrder returns the candidates: first columns with names of magics and of this piece, last columns with names of another role or piece. If the options name an array, it
// is the only candidate.
func (g *guesser) inOrder(p board.Piece) []*column {
	if name := g.options.Magics[p]; name != "" {
		return slices.Collect(func(yield func(*column) bool) {
			for _, c := range g.columns {
				if c.called(name) && !yield(c) {
					return
				}
			}
		})
	}
	// Preference by hint: 0 for the piece itself, 1 for both pieces or none, 3 for the other piece.
	hints := [2][4]int{board.Rook: {silent: 1, saysBishop: 3, saysBoth: 1}, board.Bishop: {silent: 1, saysRook: 3, saysBoth: 1}}[p]
	last := func(c *column) int { // the higher, the later
		switch c.kind {
		case saysMagic:
			return hints[c.hint]
		case silence:
			return hints[c.hint] + 2
		}
		return hints[c.hint] + 4
	}
	all := slices.SortedStableFunc(slices.Values(g.candidates), func(a, b *column) int { return last(a) - last(b) })
	return all[:min(len(all), maxCandidates)]
}

// verdict proves a column in all forms and orders that the options allow, once.
func (g *guesser) verdict(p board.Piece, c *column) *verdict {
	v := g.verdicts[p][c]
	if v == nil {
		v = g.prove(p, c)
		g.verdicts[p][c] = v
	}
	return v
}

// prove proves a column, with the surest widths first. If these are right on most squares, weak ones do not count: they are wider, and nearly any number is right with
// enough bits. If the file's shifts are wrong on a few squares, that is a fault, though the magics may be right without them.
func (g *guesser) prove(p board.Piece, c *column) *verdict {
	v, ways := new(verdict), g.ways(p, c)
	var shifts *verdict // the best of the likeliest widths that the file states
	var ranks []int
	for _, w := range ways {
		ranks = append(ranks, w.rank)
	}
	slices.Sort(ranks)
	for _, rank := range slices.Compact(ranks) {
		if v.right == nil && v.recognized && (rank == weak || shifts != nil && rank < implied) { // neither weak widths nor less likely ones of the file count any more
			continue
		}
		for _, form := range [...]factors.Form{factors.White, factors.Black, factors.Bits32} {
			for _, o := range g.ordersOf(p) {
				for _, w := range ways {
					r := reading{p, c, form, o, w, w.masks}
					if w.rank != rank || w.width > 0 && w.width != form.Width() || g.options.Form != nil && form != *g.options.Form || v.right != nil && (v.right[0].form != form || v.right[0].order != o) {
						continue
					}
					wrong, right := g.wrong(&r, most)
					known := wrong != nil && recognized(&r, wrong)
					switch {
					case wrong == nil:
						v.right = append(v.right, r)
					// The nearest reading is the recognized one with the fewest wrong squares. Until one is recognized, one whose widths are not weak is nearer if it is right on over few squares more.
					case v.nearest.column == nil || known && (!v.recognized || len(wrong) < len(v.wrong)) || !v.recognized && rank < weak && right > v.reached+few:
						v.nearest, v.wrong, v.recognized, v.reached = r, wrong, known, right
					}
				}
			}
		}
		if rank < implied && v.right == nil && v.recognized && len(v.wrong) <= few {
			shifts = &verdict{nearest: v.nearest, wrong: v.wrong, recognized: true}
		}
	}
	slices.SortStableFunc(v.right, func(a, b reading) int { return cmp.Or(a.widths.rank-b.widths.rank, a.total()-b.total()) })
	if shifts != nil && v.right != nil && v.right[0].widths.rank == implied && v.right[0].form == shifts.nearest.form && v.right[0].order == shifts.nearest.order {
		return shifts
	}
	return v
}

// ordersOf returns the orders that the options allow, beginning with the order already found for the other piece.
func (g *guesser) ordersOf(p board.Piece) []order {
	if at := slices.Index(orderNames, g.options.Order); at >= 0 {
		return orders[at : at+1]
	}
	if other := g.found[1-p]; other != nil {
		return append([]order{other[0].order}, orders[:]...)
	}
	return orders[:]
}

// total returns the number of index bits of all squares.
func (r *reading) total() (n int) {
	for i := range 64 {
		n += r.bits(i)
	}
	return n
}
