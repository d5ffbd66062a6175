package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Answer is the short answer for one language on one machine: how fast an engine's search is with each technique.
type Answer struct {
	File   *results.File
	Target results.Target // the build, whose Language names the language
	Search *Table         // nil where search was not measured; then there are no rows
	Perft  *Table         // nil where perft was not measured
	Rows   []Speed        // of techniques that may be taken, and of the reference, the fastest search first, and those without an interval last
	ranks  *ranks         // of File
}

// Speed is how much faster an engine is with a technique than with the reference: 5 for 5 % more nodes in the same time.
type Speed struct {
	Technique     string
	Kind          string         // "magic", "PEXT": see facts.Facts.Kind
	Needs         []string       // features of the processor
	results.Size                 // the largest size that the file states for any build: builds do not differ, and a size that is too small misleads
	Today         int64          // the same in today's code, -1 where nobody says
	Search, Perft stats.Interval // in percent, with 95 % intervals; stats.None where it was not measured
	Holds         string         // for which run the interval of search holds
	Tied          bool           // its search has rounds enough to be slower than that of the fastest technique, and is not significantly slower
}

var (
	searchUse = Use{Piece: board.Queen, Mode: "search", Corpus: grid.DefaultGames}
	perftUse  = Use{Piece: board.Queen, Mode: "perft", Corpus: grid.DefaultGames}
)

// Answers returns the answers of the files' machines: for each first that of Go, then those of other languages.
func Answers(files ...*results.File) (list []*Answer) { return answers(ranksOf(files...)) }

func answers(files []*ranks) (list []*Answer) { // for files whose tables are ranked once
	for _, f := range files {
		for _, target := range f.languages() {
			list = append(list, f.answer(target))
		}
	}
	return list
}

// languages returns the build of each language that answers are about, machine by machine: Go's highest level, and in C gcc's or else the first.
func (f *ranks) languages() (targets []results.Target) {
	for _, t := range f.Advised() {
		i := slices.IndexFunc(targets, func(u results.Target) bool { return u.SameHost(t) && u.Built.Language == t.Built.Language })
		if i < 0 {
			targets = append(targets, t)
		} else if t.Built.String() == "c-gcc" {
			targets[i] = t
		}
	}
	return targets
}

// answer returns the answer for a build.
func (f *ranks) answer(target results.Target) *Answer {
	a := &Answer{File: f.File, Target: target, ranks: f, Search: f.table(searchUse, target), Perft: f.table(perftUse, target)}
	if a.Search == nil {
		return a
	}
	fastest := a.Search.first(func(r Row) bool { return r.Ranked() && f.Choosable(r.Technique) })
	for i := range a.Search.ranked() {
		r := &a.Search.Rows[i]
		if r.Technique != f.Reference && !f.Choosable(r.Technique) {
			continue
		}
		s := Speed{Technique: r.Technique, Kind: f.Facts[r.Technique].Kind(), Needs: f.Facts[r.Technique].Needs, Size: r.Size,
			Today: today(f.File, r.Technique), Search: faster(r), Perft: none, Holds: interval(r.Series), Tied: fastest != nil && a.Search.tied(*r, *fastest)}
		for _, other := range f.languages() {
			if t := f.table(searchUse, other); t != nil && t.row(r.Technique) != nil && other.SameHost(target) {
				s.Size = slices.MaxFunc([]results.Size{s.Size, t.row(r.Technique).Size}, results.CompareSizes)
			}
		}
		if a.Perft != nil {
			if p := a.Perft.row(r.Technique); p != nil {
				s.Perft = faster(p)
			}
		}
		a.Rows = append(a.Rows, s)
	}
	slices.SortStableFunc(a.Rows, func(x, y Speed) int {
		if x.Search.Finite() != y.Search.Finite() {
			return map[bool]int{true: -1, false: 1}[x.Search.Finite()]
		}
		return cmp.Compare(y.Search.Median, x.Search.Median)
	})
	return a
}

// faster says by how many percent a technique is faster than the reference.
func faster(r *Row) stats.Interval {
	percent := func(ratio float64) float64 { return 100 * (1/ratio - 1) } // of times; the larger a ratio, the slower: bounds change places
	return stats.Interval{Median: percent(r.Ratio.Median), Lo: percent(r.Ratio.Hi), Hi: percent(r.Ratio.Lo)}
}

