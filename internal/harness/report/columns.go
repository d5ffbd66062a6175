package report

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Every table of a report is a list of columns, which all formats read: names for programs, headings for people.

type (
	value     = columns.Value
	rowColumn = columns.Column[*Row] // of a ranked table
)

var show, word, count = columns.Show, columns.Word, columns.Count

// data is a value for programs only.
func data(v any) value { return value{Text: fmt.Sprint(v), Key: math.NaN(), Data: v} }

// finite is a number for programs only.
func finite(x float64) value { return value{Text: "", Key: x, Data: columns.Number(x)} }

// triple is an interval for programs: the median and its bounds.
func triple(i stats.Interval) []columns.Number {
	return []columns.Number{columns.Number(i.Median), columns.Number(i.Lo), columns.Number(i.Hi)}
}

// ratio shows a ratio with its interval.
func ratio(i stats.Interval) value { return show(i.Format(1), i.Median, triple(i)) }

// size shows a size. Those that are unknown come after all others, and are -1 for programs.
func size(s results.Size) value {
	if s.SizeUnknown {
		return show(s.SizeText(), math.MaxFloat64, -1)
	}
	return show(s.SizeText(), float64(s.TableBytes), s.TableBytes)
}

// sized shows the size of the measured tables; if the code of today has another size, people see that, too.
func sized(measured results.Size, today int64) value {
	v := size(measured)
	if today >= 0 && (measured != results.Size{TableBytes: today}) {
		v.Text += ", now " + results.Bytes(today)
	}
	return v
}

// today returns the size of a technique's tables in today's code, -1 where nobody says.
func today(f *results.File, technique string) int64 {
	if f.Today == nil {
		return -1
	}
	return f.Today(technique)
}

// cycles shows people a time in millions of cycles where it is that of filling tables, else in cycles. Programs see cycles.
func cycles(t *results.Table, time stats.Interval) value {
	shown := Shown(t, time)
	return show(shown.Format(1), shown.Median, triple(time))
}

// nanoseconds shows the median of a time, and its bounds to programs.
func nanoseconds(t *results.Table, time stats.Interval) value {
	ns := medianNS(t, time)
	return show(short(ns), ns, triple(time.Times(t.Nanoseconds())))
}

// noise shows the A/A noise of a table.
func (t *Table) noise() value {
	text, measured := t.noiseText(), t.Noise
	if t.noisy() {
		text = "noisy: " + text
	}
	if t.Assumed {
		measured = math.NaN()
	}
	return show(text, measured, columns.Number(measured))
}

// significant shows the smallest difference that a table can show to be significant, with a mark if its A/A noise is high.
func (t *Table) significant() value {
	text := percent(t.Resolution)
	if math.IsInf(t.Resolution, 1) || math.IsNaN(t.Resolution) {
		text = "nothing"
	}
	if t.noisy() {
		text += ", noisy"
	}
	return show(text, t.Resolution, columns.Number(t.Resolution))
}

// standings are in the order in which a page sorts them. Controls have none.
var standings = []Standing{Fastest, Tied, Slower, Unclear, Older}

