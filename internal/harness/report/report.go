// Package report turns raw result files into a short answer, how fast an engine's search is with each technique, and into ranked tables, as text for
// a terminal, Markdown, CSV, JSON, or one self-contained HTML page.
//
// # What is claimed, and on what grounds
//
// A time is the median over the rounds with its 95 % order-statistic interval. A ratio is the median of the ratios round by round. Two techniques differ significantly
// when the interval of their ratio excludes 1 and its median differs from 1 by more than the A/A noise of the table, which is what the same ratio gives for the
// reference technique against itself. stats.Resolution says in one number per table which differences are usually significant.
//
// A technique is tied with the fastest when it does not differ significantly from it. Of the tied techniques that are shown to be near the fastest, smaller
// tables, fewer needs and less code win.
//
// Too few rounds show nothing. A technique with values in fewer than stats.MinRounds rounds has no interval. It is neither tied with the fastest nor slower: its standing
// is unclear. It is never the answer. The answer comes from techniques with an interval, and names techniques without one that may be faster.
//
// Times are shown in cycles, with nanoseconds beside them.
package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Table is one table of a file, ranked.
type Table struct {
	results.Table
	File *results.File
	mark string // tells it from tables of other files
	// Noise is the A/A noise, see stats.AANoise; NaN if the reference is not there twice. Then intervals alone say what differs.
	Noise float64
	// Assumed: the reference has too few rounds for the A/A noise, and Noise is what it may well be: how far any two of the reference's values lie
	// apart, and no less than highNoise.
	Assumed bool
	// Resolution is the difference from which most differences are significant here, as |ln ratio|: see stats.Resolution, of the ratios of the
	// ranked techniques to the fastest.
	Resolution float64
	Rows       []Row // ranked ones first, the fastest first; rows with too few values for an interval come last among them
}

// Row is one technique of a table.
type Row struct {
	*results.Series
	Time  stats.Interval // in the table's unit
	Ratio stats.Interval // to the reference; NaN if the table has none
	// ToFastest is the ratio to the fastest ranked technique; none for rows that are not ranked.
	ToFastest stats.Interval
	Standing  Standing
	Rank      int // from 1; 0: not ranked
}

// Standing compares a ranked technique with the one of the smallest median.
type Standing string

const (
	Fastest Standing = "fastest" // has the smallest median
	Tied    Standing = "tied"    // does not differ significantly from the fastest
	Slower  Standing = "slower"  // is significantly slower than the fastest
	Unclear Standing = "unclear" // has too few rounds to be compared with the fastest
	Older   Standing = "older"   // is of an older run, which measured other code: not ranked
)

// none is an interval without values.
var none = stats.None

// Rank ranks the techniques of one table of a file.
func Rank(f *results.File, t results.Table) Table {
	table := Table{Table: t, File: f, Noise: math.NaN()}
	reference, again := t.Find(f.Reference), t.AA()
	if reference != nil && again != nil {
		if table.Noise = again.Over(reference).Noise(); math.IsInf(table.Noise, 1) {
			table.Noise, table.Assumed = highNoise, true
			if both := stats.Present(slices.Concat(reference.Values, again.Values)); len(both) > 0 {
				table.Noise = max(highNoise, math.Log(slices.Max(both)/slices.Min(both)))
			}
		}
	}
	for i := range t.Series {
		s := &t.Series[i]
		row := Row{Series: s, Time: s.Time(), Ratio: none, ToFastest: none}
		if reference != nil {
			row.Ratio = s.Over(reference)
		}
		if s.Older && s.Cell.Ranked() {
			row.Standing = Older
		}
		table.Rows = append(table.Rows, row)
	}
	slices.SortFunc(table.Rows, func(a, b Row) int {
		last := func(r Row) int { // groups of rows, one behind the other
			switch {
			case !r.Ranked():
				return 2
			case !r.Time.Finite():
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Time.Median, b.Time.Median),
			cmp.Compare(a.Row(), b.Row()))
	})
	table.rank()
	return table
}