// Percent writes how much faster something is, with three digits, but at most two decimals: "+12.3 %", "-0.52 %".
func Percent(speed float64) string {
	decimals := 2
	switch x := math.Abs(speed); {
	case math.IsNaN(speed):
		return "?"
	case x < 0.005: // less than half of the last decimal
		return "0 %"
	case x >= 99.95: // 100 or more, when it is rounded
		decimals = 0
	case x >= 9.995: // 10 or more
		decimals = 1
	}
	return fmt.Sprintf("%+.*f %%", decimals, speed)
}

// percents is Percent with the interval: "+12.3 % [+11.5, +13.1]".
func percents(speed stats.Interval) string {
	switch {
	case !speed.Known(), speed.Median == 0: // no value, or the reference, whose interval is 0 as well
		return Percent(speed.Median)
	case math.IsInf(speed.Lo, 0) || math.IsInf(speed.Hi, 0):
		return Percent(speed.Median) + " [?]"
	}
	bound := func(x float64) string { return strings.TrimSuffix(Percent(x), " %") }
	return fmt.Sprintf("%s [%s, %s]", Percent(speed.Median), bound(speed.Lo), bound(speed.Hi))
}

// needs writes the needed features of the processor: "AVX2, GFNI".
func (s Speed) needs() string { return strings.ToUpper(strings.Join(s.Needs, ", ")) }

// Row returns the speed of a technique, or nil.
func (a *Answer) Row(technique string) *Speed {
	i := slices.IndexFunc(a.Rows, func(s Speed) bool { return s.Technique == technique })
	if i < 0 {
		return nil
	}
	return &a.Rows[i]
}

// Tied names the techniques that are tied for the fastest, the fastest first.
func (a *Answer) Tied() (names []string) {
	for _, s := range a.Rows {
		if s.Tied && a.File.Choosable(s.Technique) {
			names = append(names, s.Technique)
		}
	}
	return names
}

// open returns the techniques without an interval that may be faster than the fastest of a class that has one, or are in a class in which no technique has one.
func (a *Answer) open() []Row {
	if a.Search == nil {
		return nil
	}
	choice, _ := a.search()
	list := choice.Open
	for _, c := range classes {
		var fastest *Row
		for i := range a.Search.ranked() { // by time, so that the first with an interval is the fastest; rows without one come last
			r := &a.Search.Rows[i]
			if s := a.Row(r.Technique); s == nil || !c.allows(a, *s) {
				continue
			}
			if r.Time.Finite() && fastest == nil {
				fastest = r
			}
			if (fastest == nil || mayBe(*r, *fastest)) && !slices.ContainsFunc(list, func(o Row) bool { return o.Technique == r.Technique }) {
				list = append(list, *r)
			}
		}
	}
	return list
}

// Pick is a technique that somebody should take, and when.
type Pick struct {
	When string // "any CPU", "BMI2, ≤ 8 KiB"
	Speed
}

var small = "≤ " + results.Bytes(grid.SmallTables) // the words for a limit on the size of tables

// class is a reader's requirement: the fastest technique with tables of at most a size and with some features.
type class struct {
	size  string   // words for bytes; "" for any size
	bytes int64    // at most
	needs []string // at most: a feature of amd64 and its counterparts on other processors
	any   bool     // any needs
}

var classes = []class{ // in the order of an answer's rows: first any tables, then smaller ones, each with fewer and fewer needs
	{"", math.MaxInt64, nil, true},
	{"", math.MaxInt64, feature.Likes("bmi2"), false},
	{"", math.MaxInt64, nil, false},
	{small, grid.SmallTables, nil, true},
	{small, grid.SmallTables, feature.Likes("avx2"), false},
	{small, grid.SmallTables, nil, false},
	{noTables, 0, nil, false},
}

// toCompare stands for the limits of the reference where it is not taken for itself.
const toCompare = "to compare with"

// taken reports whether somebody should take a pick.
func (p Pick) taken() bool { return p.When != toCompare }