// rankedColumns are the columns of a ranked table. Tests add one.
var rankedColumns = func(t *Table) []rowColumn {
	shared := func(key string, v value) rowColumn {
		return rowColumn{Key: key, Shared: true, Read: func(*Row) value { return v }}
	}
	clock := shared("clock", finite(t.Clock))
	clock.CSV = "clock_ghz"
	list := []rowColumn{
		shared("file", word(t.File.Name)), shared("machine", word(t.Machine)), shared("cpu", word(t.CPU)), shared("features", word(t.Features)),
		shared("goos", word(t.GOOS)), shared("goarch", word(t.GOARCH)), shared("build", word(t.Built.String())), shared("questions", count(t.Questions)),
		shared("corpusDigest", word(t.CorpusDigest)), shared("piece", word(t.Piece.String())), shared("mode", word(string(t.Mode))),
		shared("corpus", word(t.Corpus)), shared("unit", word(t.Unit)), clock, shared("rounds", count(t.Rounds)), shared("aaNoise", t.noise()),
		shared("resolution", t.significant()),
		{Key: "technique", Tip: "A technique's button shows its idea, formula and code", Read: func(r *Row) value { return word(r.Row()) }},
		{Key: "rank", Tip: "By the median. Techniques without a significant difference may really stand in another order",
			Read: func(r *Row) value { return rank(r.Rank) }},
		{Key: "standing", Head: "standing", DropOrder: 4,
			Tip: "fastest; tied: does not differ significantly from the fastest; slower: significantly slower; unclear: too few rounds to be compared; older: an older run measured it with other code, so it is not compared",
			Read: func(r *Row) value {
				if r.Standing == "" {
					return word("").Optional()
				}
				return show(string(r.Standing), float64(slices.Index(standings, r.Standing)), string(r.Standing))
			}},
		{Key: "median lo hi", Head: Unit(&t.Table), DropOrder: 5, Tip: "Median and 95 % interval: for the next run where there are several, else for this one",
			Read: func(r *Row) value { return cycles(&t.Table, r.Time) }},
		{Key: "ns", CSV: "median_ns", Head: unitNS(&t.Table), DropOrder: 1, Tip: "The median in nanoseconds", Read: func(r *Row) value {
			v := nanoseconds(&t.Table, r.Time)
			v.Data = columns.Number(r.Time.Median * t.Nanoseconds())
			return v
		}},
	}
	if t.Mode.Per() == "node" { // which people count by the second
		list = append(list, rowColumn{Head: "Mnodes/s", Read: func(r *Row) value {
			speed := 1e3 / medianNS(&t.Table, r.Time)
			return value{Text: short(speed), Key: speed}
		}})
	}
	return append(append(list,
		rowColumn{Key: "ratio ratioLo ratioHi", Head: "x " + t.File.Reference, DropOrder: 2,
			Read: func(r *Row) value { return ratio(r.Ratio) }},
		rowColumn{Key: "tableBytes", Head: "tables", DropOrder: 3, Tip: "Size of all tables that the lookup reads", Read: func(r *Row) value {
			if t.Piece != board.Queen || t.Mode == mode.Batch || t.Mode == mode.BatchBoth { // today knows the tables that single lookups of queens read; package best has others in batches
				return size(r.Size)
			}
			return sized(r.Size, today(t.File, r.Technique))
		}},
		rowColumn{Key: "measured", Read: func(r *Row) value { return count(r.Measured()) }}),
		footingColumns(t)...)
}

// rank shows a place in the order of medians, 0 as a blank that is sorted as a text.
func rank(n int) value {
	v := show(columns.Rank(n).String(), float64(n), columns.Rank(n))
	if n == 0 {
		v.Key = math.NaN()
	}
	return v
}

// object returns a table for programs.
func (t *Table) object() columns.Object {
	shared, own := []rowColumn{}, []rowColumn{}
	for _, c := range rankedColumns(t) {
		if c.Shared {
			shared = append(shared, c)
		} else {
			own = append(own, c)
		}
	}
	return append(columns.ObjectOf(shared, nil), columns.Member{Key: "rows", Data: columns.Objects(own, t.rows())})
}

// rows returns pointers to the rows of a table.
func (t *Table) rows() (rows []*Row) {
	for i := range t.Rows {
		rows = append(rows, &t.Rows[i])
	}
	return rows
}

// finder returns a function that finds the row of a technique.
func (t *Table) finder() func(technique string) (*Row, bool) {
	rows := map[string]*Row{}
	for _, r := range t.rows() {
		rows[r.Row()] = r
	}
	return func(technique string) (*Row, bool) {
		r, found := rows[technique]
		return r, found
	}
}

// techniqueColumn is the first of tables that stand side by side.
var techniqueColumn = columns.Column[string]{Head: "technique", Read: word}

// column returns the column of a key.
func column[R any](list []columns.Column[R], key string) columns.Column[R] {
	return list[slices.IndexFunc(list, func(c columns.Column[R]) bool { return c.Key == key })]
}

// speed shows by how much an engine is faster.
func speed(i stats.Interval) value {
	if !i.Known() {
		return value{Key: math.NaN(), Data: triple(i)}
	}
	text := Percent(i.Median)
	if !i.Finite() {
		text = percents(i) // with [?] for the missing bounds
	}
	return show(text, i.Median, triple(i))
}

