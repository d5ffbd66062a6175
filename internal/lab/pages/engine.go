package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// inEngines are techniques known from engines. A table of gains has them, and the bestOf fastest in each of its columns.
var inEngines = []string{"fancymagic", "pext", "blackmagic", "dual", "quintessence", "kindergarten", "koggestone", "classical"}

const bestOf = 2

// writeGains writes how techniques change the speed of a search, and of perft, on each machine, in each language, the fastest first.
func writeGains(p *page) {
	machines := whole(p.readMachines())
	uses := slices.DeleteFunc([]report.Use{searchUse, netSearchUse, perftUse}, func(u report.Use) bool { return !measuredBy(machines, u) })
	heads := []string{"fastest"}
	for _, u := range uses {
		heads = append(heads, u.String())
	}
	p.Head(heads...)
	for _, m := range machines {
		for _, target := range m.languages() {
			fields := []string{m.name + ", " + target.Language()}
			for _, u := range uses {
				text := "not measured"
				if names := m.fastest(target, u); len(names) > 0 {
					text = fmt.Sprintf("`%s`, %s", names[0], m.gain(target, names[0], u))
				}
				fields = append(fields, text)
			}
			p.Row(fields...)
		}
	}
	p.Printf("\n[More techniques](%s): those of known engines, and the fastest; each machine's report has perft.\n\nFrom", searchPage)
	for i, m := range machines {
		p.Printf("%s %s", map[bool]string{true: ",", false: ""}[i > 0], m.raw())
	}
	p.Printf(".\n")
	q := &page{} // results/search.md
	q.Printf("# What techniques gain in search\n\nCompared with `fancymagic`; [docs/engine.md](../docs/engine.md) says how it was measured. `slidebench` writes this page.\n\n")
	for _, u := range slices.DeleteFunc(slices.Clone(uses), func(u report.Use) bool { return u == perftUse }) {
		heads, names := []string{u.String() + ", %"}, slices.Clone(inEngines)
		for _, m := range machines {
			for _, target := range m.languages() {
				heads = append(heads, m.name+", "+target.Language())
				fastest := m.fastest(target, u)
				names = append(names, fastest[:min(bestOf, len(fastest))]...)
			}
		}
		slices.Sort(names)
		q.Head(heads...)
		for _, name := range slices.Compact(names) {
			fields := []string{"`" + name + "`"}
			for _, m := range machines {
				for _, target := range m.languages() {
					fields = append(fields, bare(m.gain(target, name, u)))
				}
			}
			q.Row(fields...)
		}
		q.WriteByte('\n')
	}
	p.files[searchPage] = []byte(strings.TrimRight(q.String(), "\n") + "\n")
}

// searchPage is the path, from docs, of the page on gains in search.
const searchPage = "../results/search.md"

// measuredBy reports whether any of the machines measured a use.
func measuredBy(machines []*machine, u report.Use) bool {
	return slices.ContainsFunc(machines, func(m *machine) bool {
		return slices.ContainsFunc(m.languages(), func(t results.Target) bool { return m.ranked(t, u) != nil })
	})
}

// fastest returns the techniques with an interval in a use, the largest gain against the reference first.
func (m *machine) fastest(target results.Target, u report.Use) (names []string) {
	t := m.ranked(target, u)
	if t == nil {
		return nil
	}
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r report.Row) bool { return !r.Ranked() || !m.file.Choosable(r.Technique) || !r.Ratio.Finite() })
	slices.SortStableFunc(rows, func(a, b report.Row) int { return cmp.Compare(a.Ratio.Median, b.Ratio.Median) })
	for _, r := range rows {
		names = append(names, r.Technique)
	}
	return names
}

// predictor is a measurement that may predict how much techniques gain in an engine.
type predictor struct {
	name string
	mode mode.Mode
	of   string // the corpus
}

// loops are compared with the engine's search and perft.
var loops = []predictor{
	{"random, independent", mode.Throughput, grid.DefaultCorpus},
	{"random, dependent", mode.Latency, grid.DefaultCorpus},
	{"engine's questions, independent", mode.Throughput, "trace"},
	{"engine's questions, dependent", mode.Latency, "trace"},
	{"crowded caches", mode.Pressure, grid.DefaultCrowd},
}

// engineRun is a build in a machine's raw file.
type engineRun struct {
	*results.File
	target results.Target
}

// table returns the table of queens in a mode, on a corpus; a missing one is a failure.
func (r *engineRun) table(m mode.Mode, of string) *results.Table {
	t := r.Table(r.target, board.Queen, m, of)
	if t == nil {
		check(fmt.Errorf("%s lacks mode %s on corpus %s with %s: make engine measures them", r.Name, m, of, r.target.Build()))
	}
	return t
}

// eachEngine calls a function for each advised build of each raw file.
func (p *page) eachEngine(write func(r *engineRun)) {
	p.eachRun("make engine", func(f *results.File) {
		for _, target := range f.Advised() {
			write(&engineRun{f, target})
		}
	})
}

// named writes the line that begins the part about a build.
func (p *page) named(r *engineRun) {
	p.Printf("**%s, %s**, from %s\n\n", r.target.Machine, r.target.Language(), raw(r.Name))
}

// ratio returns a technique's time divided by another's, in a table.
func ratio(t *results.Table, a, over string) stats.Interval {
	x, y := t.Find(a), t.Find(over)
	if x == nil || y == nil {
		return stats.None
	}
	return stats.Ratio(x.Values, y.Values)
}