// Picks returns the techniques that somebody should take, each for what it needs, and at last the reference.
func (a *Answer) Picks() []Pick { return picks(a) }

// picks returns the picks of one language on several machines, each with its speed on the first machine that has it.
func picks(answers ...*Answer) (list []Pick) {
	add := func(name, size, instead string) { // instead stands in place of the words for needs and size, if it is not ""
		if name == "" || slices.ContainsFunc(list, func(p Pick) bool { return p.Technique == name }) {
			return
		}
		for _, a := range answers {
			if s := a.Row(name); s != nil {
				when := cmp.Or(s.needs(), "any CPU")
				if size != "" {
					when += ", " + size
				}
				list = append(list, Pick{cmp.Or(instead, when), *s})
				return
			}
		}
	}
	for _, c := range classes {
		name := c.everywhere(answers)
		if len(answers) == 1 {
			name = c.best(answers[0])
		}
		add(name, c.size, "")
	}
	for _, a := range answers {
		add(a.File.Reference, "", toCompare)
	}
	return list
}

// allows reports whether somebody who looks for the fastest of the class may take a technique.
func (c class) allows(a *Answer, s Speed) bool {
	return a.File.Choosable(s.Technique) && a.File.Facts.Known(s.Technique) && s.AtMost(c.bytes) &&
		(c.any || !slices.ContainsFunc(s.Needs, func(need string) bool { return !slices.Contains(c.needs, need) }))
}

// near is by how many per cent a technique's perft may be behind that of a technique with which its search is tied, for the smaller tables to decide.
const near = 3

// best returns the technique of the class to take on one machine. The fastest is the one with the best search of those with an interval. Candidates are tied with it and shown
// to be near it, and in perft nearly as fast as the others that are tied with it. Of the candidates, the smallest tables win, then the fewest needs, then the least code;
// without candidates, the fastest wins. It is "" for none, as where nothing is significant, and where a technique without an interval may be the fastest and fewer than
// Contenders have an interval.
func (c class) best(a *Answer) string {
	if a.Doubt() != "" {
		return ""
	}
	rows := slices.DeleteFunc(slices.Clone(a.Rows), func(s Speed) bool { return !c.allows(a, s) }) // the fastest first, and those without an interval last
	timed := slices.DeleteFunc(slices.Clone(rows), func(s Speed) bool { return !s.Search.Finite() })
	if len(timed) == 0 {
		return ""
	}
	row := func(s Speed) Row { return *a.row(s.Technique) } // a.Rows are of the ranked rows of a.Search
	fastest := row(timed[0])
	if len(timed) < Contenders && slices.ContainsFunc(rows, func(s Speed) bool { return mayBe(row(s), fastest) }) {
		return ""
	}
	tied := slices.DeleteFunc(timed, func(s Speed) bool { return !a.Search.tied(row(s), fastest) && a.Search.order(row(s), fastest) >= 0 }) // neither tied nor faster round by round
	best := ""
	for _, s := range tied {
		behind := slices.ContainsFunc(tied, func(other Speed) bool { // in perft, or not known to be near
			return other.Perft.Finite() && !(s.Perft.Finite() && other.Perft.Median-s.Perft.Median <= near)
		})
		if !behind && closeTo(row(s), fastest) && (best == "" || a.prefers(s.Technique, best)) {
			best = s.Technique
		}
	}
	return cmp.Or(best, fastest.Technique)
}

// alike is by how many points the worst cases of two techniques may differ for the smaller tables to decide.
const alike = 1