// intervalHead is the heading of the interval of a search speed.
const intervalHead = "95 % interval"

// speedColumns are the columns of an answer.
var speedColumns = []columns.Column[Speed]{
	{Key: "technique", Head: "technique", Read: func(s Speed) value { return word(s.Technique) }},
	{Key: "kind", Read: func(s Speed) value { return word(s.Kind) }},
	{Key: "needs", Read: func(s Speed) value { return show(s.needs(), math.NaN(), append([]string{}, s.Needs...)) }},
	{Key: "tableBytes", Head: "tables", DropOrder: 3, Read: func(s Speed) value { return sized(s.Size, s.Today) }},
	{Key: "search", Head: "search", Read: func(s Speed) value { return speed(s.Search) }},
	{Head: intervalHead, DropOrder: 1, Read: func(s Speed) value {
		_, bounds, _ := strings.Cut(percents(s.Search), " % ")
		return value{Text: bounds, Key: s.Search.Median}
	}},
	{Key: "perft", Head: "perft", DropOrder: 2, Read: func(s Speed) value { return speed(s.Perft) }},
	{Key: "interval", Read: func(s Speed) value { return word(s.Holds).Optional() }},
	{Key: "tied", Read: func(s Speed) value { return data(s.Tied) }},
}

// pickColumns are the columns of a table of recommended techniques.
var pickColumns = append([]columns.Column[Pick]{{Key: "when", Head: "CPU, limit", Read: func(p Pick) value { return word(p.When) }}},
	columns.Over(speedColumns, func(p Pick) Speed { return p.Speed })...)

// answerColumns are the columns of a language on a machine, for programs; people see some of them in a comparison of several machines.
var answerColumns = []columns.Column[*Answer]{
	{Key: "file", Read: func(a *Answer) value { return word(a.File.Name) }},
	{Key: "machine", Head: "machine", Read: func(a *Answer) value { return show(a.Target.MachineName(), math.NaN(), a.Target.Machine) }},
	{Key: "cpu", Read: func(a *Answer) value { return word(a.Target.CPU) }},
	{Key: "features", Read: func(a *Answer) value { return word(a.Target.Features) }},
	{Key: "language", Head: "language", Read: func(a *Answer) value { return word(a.Target.Language()) }},
	{Key: "build", Read: func(a *Answer) value { return word(a.Target.Built.String()) }},
	{Key: "doubt", Read: func(a *Answer) value { return word(a.Doubt()).Optional() }},
	{Key: "take", Read: func(a *Answer) value { return data(columns.Objects(pickColumns, a.Picks())) }},
	{Key: "unclear", Read: func(a *Answer) value { return data(techniquesIn(a.open())) }}, // those that may be faster
	{Key: "rows", Read: func(a *Answer) value { return data(columns.Objects(speedColumns, a.Rows)) }},
	{Head: "take", Read: func(a *Answer) value { return a.overview(func(Pick) bool { return true }) }},
	{Head: "on any CPU", Read: func(a *Answer) value { return a.overview(func(p Pick) bool { return len(p.Needs) == 0 }) }},
	{Head: small, DropOrder: 1, Read: func(a *Answer) value {
		return a.overview(func(p Pick) bool { return p.AtMost(grid.SmallTables) })
	}},
}

// techniquesIn names the techniques of rows.
func techniquesIn(rows []Row) []string {
	names := []string{}
	for _, r := range rows {
		names = append(names, r.Technique)
	}
	return names
}

// overview shows the first pick of some kind, with its speed.
func (a *Answer) overview(wanted func(Pick) bool) value {
	picks := a.Picks()
	i := slices.IndexFunc(picks, func(p Pick) bool { return p.taken() && wanted(p) })
	if doubt := a.Doubt(); doubt != "" || i < 0 {
		return word(doubt)
	}
	return word(picks[i].Technique + " " + a.gain(&picks[i].Speed) + orPerhaps(a.open()))
}

