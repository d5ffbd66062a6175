package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Every table of a report is a list of columns, which all formats read: names for programs, headings for people.

type (
	value     = columns.Value
	rowColumn = columns.Column[*Row]
)

var (
	show  = columns.Show
	word  = columns.Word
	count = columns.Count
)

// data is a value for programs only.
func data(v any) value { return value{Text: fmt.Sprint(v), Key: math.NaN(), Data: v} }

// finite is a number for programs only.
func finite(x float64) value { return value{Text: "", Key: x, Data: columns.Number(x)} }

// triple is an interval for programs: the median and its bounds.
func triple(i stats.Interval) []columns.Number {
	return []columns.Number{columns.Number(i.Median), columns.Number(i.Lo), columns.Number(i.Hi)}
}

func ratio(i stats.Interval) value { return show(i.Format(1), i.Median, triple(i)) }

func size(n int64) value { return show(results.Bytes(n), float64(n), results.Said(n)) }

// cycles shows a time in the unit that people see. Programs see it as the table has it.
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
	text := percent(t.Noise)
	if t.noisy() {
		text = "noisy: " + text
	}
	return show(text, t.Noise, columns.Number(t.Noise))
}

// significant shows the smallest difference that a table shows, with a mark if its A/A noise is high.
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
var standings = []Standing{Fastest, Equivalent, Inconclusive, Slower}

// rankedColumns are the columns of a ranked table. Tests add one.
var rankedColumns = func(t *Table) []rowColumn {
	shared := func(key string, v value) rowColumn {
		return rowColumn{Key: key, Shared: true, Read: func(*Row) value { return v }}
	}
	clock := shared("clock", finite(t.Clock))
	clock.CSV = "clock_ghz"
	list := []rowColumn{
		shared("file", word(t.File.Name)), shared("machine", word(t.Machine)), shared("cpu", word(t.CPU)), shared("features", word(t.Features)),
		shared("goos", word(t.GOOS)), shared("goarch", word(t.GOARCH)), shared("goamd64", word(t.GOAMD64())), shared("questions", count(t.Questions)),
		shared("corpusDigest", word(t.CorpusDigest)), shared("piece", word(t.Piece.String())), shared("mode", word(t.Mode)),
		shared("corpus", word(t.Corpus)), shared("unit", word(t.Unit)), clock, shared("rounds", count(t.Rounds)), shared("aaNoise", t.noise()),
		shared("resolution", t.significant()), shared("c", word(t.C()).Optional()),
		{Key: "technique", Tip: "The technique; its button tells its idea, formula and code", Read: func(r *Row) value { return word(r.Technique) }},
		{Key: "rank", Tip: "By the median; techniques that do not differ significantly may be in another order in truth",
			Read: func(r *Row) value { return rank(r.Rank) }},
		{Key: "group", Read: func(r *Row) value { return rank(r.Group) }},
		{Key: "standing", Head: "standing", Spare: 4,
			Tip: "fastest; equivalent: shown to take at most 2 % longer; slower: significantly slower; inconclusive: neither is shown",
			Read: func(r *Row) value {
				if r.Rank == 0 {
					return word("").Optional()
				}
				return show(string(r.Standing), float64(slices.Index(standings, r.Standing)), string(r.Standing))
			}},
		{Key: "median lo hi", Head: Unit(&t.Table), Spare: 5, Tip: "Median and 95 % interval over the rounds",
			Read: func(r *Row) value { return cycles(&t.Table, r.Time) }},
		{Key: "ns", CSV: "median_ns", Head: unitNS(&t.Table), Spare: 1, Tip: "The median in nanoseconds", Read: func(r *Row) value {
			v := nanoseconds(&t.Table, r.Time)
			v.Data = columns.Number(r.Time.Median * t.Nanoseconds())
			return v
		}},
	}
	if mode.Mode(t.Mode).Per() == "node" { // which people count by the second
		list = append(list, rowColumn{Head: "Mnodes/s", Read: func(r *Row) value {
			speed := 1e3 / medianNS(&t.Table, r.Time)
			return value{Text: short(speed), Key: speed}
		}})
	}
	return append(list,
		rowColumn{Key: "ratio ratioLo ratioHi", Head: "x " + t.File.Reference, Spare: 2,
			Read: func(r *Row) value { return ratio(r.Ratio) }},
		rowColumn{Key: "tableBytes", Head: "tables", Spare: 3, Tip: "Size of all tables that the lookup reads", Read: func(r *Row) value { return size(r.TableBytes) }},
		rowColumn{Key: "measured", Read: func(r *Row) value { return count(r.Measured()) }})
}

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
		rows[r.Technique] = r
	}
	return func(technique string) (*Row, bool) {
		r, found := rows[technique]
		return r, found
	}
}