// everywhere returns the technique to take on several machines. Its worst case counts: how many points it is behind the fastest of its class in search or in perft, on the
// machine where that is most. Of those whose worst case is within a point of the best one's, it has the smallest tables. Techniques without an interval
// on a machine do not count, nor do machines of which nothing can be taken. A machine that lacks the features of a technique says nothing about it.
func (c class) everywhere(answers []*Answer) string {
	worst := map[string]float64{}
	for _, a := range answers {
		if a.Doubt() != "" {
			continue
		}
		for _, read := range []func(s Speed) stats.Interval{func(s Speed) stats.Interval { return s.Search }, func(s Speed) stats.Interval { return s.Perft }} {
			counts := func(s Speed) bool { return c.allows(a, s) && read(s).Finite() }
			fastest := math.Inf(-1)
			for _, s := range a.Rows {
				if counts(s) {
					fastest = max(fastest, read(s).Median)
				}
			}
			if math.IsInf(fastest, -1) {
				continue
			}
			for _, s := range a.Rows {
				behind := math.Inf(1) // without an interval here
				if counts(s) {
					behind = fastest - read(s).Median
				}
				worst[s.Technique] = max(worst[s.Technique], behind)
			}
		}
	}
	least := math.Inf(1) // the best worst case
	for _, w := range worst {
		least = min(least, w)
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		if w := worst[name]; w <= least+alike && !math.IsInf(w, 1) &&
			(best == "" || slices.ContainsFunc(answers, func(a *Answer) bool { return a.prefers(name, best) })) {
			best = name
		}
	}
	return best
}

// rule says by which rule rows name techniques, for answers about one machine or about several.
func rule(machines int) string {
	if machines > 1 {
		return fmt.Sprintf("Each row names the technique that loses least, on its worst machine, to the fastest within the row's limits in our search and perft; within %d point, "+
			"the one with the smallest tables.", alike)
	}
	return fmt.Sprintf("Of the techniques that are tied for the fastest within a row's limits and near it (at most 5 %% slower, and surely at most 10 %%), and in perft within %d %% of the best of these, the row names the one with the smallest tables.", near)
}

// span writes the smallest and the largest gain of a technique in search, in parentheses where it is not significant, and on how many of the machines it has an interval if not
// on all: "(+1.10) to +12.3 % on 3".
func span(answers []*Answer, technique string, machines int) value {
	least, most, on := math.Inf(1), math.Inf(-1), 0
	texts := map[float64]string{}
	for _, a := range answers {
		if s := a.Row(technique); s != nil && s.Search.Finite() {
			x := s.Search.Median
			least, most, texts[x] = min(least, x), max(most, x), a.gain(s)
			on++
		}
	}
	text := strings.Join(slices.Compact([]string{texts[least], texts[most]}), " to ") + " %"
	switch on {
	case 0:
		return word("")
	case machines: // all of them, which needs no word
	default:
		text += fmt.Sprintf(" on %d", on)
	}
	return columns.Show(text, least, nil)
}

// gain writes the search speed of a row, without its unit, in parentheses where it is not significant: "(+1.10)".
func (a *Answer) gain(s *Speed) string {
	text := strings.TrimSuffix(Percent(s.Search.Median), " %")
	if s.Technique == a.File.Reference || a.faster(s.Technique, a.File.Reference) || a.faster(a.File.Reference, s.Technique) {
		return text
	}
	return "(" + text + ")"
}

// faster reports whether the search with technique x is significantly faster than with technique y.
func (a *Answer) faster(x, y string) bool {
	r, s := a.row(x), a.row(y)
	return r != nil && s != nil && a.Search.order(*r, *s) < 0
}

// prefers reports whether advice names technique x rather than y, if the two are tied.
func (a *Answer) prefers(x, y string) bool {
	r, s := a.Row(x), a.Row(y)
	return r != nil && s != nil && prefer(a.File.Facts, x, r.Size, y, s.Size) < 0
}

func (a *Answer) row(technique string) *Row { // in the table of search, or nil
	if a.Search == nil {
		return nil
	}
	return a.Search.row(technique)
}

// Doubt says why nothing can be taken from an answer, in a few words, or "".
func (a *Answer) Doubt() string {
	if _, refusal := a.search(); refusal != nil {
		return refusal.Because
	}
	return ""
}

// search returns the choice by search, or the refusal.
func (a *Answer) search() (Choice, *Refusal) {
	if a.Search == nil {
		return noChoice, &Refusal{"search was not measured", fmt.Sprintf("measure it (%s --mode search,perft)", a.File.Bench())}
	}
	c, refusal := a.Search.choose()
	if reference := a.row(a.File.Reference); refusal == nil && (reference == nil || !reference.Time.Finite()) {
		refusal = &Refusal{fmt.Sprintf("too few rounds of %s; %s is the fastest", a.File.Reference, c.Tied[0]), quieter}
	}
	return c, refusal
}