// sureColumns say how sure the figures of a table of an engine are.
var sureColumns = []columns.Column[*Table]{
	{Head: "of", Read: func(t *Table) value { return word(string(t.Mode) + ", " + t.Language()) }},
	{Head: "rounds", Read: func(t *Table) value { return count(t.Rounds) }},
	{Head: "A/A noise", Read: func(t *Table) value { return t.noise() }},
	{Head: "usually significant from", Read: func(t *Table) value { return t.significant() }},
	{Head: "intervals", Read: func(t *Table) value { return word(t.holds()) }},
}

// choiceColumns are the columns of choices, which programs see.
var choiceColumns = []columns.Column[*chosen]{
	{Key: "machine", Read: func(c *chosen) value { return word(c.target.Machine) }},
	{Key: "build", Read: func(c *chosen) value { return word(c.target.Built.String()) }},
	{Key: "use", Read: func(c *chosen) value { return word(c.use.String()) }},
	{Key: "piece", Read: func(c *chosen) value { return word(c.use.Piece.String()) }},
	{Key: "mode", Read: func(c *chosen) value { return word(string(c.use.Mode)) }},
	{Key: "rounds", Read: func(c *chosen) value { return count(c.table.Rounds) }},
	{Key: "aaNoise", Read: func(c *chosen) value { return c.table.noise() }},
	{Key: "resolution", Read: func(c *chosen) value { return c.table.significant() }},
	{Key: "refused", Read: func(c *chosen) value { // where it has a text, the columns below are empty for programs
		if c.refusal == nil {
			return word("").Optional()
		}
		return word(c.refusal.Because)
	}},
	{Key: "technique", Read: func(c *chosen) value {
		if c.refusal != nil {
			return show("none: "+c.refusal.Because, math.NaN(), "")
		}
		return show(c.Pick.Technique+orPerhaps(c.Open), math.NaN(), c.Pick.Technique)
	}},
	{Key: "cycles", Read: func(c *chosen) value { return cycles(&c.table.Table, c.Pick.Time) }},
	{Key: "ns", Read: func(c *chosen) value { return nanoseconds(&c.table.Table, c.Pick.Time) }},
	{Key: "tableBytes", Read: func(c *chosen) value { return size(c.Pick.Size) }},
	{Key: "tied", Read: func(c *chosen) value { return data(append([]string{}, c.Tied...)) }},
	{Key: "unclear", Read: func(c *chosen) value { return data(techniquesIn(c.Open)) }},
	{Key: "next", Read: func(c *chosen) value {
		if c.Next == nil {
			return value{}
		}
		return word(c.Next.Technique)
	}},
	{Key: "nextRatio", Read: func(c *chosen) value {
		if c.Next == nil {
			return value{}
		}
		return ratio(c.Next.ToFastest)
	}},
}

// agreementColumns are the columns of what two files agree on.
var agreementColumns = []columns.Column[Agreement]{
	{Head: "table", Read: func(a Agreement) value { return word(a.A.describe()) }},
	{Key: "files", Head: "files", Read: func(a Agreement) value {
		files := []string{a.A.File.Name, a.B.File.Name}
		return show(strings.Join(files, ", "), math.NaN(), files)
	}},
	{Key: "build", Read: func(a Agreement) value { return word(a.A.Built.String()) }},
	{Key: "piece", Read: func(a Agreement) value { return word(a.A.Piece.String()) }},
	{Key: "mode", Read: func(a Agreement) value { return word(string(a.A.Mode)) }},
	{Key: "corpus", Read: func(a Agreement) value { return word(a.A.Corpus) }},
	{Key: "tauB", Head: "tau-b", Read: func(a Agreement) value { return tau(a.Tau) }},
	{Key: "alike", Head: "pairs ordered alike", Read: func(a Agreement) value { return count(a.Alike) }},
	{Key: "reversed", Head: "reversed", Read: func(a Agreement) value { return count(a.Reversed) }},
	{Key: "tied", Head: "tied", Read: func(a Agreement) value { return count(a.Tied) }},
	{Key: "tauMedians", Head: "tau of medians", Read: func(a Agreement) value { return tau(a.TauMedians) }},
	{Key: "cells", Head: "cells", Read: func(a Agreement) value { return count(a.Cells) }},
	{Key: "same", Head: "the same", Read: func(a Agreement) value { return count(a.Near) }}, // of the cells
	{Key: "farthestApart", Head: "farthest apart", Read: func(a Agreement) value {
		v := finite(a.Farthest)
		if a.Cells > 0 {
			v.Text = percent(math.Log(a.Farthest))
		}
		return v
	}},
}