// techniqueColumn is the first of tables that stand side by side.
var techniqueColumn = columns.Column[string]{Head: "technique", Read: word}

// verdictColumns are the columns of verdicts on PEXT.
var verdictColumns = []columns.Column[Verdict]{
	{Key: "file", Read: func(v Verdict) value { return word(v.Table.File.Name) }},
	{Key: "machine", Read: func(v Verdict) value { return word(v.Table.Machine) }},
	{Key: "features", Read: func(v Verdict) value { return word(v.Table.Features) }},
	{Key: "goamd64", Read: func(v Verdict) value { return word(v.Table.GOAMD64()) }},
	{Key: "use", Head: "use", Read: func(v Verdict) value { return word(v.Use.String()) }},
	{Head: "features, build", Spare: 1, Uniform: true, Read: func(v Verdict) value {
		return word(v.Table.mark + v.Table.Features + ", " + v.Table.Build())
	}},
	{Head: "fastest", Spare: 3, Read: func(v Verdict) value { return word(v.Fastest()) }},
	{Key: "pext", Head: "PEXT", Read: func(v Verdict) value { return word(v.PEXT.Technique) }},
	{Key: "pextNs", Read: func(v Verdict) value { return nanoseconds(&v.Table.Table, v.PEXT.Time) }},
	{Key: "pextCycles", Head: "cycles", Spare: 4, Read: func(v Verdict) value { return cycles(&v.Table.Table, v.PEXT.Time) }},
	{Key: "withoutPEXT", Head: "without PEXT", Spare: 5, Read: func(v Verdict) value { return word(v.Other.Technique) }},
	{Key: "withoutPEXTNs", Read: func(v Verdict) value { return nanoseconds(&v.Table.Table, v.Other.Time) }},
	{Key: "withoutPEXTCycles", Head: "cycles", Spare: 4, Read: func(v Verdict) value { return cycles(&v.Table.Table, v.Other.Time) }},
	{Key: "ratio", Head: "PEXT : without", Read: func(v Verdict) value { return ratio(v.Ratio) }},
	{Key: "aaNoise", Head: "A/A noise", Spare: 2, Read: func(v Verdict) value { return v.Table.noise() }},
	{Key: "c", Read: func(v Verdict) value { return word(v.Table.C()).Optional() }}, // the build in C
	{Key: "verdict", Head: "PEXT is the fastest", Read: func(v Verdict) value { return word(v.Words()) }},
}

// chosen is what a set uses in one way, or why it is nothing.
type chosen struct {
	set   Profile
	use   Use
	table *Table
	Choice
	refusal *Refusal
}

// unless reads a value that there is only if something is chosen. Programs see what else it says.
func unless(otherwise any, read func(c *chosen) value) func(c *chosen) value {
	return func(c *chosen) value {
		if c.refusal != nil {
			return value{Key: math.NaN(), Data: otherwise}
		}
		return read(c)
	}
}

// names shows some of a list of names, which programs see whole.
func names(list, shown []string) value {
	return show(few(shown), math.NaN(), append([]string{}, list...))
}

// unknown is an interval that there is not.
var unknown = triple(none)