// writeLoops writes the share of an engine's time that lookups take, and how well loops predict the engine.
func writeLoops(p *page) {
	p.eachEngine(func(r *engineRun) {
		p.named(r)
		search, perft := r.table(mode.Search, grid.DefaultGames), r.table(mode.Perft, grid.DefaultGames)
		if twice := ratio(search, grid.Twice, r.Reference); twice.Known() {
			p.Printf("Asking `%s` twice for every answer makes a search take %s longer, and a perft %s.\n\n", r.Reference, percent(twice.Median-1),
				percent(ratio(perft, grid.Twice, r.Reference).Median-1))
		}
		p.Head("Kendall's tau of the ranks", "search", "perft")
		for _, loop := range loops {
			t := r.table(loop.mode, loop.of)
			p.Row(loop.name, fmt.Sprintf("%.2f", r.tau(t, search)), fmt.Sprintf("%.2f", r.tau(t, perft)))
		}
		p.WriteByte('\n')
	})
}

// tau returns Kendall's tau of two tables' medians, which have no ties to speak of.
func (r *engineRun) tau(a, b *results.Table) float64 {
	var values [][2]float64
	for _, s := range a.Series {
		if other := b.Find(s.Row()); other != nil && s.Ranked() {
			values = append(values, [2]float64{stats.Median(s.Values).Median, stats.Median(other.Values).Median})
		}
	}
	return kendall(values)
}

// kendall returns Kendall's tau of pairs of values.
func kendall(values [][2]float64) float64 {
	sum, pairs := 0, 0
	for i, x := range values {
		for _, y := range values[:i] {
			sum += cmp.Compare(x[0], y[0]) * cmp.Compare(x[1], y[1])
			pairs++
		}
	}
	return float64(sum) / float64(max(1, pairs))
}

// sizeKinds are kinds of techniques by the caches that their tables fill.
var sizeKinds = []struct {
	name        string
	above, upTo int64
}{
	{"tables over 256 KiB", 256 << 10, math.MaxInt64},
	{"tables of 8 to 256 KiB", 8 << 10, 256 << 10},
	{"tables up to 8 KiB, or none", -1, 8 << 10},
}

// writePressure writes the cycles of a lookup in C under each pressure on the caches, for the best technique of each kind.
func writePressure(p *page) {
	p.eachEngine(func(r *engineRun) {
		if r.target.InGo() {
			return
		}
		p.named(r)
		heads := []string{"touched after 16 lookups"}
		for _, kind := range sizeKinds {
			heads = append(heads, kind.name)
		}
		p.Head(heads...)
		for _, crowd := range r.crowds() {
			fields := []string{describe(crowd)}
			for _, kind := range sizeKinds {
				name, time := r.fastest(r.table(mode.Pressure, crowd.String()), kind.above, kind.upTo)
				fields = append(fields, fmt.Sprintf("`%s` %.3g", name, time))
			}
			p.Row(fields...)
		}
		p.WriteByte('\n')
	})
}

// describe returns words for the data that crowd the caches.
func describe(p corpus.Pressure) string {
	text := fmt.Sprintf("%d lines of %d MiB", p.Lines, p.MiB)
	if p.Lines == 0 {
		text = "nothing"
	}
	if p.KiB > 0 {
		return strings.TrimPrefix(text+fmt.Sprintf(" and %d KiB in order", p.KiB), "nothing and ")
	}
	return text
}

// crowds returns the measured corpora of mode pressure, fewer MiB first, then fewer KiB, then fewer lines.
func (r *engineRun) crowds() (crowds []corpus.Pressure) {
	for _, table := range r.Tables {
		if p, err := corpus.ParsePressure(table.Corpus); err == nil && table.Target == r.target && table.Piece == board.Queen {
			crowds = append(crowds, p)
		}
	}
	slices.SortFunc(crowds, func(a, b corpus.Pressure) int {
		return cmp.Or(cmp.Compare(a.MiB, b.MiB), cmp.Compare(a.KiB, b.KiB), cmp.Compare(a.Lines, b.Lines))
	})
	return crowds
}

// fastest returns the fastest technique whose tables are larger than above and at most upTo, with its cycles.
func (r *engineRun) fastest(table *results.Table, above, upTo int64) (name string, time float64) {
	time = math.NaN()
	for _, s := range table.Series {
		cycles := stats.Median(s.Values)
		if s.Ranked() && cycles.Finite() && !s.AtMost(above) && s.AtMost(upTo) && !(cycles.Median >= time) { // time is NaN at first
			name, time = s.Technique, cycles.Median
		}
	}
	return name, time
}

// writeUses writes, for each mode in which an engine asks, the fastest technique, and its gain.
func writeUses(p *page) {
	p.eachEngine(func(r *engineRun) {
		p.named(r)
		p.Head("asked", "fastest", "cycles", "against "+r.Reference)
		for _, m := range slices.Concat(mode.Engine, mode.Deltas) {
			name := grid.DefaultDeltas
			if !slices.Contains(mode.Deltas, m) {
				name = corpus.GamesOf(m)[0]
			}
			t := r.Table(r.target, board.Queen, m, name)
			if t == nil {
				continue
			}
			table := report.Rank(r.File, *t)
			if first := table.Rows[0]; first.Ranked() && first.Time.Finite() {
				p.Row(m.Words(board.Queen, name), "`"+first.Technique+"`", fmt.Sprintf("%.3g", first.Time.Median), gain(first.Ratio, table.Noise))
			}
		}
		p.WriteByte('\n')
	})
}