// tau shows a coefficient of agreement.
func tau(x float64) value {
	v := finite(x)
	if v.Text = fmt.Sprintf("%.3f", x); math.IsNaN(x) {
		v.Text = "nothing to order"
	}
	return v
}

// source is a raw file, or one machine of it with the names of its builds.
type source struct {
	*ranks
	of     results.Target
	builds string
}

// sourceColumns are the columns of raw files, and of the circumstances of their making.
var sourceColumns = []columns.Column[source]{
	{Key: "name", Head: "raw file", Read: func(s source) value { return show(s.mark+s.Name, math.NaN(), s.Name) }},
	{Key: "reference", Read: func(s source) value { return word(s.Reference) }},
	{Head: "machine", Read: func(s source) value { return word(s.of.Machine) }},
	{Head: "cpu", Read: func(s source) value { return word(s.of.CPU) }},
	{Head: "features", DropOrder: 1, Uniform: true, Read: func(s source) value { return word(s.of.Features) }},
	{Head: "builds", DropOrder: 5, Read: func(s source) value { return word(s.builds) }},
	{Key: "estimator", Head: "times", DropOrder: 4, Read: func(s source) value { return word(Units(s.File)) }},
	{Key: "missing", Read: func(s source) value { return word(s.Missing).Optional() }},
	{Key: "commit", Head: "commit", Read: func(s source) value {
		return show(strings.TrimPrefix(s.Revision(), "commit "), math.NaN(), s.Commit)
	}},
	{Key: "dirty", Read: func(s source) value { return data(s.Dirty) }},
	{Key: "codeKnown", Read: func(s source) value { return data(s.Code() != nil) }},
	{Key: "toolchain", Head: "toolchain", DropOrder: 3, Read: func(s source) value { return word(s.Toolchain) }},
	{Key: "started", Head: "started", DropOrder: 2, Read: func(s source) value { return word(s.Started) }},
	{Key: "finished", Read: func(s source) value { return word(s.Finished) }},
	{Key: "guests", Read: func(s source) value {
		if len(s.Guests) == 0 {
			return word("").Optional()
		}
		return data(s.Guests)
	}},
}

// pageSourceColumns are those of a page, whose tables name machines for people.
var pageSourceColumns = []columns.Column[source]{
	{Head: "machine", Read: func(s source) value { return word(s.of.MachineName()) }},
	{Head: "cpu", Read: func(s source) value { return word(s.of.CPU) }},
	{Head: "features", Read: func(s source) value { return word(s.of.Features) }},
	{Head: "compilers", Read: func(s source) value { return word(s.compilers()) }},
	{Head: "rounds", Read: func(s source) value { return count(s.rounds(s.of)) }},
	column(sourceColumns, "commit"), column(sourceColumns, "started"), {Head: "raw file", Read: func(s source) value { return word(s.Name) }},
}

// version is the first number of a compiler's version text that has two points: "12.2.0" of "gcc (Debian 12.2.0-14) 12.2.0 -O3".
var version = regexp.MustCompile(`\d+\.\d+\.\d+`)

// compilers lists the compilers of a file's builds with their versions: "go1.26.8, gcc 12.2.0".
func (f *ranks) compilers() string {
	list := []string{f.Toolchain}
	for _, b := range slices.Sorted(maps.Keys(f.Compilers)) {
		for _, name := range []string{"clang", "gcc", "rustc"} {
			if text := f.Compilers[b]; strings.Contains(text, name) && !slices.Contains(list, name+" "+version.FindString(text)) {
				list = append(list, name+" "+version.FindString(text))
				break
			}
		}
	}
	return strings.Join(list, ", ")
}

// rounds returns the most rounds that a table of a machine has.
func (f *ranks) rounds(machine results.Target) (most int) {
	for i := range f.Tables {
		if f.Tables[i].SameHost(machine) {
			most = max(most, f.Tables[i].Rounds)
		}
	}
	return most
}