// choiceColumns are the columns of choices.
var choiceColumns = []columns.Column[*chosen]{
	{Key: "use", Head: "use", Read: func(c *chosen) value { return word(c.use.String()) }},
	{Head: "features, build", Spare: 1, Uniform: true, Read: func(c *chosen) value { return word(c.set.ranks.mark + c.set.String()) }},
	{Head: "times are", Spare: 8, Read: func(c *chosen) value { return word(c.set.how()) }},
	{Key: "piece", Read: func(c *chosen) value { return word(c.use.Piece.String()) }},
	{Key: "mode", Read: func(c *chosen) value { return word(c.use.Mode) }},
	{Key: "rounds", Read: func(c *chosen) value { return count(c.table.Rounds) }},
	{Key: "aaNoise", Read: func(c *chosen) value { return c.table.noise() }},
	{Key: "noisy", Read: func(c *chosen) value { return data(c.table.noisy()) }},
	{Key: "refused", Read: func(c *chosen) value { // then what depends on a choice is empty
		if c.refusal == nil {
			return word("").Optional()
		}
		return word(c.refusal.Reason)
	}},
	{Key: "technique", Head: "use this", Read: func(c *chosen) value {
		if c.refusal != nil {
			return show("none: "+c.refusal.Because, math.NaN(), "")
		}
		return word(c.Pick.Technique)
	}},
	{Key: "cycles", Head: "cycles", Spare: 11, Read: unless(unknown, func(c *chosen) value { return cycles(&c.table.Table, c.Pick.Time) })},
	{Key: "ns", Head: "ns", Spare: 2, Read: unless(unknown, func(c *chosen) value { return nanoseconds(&c.table.Table, c.Pick.Time) })},
	{Key: "tableBytes", Head: "tables", Spare: 10, Read: unless(0, func(c *chosen) value { return size(c.Pick.TableBytes) })},
	{Key: "equivalent", Head: "equivalent", Spare: 7, Read: func(c *chosen) value {
		return names(c.Good, slices.DeleteFunc(slices.Clone(c.Good), func(name string) bool { return name == c.Pick.Technique }))
	}},
	{Key: "inconclusive", Head: "inconclusive", Spare: 6, Read: func(c *chosen) value { return names(c.Inconclusive, c.Inconclusive) }},
	{Key: "tied", Read: func(c *chosen) value { return names(c.Tied, c.Tied) }},
	{Key: "next", Head: "next", Spare: 9, Read: unless(nil, func(c *chosen) value {
		if c.Next == nil {
			return value{Text: "none", Key: math.NaN()}
		}
		return word(c.Next.Technique)
	})},
	{Key: "nextRatio", Head: "x fastest", Spare: 3, Read: func(c *chosen) value {
		if c.Next == nil {
			return value{Key: math.NaN(), Data: unknown}
		}
		return ratio(c.Next.ToFastest)
	}},
	{Key: "smallest", Head: "smallest near it", Spare: 4, Read: func(c *chosen) value {
		v := show("", math.NaN(), c.Smallest.Technique)
		if c.Smallest.TableBytes != c.Pick.TableBytes {
			v.Text = fmt.Sprintf("%s (%s, x %.3f)", c.Smallest.Technique, results.Bytes(c.Smallest.TableBytes), c.Smallest.ToFastest.Median)
		}
		return v
	}},
	{Key: "smallestBytes", Read: unless(0, func(c *chosen) value { return size(c.Smallest.TableBytes) })},
	{Key: "smallestRatio", Read: unless(unknown, func(c *chosen) value { return ratio(c.Smallest.ToFastest) })},
	{Key: "resolution", Head: "significant", Spare: 5, Read: func(c *chosen) value { return c.table.significant() }},
}

// few names up to three techniques and the number of the others.
func few(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, %d more", strings.Join(names[:most-1], ", "), len(names)-most+1)
}

// setColumns are the columns of feature sets, which only programs see.
var setColumns = []columns.Column[Profile]{
	{Key: "file", Read: func(s Profile) value { return word(s.File.Name) }},
	{Key: "machine", Read: func(s Profile) value { return word(s.Target.Machine) }},
	{Key: "cpu", Read: func(s Profile) value { return word(s.Target.CPU) }},
	{Key: "features", Read: func(s Profile) value { return word(s.Features) }},
	{Key: "goamd64", Read: func(s Profile) value { return word(s.Target.GOAMD64()) }},
	{Key: "derived", Read: func(s Profile) value { return data(s.Derived) }}, // of a newer machine's times
	{Key: "foreign", Read: func(s Profile) value { return data(s.Foreign) }}, // the build asks for more than the features
	{Key: "uses", Read: func(s Profile) value { return data(columns.Objects(choiceColumns, s.choices())) }},
}