// rank numbers the ranked rows, which are sorted by time, and compares them with the fastest. A row that is even faster round by round, despite its larger median, is tied.
func (t *Table) rank() {
	var ratios []stats.Interval
	for i := range t.ranked() {
		r := &t.Rows[i]
		r.Rank, r.ToFastest, r.Standing = i+1, r.Over(t.Rows[0].Series), Tied
		switch {
		case !r.ToFastest.Finite():
			r.Standing = Unclear
		case i == 0:
			r.Standing = Fastest
		case order(r.ToFastest, t.Noise) > 0:
			r.Standing = Slower
		}
		if i > 0 {
			ratios = append(ratios, r.ToFastest)
		}
	}
	if t.Resolution = t.Noise; len(ratios) > 0 { // of a single technique, the noise is all that is known
		t.Resolution = stats.Resolution(t.Noise, ratios)
	}
}

// Significant names the smallest difference that the table shows.
func (t *Table) Significant() string {
	if math.IsInf(t.Resolution, 1) || math.IsNaN(t.Resolution) {
		return "nothing is significant here"
	}
	text := fmt.Sprintf("differences of %s and more are usually significant here", percent(t.Resolution))
	unclear := 0
	for _, r := range t.ranked() {
		if r.Standing == Unclear {
			unclear++
		}
	}
	if unclear > 0 {
		text += fmt.Sprintf(", where %d of %d techniques have too few rounds to be compared", unclear, len(t.ranked()))
	}
	return text
}

// row returns the row with a name, or nil.
func (t *Table) row(name string) *Row {
	return t.first(func(r Row) bool { return r.Row() == name })
}

// first returns the first row that is wanted, or nil. Ranked rows come first, the fastest before the others.
func (t *Table) first(wanted func(r Row) bool) *Row {
	i := slices.IndexFunc(t.Rows, wanted)
	if i < 0 {
		return nil
	}
	return &t.Rows[i]
}

// ranked returns the rows that take part in the ranking.
func (t *Table) ranked() []Row {
	n := slices.IndexFunc(t.Rows, func(r Row) bool { return !r.Ranked() })
	if n < 0 {
		n = len(t.Rows)
	}
	return t.Rows[:n]
}

// order returns the sign of a's time minus b's, 0 when the two are not shown to differ.
func (t *Table) order(a, b Row) int { return order(a.Over(b.Series), t.Noise) }

// tied reports whether two techniques have rounds enough to differ, and do not.
func (t *Table) tied(a, b Row) bool {
	ratio := a.Over(b.Series)
	return ratio.Finite() && order(ratio, t.Noise) == 0
}

// order returns the sign of a ratio's logarithm, 0 when it may be 1.
func order(ratio stats.Interval, noise float64) int {
	if !ratio.Excludes(1) || math.Abs(math.Log(ratio.Median)) <= noise {
		return 0
	}
	return cmp.Compare(ratio.Median, 1)
}

// Tables ranks every table of a file, in the file's order.
func Tables(f *results.File) []*Table { return ranksOf(f)[0].all() }

// Agreement compares how two files rank the techniques of one table, and the times that they give them.
type Agreement struct {
	A, B                  *Table
	Alike, Reversed, Tied int     // pairs of techniques; tied are those that do not differ significantly in one of the files
	Tau                   float64 // Kendall's tau-b ([kendall]), where a pair tied in one file counts as tied in both; NaN when all are tied
	TauMedians            float64 // Kendall's tau of the medians, where only equal ones are tied; NaN for fewer than two techniques
	// Cells counts the cells that both tables have, controls included, and Near those of them whose medians differ by at most Reproduced. Farthest is
	// the largest ratio of two medians, from 1 on. All are 0 if the tables have no cell in common.
	Cells, Near int
	Farthest    float64
}

// Reproduced is the largest ratio of two runs' medians with which a cell counts as the same in both.
const Reproduced = 1.03

// Agree compares the techniques that both tables have.
func Agree(a, b *Table) Agreement {
	agreement := Agreement{A: a, B: b}
	var rows [][2]Row
	for _, r := range a.ranked() {
		if i := slices.IndexFunc(b.ranked(), func(s Row) bool { return s.Technique == r.Technique }); i >= 0 {
			rows = append(rows, [2]Row{r, b.Rows[i]})
		}
	}
	concordant := 0 // pairs with medians in the same order, less pairs with medians reversed; pairs with equal ones count 0
	for i, r := range rows {
		for _, s := range rows[:i] {
			concordant += cmp.Compare(r[0].Time.Median, s[0].Time.Median) * cmp.Compare(r[1].Time.Median, s[1].Time.Median)
			switch a.order(r[0], s[0]) * b.order(r[1], s[1]) { // signs: 0 where one of the tables shows no difference
			case 1:
				agreement.Alike++
			case -1:
				agreement.Reversed++
			default:
				agreement.Tied++
			}
		}
	}
	agreement.Tau = float64(agreement.Alike-agreement.Reversed) / float64(agreement.Alike+agreement.Reversed)
	agreement.TauMedians = float64(concordant) / float64(agreement.Alike+agreement.Reversed+agreement.Tied)
	agreement.times()
	return agreement
}

