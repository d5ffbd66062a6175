package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
)

// crowding is one of the ways in which corpora of mode pressure crowd the caches, while the other ways stay as they are.
type crowding struct {
	kind, across string
	amount       func(corpus.Pressure) int
	alone        func(corpus.Pressure) bool // nothing else crowds them
}

var crowdings = []crowding{
	{"pressure", "other cache lines touched between groups of %d lookups", func(p corpus.Pressure) int { return p.Lines },
		func(p corpus.Pressure) bool { return p == corpus.Pressure{Lines: p.Lines, MiB: corpus.UsualMiB} }},
	{"pressure-streamed", "KiB streamed between groups of %d lookups", func(p corpus.Pressure) int { return p.KiB },
		func(p corpus.Pressure) bool { return p == corpus.Pressure{KiB: p.KiB, MiB: corpus.UsualMiB} }},
}

// amountOf returns the amount of a table's corpus, which a name that ParsePressure does not know lacks.
func (k crowding) amountOf(t *results.Table) (n int, ok bool) {
	p, err := corpus.ParsePressure(t.Corpus)
	return k.amount(p), err == nil && k.alone(p)
}

// fewAmounts is how many make a picture.
const fewAmounts = 3

// tables returns the tables of mode pressure with all amounts, the smallest first, nil for too few.
func (k crowding) tables(f *results.File, target results.Target, piece board.Piece) []*results.Table {
	list := tablesOf(f, target, piece, "pressure", func(t *results.Table) bool {
		_, ok := k.amountOf(t)
		return ok
	})
	if len(list) < fewAmounts {
		return nil
	}
	slices.SortFunc(list, func(a, b *results.Table) int {
		m, _ := k.amountOf(a)
		n, _ := k.amountOf(b)
		return cmp.Compare(m, n)
	})
	return list
}

// sizes are the largest tables of the kinds of techniques, in bytes, but for those of the last kind, which are larger.
var sizes = [...]int64{8 << 10, 256 << 10}

// bestOfKinds returns the fastest technique of each kind in a table, the kind of the largest tables first.
func bestOfKinds(f *results.File, t *results.Table) (names []string) {
	var best [len(sizes) + 1]string
	for _, pt := range points(f, t, Options{}) {
		kind, _ := slices.BinarySearch(sizes[:], pt.bytes)
		if best[kind] == "" && f.Choosable(pt.name) {
			best[kind] = pt.name
		}
	}
	for _, name := range slices.Backward(best[:]) {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// pressure draws, for mode pressure, times over the amount of what crowds the caches, of one table for each amount: of the best
// technique of each kind, or of those that Options name, and of the crowding alone.
func (fr frame) pressure(f *results.File, k crowding, tables []*results.Table, opt Options) (vg.Length, func(draw.Canvas)) {
	name := unit(tables[0])
	subtitle := fmt.Sprintf("%v, %s: %s, median with 95 %% interval", tables[0].Piece, tables[0].Mode, name)
	names := opt.Techniques
	if len(names) == 0 {
		i := slices.IndexFunc(tables, func(t *results.Table) bool { return t.Corpus == grid.DefaultCrowd })
		if i < 0 {
			i = len(tables) / 2
		}
		names = bestOfKinds(f, tables[i])
		subtitle += fmt.Sprintf("; of techniques with tables of more than %s, of more than %s, and of the others, the fastest in %s",
			results.Bytes(sizes[1]), results.Bytes(sizes[0]), tables[i].Corpus)
	}
	subtitle += "; grey: " + alone + ", what crowds the caches alone"
	var curves []*curve
	var ticks plot.ConstantTicks
	for _, t := range tables {
		n, _ := k.amountOf(t)
		x := float64(n)
		if n == 0 { // which a logarithmic axis has no place for
			second, _ := k.amountOf(tables[1])
			x = float64(second) / zeroGap
		}
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.Itoa(n)})
		for _, pt := range points(f, t, Options{}) {
			if pt.name != alone && !slices.Contains(names, pt.name) {
				continue
			}
			i := slices.IndexFunc(curves, func(c *curve) bool { return c.name == pt.name })
			if i < 0 {
				i = len(curves)
				c := &curve{name: pt.name, best: slices.Index(names, pt.name)}
				if pt.name == alone {
					c.best, c.control = len(names), true
				}
				curves = append(curves, c)
			}
			curves[i].across, curves[i].times = append(curves[i].across, x), append(curves[i].times, pt.time)
		}
	}
	// Colours go by kind, and the control, which has none of them, comes last.
	slices.SortFunc(curves, func(a, b *curve) int { return cmp.Compare(a.best, b.best) })
	return fr.curves(subtitle, fmt.Sprintf(k.across, corpus.Group), name, ticks, curves, hues[opt.Theme])
}

// alone is the control whose slices hold nothing but what crowds the caches.
const alone = "noop"

// zeroGap is how far left of the smallest amount, as a factor, none stands.
const zeroGap = 4