// batchColumns are the columns of one table of batches.
func batchColumns(t *Table) []rowColumn {
	asked := t.Piece.String()
	if t.Mode == "batchboth" {
		asked = "both"
	}
	// On a narrow terminal the rook goes first, then the bishop.
	spare := map[string]int{"rook": 2, "bishop": 3}[asked]
	return []rowColumn{
		{Key: "file", Read: func(*Row) value { return word(t.File.Name) }},
		{Key: "machine", Read: func(*Row) value { return word(t.Machine) }},
		{Key: "goamd64", Read: func(*Row) value { return word(t.GOAMD64()) }},
		{Key: "piece", Read: func(*Row) value { return word(t.Piece.String()) }},
		{Key: "mode", Read: func(*Row) value { return word(t.Mode) }},
		{Key: "technique", Read: func(r *Row) value { return word(r.Technique) }},
		{Key: "ownBatch", Read: func(r *Row) value { return data(t.File.Facts[r.Technique].Batch) }},
		{Key: "ns", Read: func(r *Row) value { return nanoseconds(&t.Table, r.Time) }},
		{Key: "cycles", Head: asked + ", " + Unit(&t.Table), Spare: spare, Read: func(r *Row) value { return cycles(&t.Table, r.Time) }},
		{Key: "xLoop", Head: "x loop", Spare: 1, Read: func(r *Row) value {
			v := ratio(t.speedUp(r))
			if r.Rank == 0 {
				v.Text = ""
			}
			return v
		}},
	}
}

// fateColumns are the columns of what becomes of techniques on a machine.
func fateColumns(where string) []columns.Column[Fate] {
	return []columns.Column[Fate]{
		{Head: "technique", Read: func(f Fate) value { return word(f.Technique) }},
		{Head: "machine, build", Spare: 1, Uniform: true, Read: func(Fate) value { return word(where) }},
		{Head: "uses measured", Spare: 2, Read: func(f Fate) value { return count(f.Uses) }},
		{Head: "uses in which another one does better", Read: func(f Fate) value { return count(f.Uses - len(f.Undominated)) }},
		{Head: "mostly", Read: func(f Fate) value { return word(strings.Join(f.By[:min(1, len(f.By))], "")) }},
		{Head: "superseded here", Read: func(f Fate) value {
			return word(map[bool]string{true: "yes", false: "not shown"}[f.Superseded()])
		}},
		{Head: "uses in which none is shown to do better", Spare: 3, Read: func(f Fate) value {
			var names []string
			for _, u := range f.Undominated {
				names = append(names, u.String())
			}
			return word(strings.Join(names, "; "))
		}},
	}
}

// agreementColumns are the columns of what two files agree on.
var agreementColumns = []columns.Column[Agreement]{
	{Head: "table", Read: func(a Agreement) value { return word(a.A.describe()) }},
	{Key: "files", Head: "files", Read: func(a Agreement) value {
		files := []string{a.A.File.Name, a.B.File.Name}
		return show(strings.Join(files, ", "), math.NaN(), files)
	}},
	{Key: "goamd64", Read: func(a Agreement) value { return word(a.A.GOAMD64()) }},
	{Key: "piece", Read: func(a Agreement) value { return word(a.A.Piece.String()) }},
	{Key: "mode", Read: func(a Agreement) value { return word(a.A.Mode) }},
	{Key: "corpus", Read: func(a Agreement) value { return word(a.A.Corpus) }},
	{Key: "tauB", Head: "tau-b", Read: func(a Agreement) value { return tau(a.Tau) }},
	{Key: "alike", Head: "pairs ordered alike", Read: func(a Agreement) value { return count(a.Alike) }},
	{Key: "reversed", Head: "reversed", Read: func(a Agreement) value { return count(a.Reversed) }},
	{Key: "tied", Head: "tied", Read: func(a Agreement) value { return count(a.Tied) }},
	{Key: "plainTau", Head: "plain tau", Read: func(a Agreement) value { return tau(a.Plain) }},
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
	{Head: "features", Spare: 1, Uniform: true, Read: func(s source) value { return word(s.of.Features) }},
	{Head: "builds", Spare: 5, Read: func(s source) value { return word(s.builds) }},
	{Key: "estimator", Head: "times", Spare: 4, Read: func(s source) value { return word(Units(s.File)) }},
	{Key: "missing", Read: func(s source) value { return word(s.Missing).Optional() }},
	{Key: "commit", Head: "commit", Read: func(s source) value {
		return show(strings.TrimPrefix(s.Revision(), "commit "), math.NaN(), s.Commit)
	}},
	{Key: "dirty", Read: func(s source) value { return data(s.Dirty) }},
	{Key: "toolchain", Head: "toolchain", Spare: 3, Read: func(s source) value { return word(s.Toolchain) }},
	{Key: "started", Head: "started", Spare: 2, Read: func(s source) value { return word(s.Started) }},
	{Key: "finished", Read: func(s source) value { return word(s.Finished) }},
	{Key: "guests", Read: func(s source) value {
		if len(s.Guests) == 0 {
			return word("").Optional()
		}
		return data(s.Guests)
	}},
}