// times counts the cells that both tables have, and those whose medians are about the same.
func (x *Agreement) times() {
	for _, r := range x.A.Rows {
		s := x.B.row(r.Row())
		if s == nil || !s.Time.Known() || !r.Time.Known() {
			continue
		}
		ratio := s.Time.Median / r.Time.Median
		ratio = max(ratio, 1/ratio)
		x.Farthest = max(x.Farthest, ratio)
		if x.Cells++; ratio <= Reproduced {
			x.Near++
		}
	}
}

// agreements compares every two files table by table, where they share a target.
func agreements(files []*ranks) (list []Agreement) {
	having := map[results.Key][]int{} // the numbers of the files that have a table
	for i, f := range files {
		for k := range f.places {
			having[k] = append(having[k], i)
		}
	}
	for i, f := range files {
		shared := map[int][]*Table{} // tables of file i that file j also has, by j
		for k := range f.Tables {
			for _, j := range having[f.Tables[k].Key] {
				if j > i {
					shared[j] = append(shared[j], f.rank(k))
				}
			}
		}
		for _, j := range slices.Sorted(maps.Keys(shared)) {
			for _, t := range shared[j] {
				list = append(list, Agree(t, files[j].rank(files[j].places[t.Key])))
			}
		}
	}
	return list
}

// highNoise is the A/A noise above which a table is noisy, and the least that is taken for an unknown noise; mostChance returns multiples of it.
const highNoise = 0.05

// noisy reports whether the A/A noise is high.
func (t *Table) noisy() bool { return t.Noise > highNoise }

// noiseText writes the A/A noise.
func (t *Table) noiseText() string {
	if t.Assumed {
		return fmt.Sprintf("unknown, taken as %s", percent(t.Noise))
	}
	return percent(t.Noise)
}

// onlyExperiments names the builds of a file that has none but builds of Go with an experiment.
func onlyExperiments(f *results.File) string {
	return fmt.Sprintf("%s: nothing but builds with an experiment (%s)", f.Name, builds(f))
}

// builds names the builds of a file.
func builds(f *results.File) string {
	var names []string
	for _, t := range f.Targets() {
		names = append(names, t.Built.String())
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// warnings lists what a reader must know before the numbers of some files. The footing of a text for a terminal says in fewer words what has changed.
func warnings(files []*ranks, terminal bool) []string {
	list := []string{}
	for _, f := range files {
		list = append(list, doubts(f.File)...)
		if changed := f.changed(); changed != "" && !terminal {
			list = append(list, f.Name+": "+changed)
		}
	}
	return list
}

// doubts lists the reasons to doubt a file.
func doubts(f *results.File) (list []string) {
	switch {
	case len(f.Advised()) == 0:
		list = append(list, onlyExperiments(f)+": no advice comes from it")
	case len(f.Highest()) == 0:
		list = append(list, fmt.Sprintf("%s: no build in Go (only %s): nothing here is about Go", f.Name, builds(f)))
	}
	if unknown := f.Unknown(); len(unknown) > 0 {
		list = append(list, fmt.Sprintf("%s: the needs of %s are unknown: left out wherever needs matter", f.Name, strings.Join(unknown, ", ")))
	}
	for _, note := range f.Notes {
		list = append(list, f.Name+": "+note)
	}
	if f.Tables[0].Beside() {
		list = append(list, f.Name+": measured beside a neighbour on the same core: cycles are those of a shared core, and nothing shows that ranks are those of a core alone")
	}
	if f.Dirty {
		list = append(list, f.Name+": the source tree was dirty: no commit holds what was measured")
	}
	return list
}

// describe names the table within its file: "queen, throughput, random16, GOAMD64=v3".
func (t *Table) describe() string { return t.title() + ", " + t.Build() }

// title is describe without the build.
func (t *Table) title() string { return fmt.Sprintf("%v, %s, %s", t.Piece, t.Mode, t.Corpus) }
