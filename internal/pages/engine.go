package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// use is one that the page about an engine compares with others: of queens in a loop, or of the engine.
type use struct {
	name string
	mode mode.Mode
	of   string // the corpus
}

var (
	inPerft  = use{"perft", mode.Perft, results.DefaultGames}
	inSearch = use{"search", mode.Search, results.DefaultGames}

	loops = []use{
		{"random, independent", mode.Throughput, results.DefaultCorpus},
		{"random, dependent", mode.Latency, results.DefaultCorpus},
		{"trace, independent", mode.Throughput, "trace"},
		{"trace, dependent", mode.Latency, "trace"},
		{"pressure", mode.Pressure, results.DefaultCrowd},
	}
	usesShown = append(slices.Clone(loops), inPerft, inSearch)
)

// engineTable is what one build of a machine's file has to say.
type engineTable struct {
	target  results.Target
	rows    []engineRow // of techniques that have a value in all columns, the fastest search first
	file    *results.File
	columns []*results.Table
}

type engineRow struct {
	technique string
	times     []stats.Interval
	ranks     []int
	bytes     int64
}

// engineTables reads the files for the page, by machine.
func engineTables(pattern string) (tables []engineTable, err error) {
	paths, err := tracked.Glob(pattern)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return nil, err
		}
		for _, target := range f.Advised() {
			t, err := newEngineTable(f, target)
			if err != nil {
				return nil, err
			}
			tables = append(tables, t)
		}
	}
	return tables, nil
}

func newEngineTable(f *results.File, target results.Target) (t engineTable, err error) {
	t.target, t.file = target, f
	for _, c := range usesShown {
		table := t.table(c)
		if table == nil {
			return t, fmt.Errorf("%s lacks mode %s on corpus %s with %s: make engine measures them", f.Name, c.mode, c.of, target.Build())
		}
		t.columns = append(t.columns, table)
	}
	for _, s := range t.columns[0].Series {
		row := engineRow{technique: s.Technique, bytes: s.TableBytes}
		for _, column := range t.columns {
			if other := column.Find(s.Technique); other != nil && f.Ranked(s.Technique) {
				row.times = append(row.times, stats.Median(other.Values))
			}
		}
		if len(row.times) == len(usesShown) {
			t.rows = append(t.rows, row)
		}
	}
	for i := range usesShown {
		slices.SortStableFunc(t.rows, func(a, b engineRow) int { return cmp.Compare(a.times[i].Median, b.times[i].Median) })
		for rank := range t.rows {
			t.rows[rank].ranks = append(t.rows[rank].ranks, rank+1)
		}
	}
	return t, nil
}

func (t *engineTable) table(c use) *results.Table {
	return t.file.Table(t.target, board.Queen, string(c.mode), c.of)
}

// heading names a build and the file of its values.
func (t *engineTable) heading() string {
	return fmt.Sprintf("**%s, %s**, from [%s](../%[3]s)\n\n", t.target.Machine, language(t.target), source(t.file.Name))
}

func language(t results.Target) string {
	if t.C != "" {
		return "C (" + strings.TrimPrefix(t.C, "c-") + ")"
	}
	return "Go"
}

// eachEngine writes a part of the page for each build.
func eachEngine(pattern string, write func(b *strings.Builder, t *engineTable) error) (string, error) {
	tables, err := engineTables(pattern)
	if err != nil {
		return "", err
	}
	if len(tables) == 0 {
		return missing(pattern, "engine"), nil
	}
	var b strings.Builder
	for i := range tables {
		b.WriteString(tables[i].heading())
		if err := write(&b, &tables[i]); err != nil {
			return "", err
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// engineRanks writes the tables of all uses.
func engineRanks(pattern string) (string, error) {
	return eachEngine(pattern, func(b *strings.Builder, t *engineTable) error {
		heads := []string{"technique", "tables"}
		for _, c := range usesShown {
			heads = append(heads, c.name)
		}
		writeHead(b, "--:", append(heads, "perft, Mnodes/s", "search, Mnodes/s")...)
		for _, r := range t.rows {
			fields := []string{r.technique, results.Bytes(r.bytes)}
			for i, time := range r.times {
				fields = append(fields, fmt.Sprintf("%.3g (%d)", time.Median, r.ranks[i]))
			}
			for _, u := range []use{inPerft, inSearch} {
				ns := r.times[slices.Index(usesShown, u)].Median * t.table(u).Nanoseconds()
				fields = append(fields, fmt.Sprintf("%.3g", 1e3/ns))
			}
			writeRow(b, fields...)
		}
		return nil
	})
}

// engineSentences writes what changing the technique does to the engine, what share of its time the lookups are, and how far loops predict that.
func engineSentences(pattern string) (string, error) {
	return eachEngine(pattern, func(b *strings.Builder, t *engineTable) error {
		t.writeShare(b)
		t.writeChange(b)
		t.writeMisled(b)
		t.writeTau(b)
		return nil
	})
}

// ratio returns a technique's time divided by another's, in a column.
func (t *engineTable) ratio(c use, a, over string) stats.Interval {
	table := t.table(c)
	x, y := table.Find(a), table.Find(over)
	if x == nil || y == nil {
		return stats.None
	}
	return stats.Ratio(x.Values, y.Values)
}

// writeShare says what share of the engine's time the lookups of the reference take.
func (t *engineTable) writeShare(b *strings.Builder) {
	perft, search := t.ratio(inPerft, results.Twice, t.file.Reference), t.ratio(inSearch, results.Twice, t.file.Reference)
	if !perft.Known() || !search.Known() {
		return
	}
	more := func(i stats.Interval) string {
		return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*(i.Median-1), 100*(i.Lo-1), 100*(i.Hi-1))
	}
	fmt.Fprintf(b, "Asking `%s` twice for every answer makes a perft take %s longer, and a search %s.\n\n", t.file.Reference, more(perft), more(search))
}

// faster writes by how much a ratio of times makes an engine faster or slower; a ~ marks what is not shown to differ from none.
func faster(ratio stats.Interval) string {
	speed := func(x float64) float64 { return 100 * (1/x - 1) }
	text := fmt.Sprintf("%+.1f %% [%+.1f, %+.1f]", speed(ratio.Median), speed(ratio.Hi), speed(ratio.Lo))
	if !ratio.Excludes(1) {
		return text + " ~"
	}
	return text
}

// writeChange says what the fastest techniques of search would do to an engine that has the reference.
func (t *engineTable) writeChange(b *strings.Builder) {
	fmt.Fprintf(b, "Changing `%s` for another technique changes the nodes per second of the search, and of perft, by (a ~ marks what is "+
		"not shown to differ from nothing):\n\n", t.file.Reference)
	writeHead(b, "--:", "technique", "search", "perft", "random loop")
	for _, name := range t.changes() {
		writeRow(b, name, faster(t.ratio(inSearch, name, t.file.Reference)), faster(t.ratio(inPerft, name, t.file.Reference)),
			faster(t.ratio(loops[0], name, t.file.Reference)))
	}
	b.WriteByte('\n')
}

// bestOf is how many of the fastest the page speaks of.
const bestOf = 5

// changes returns the fastest techniques of search, and those that engines are known to have.
func (t *engineTable) changes() (names []string) {
	add := func(name string) {
		known := slices.ContainsFunc(t.rows, func(r engineRow) bool { return r.technique == name })
		if known && name != t.file.Reference && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	t.sortBy(inSearch)
	for _, r := range t.rows[:min(bestOf, len(t.rows))] {
		add(r.technique)
	}
	for _, name := range []string{"pext", "blackmagic", "dual", "quintessence", "kindergarten", "koggestone", "classical"} {
		add(name)
	}
	return names
}

func (t *engineTable) sortBy(c use) {
	i := slices.Index(usesShown, c)
	slices.SortFunc(t.rows, func(a, b engineRow) int { return cmp.Compare(a.ranks[i], b.ranks[i]) })
}

// writeMisled names the techniques of which the random loop says something else than the search.
func (t *engineTable) writeMisled(b *strings.Builder) {
	random, search := 0, slices.Index(usesShown, inSearch)
	gain := func(r engineRow) int { return r.ranks[random] - r.ranks[search] }
	rows := slices.Clone(t.rows)
	slices.SortStableFunc(rows, func(x, y engineRow) int { return cmp.Compare(gain(y), gain(x)) })
	name := func(r engineRow) string {
		return fmt.Sprintf("`%s` (%d, %d)", r.technique, r.ranks[random], r.ranks[search])
	}
	var up, down []string
	for i := range min(bestOf, len(rows)) {
		if first := rows[i]; gain(first) > 0 {
			up = append(up, name(first))
		}
		if last := rows[len(rows)-1-i]; gain(last) < 0 {
			down = append(down, name(last))
		}
	}
	t.sortBy(loops[random])
	fastest := t.rows[0]
	t.sortBy(inSearch)
	fmt.Fprintf(b, "The fastest in the random loop, `%s`, comes %s of %d in the search. The random loop underrates most (rank there, rank in the "+
		"search): %s. It overrates most: %s.\n\n", fastest.technique, ordinal(fastest.ranks[search]), len(rows), cmp.Or(strings.Join(up, ", "), "none"),
		cmp.Or(strings.Join(down, ", "), "none"))
}

func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	return fmt.Sprint(n, cmp.Or(suffix, "th"))
}

// writeTau says how far each loop's ranks agree with the engine's.
func (t *engineTable) writeTau(b *strings.Builder) {
	b.WriteString("Kendall's tau between the ranks in a loop and those in the engine:\n\n")
	writeHead(b, "--:", "loop", inPerft.name, inSearch.name)
	for i, c := range loops {
		fields := []string{c.name}
		for _, e := range []use{inPerft, inSearch} {
			fields = append(fields, fmt.Sprintf("%.2f", t.tau(i, slices.Index(usesShown, e))))
		}
		writeRow(b, fields...)
	}
}

// tau returns Kendall's tau of two columns' medians, which have no ties to speak of.
func (t *engineTable) tau(a, b int) float64 {
	sum, pairs := 0, 0
	for i, x := range t.rows {
		for _, y := range t.rows[:i] {
			sum += cmp.Compare(x.times[a].Median, y.times[a].Median) * cmp.Compare(x.times[b].Median, y.times[b].Median)
			pairs++
		}
	}
	return float64(sum) / float64(max(1, pairs))
}

// sizeKinds are kinds of techniques by what they need of the caches.
var sizeKinds = []struct {
	name        string
	above, upTo int64
}{
	{"tables over 256 KiB", 256 << 10, math.MaxInt64},
	{"tables of 8 to 256 KiB", 8 << 10, 256 << 10},
	{"tables up to 8 KiB, or none", -1, 8 << 10},
}

// enginePressure writes how many cycles a lookup takes over what crowds the caches, for the best of each kind, and where the kinds cross, and adds
// pictures of that to files.
func enginePressure(pattern string, files map[string][]byte) (string, error) {
	return eachEngine(pattern, func(b *strings.Builder, t *engineTable) error {
		if err := t.drawPressure(b, files); err != nil {
			return err
		}
		crowds := t.crowds()
		heads := []string{"touched after 16 lookups"}
		for _, kind := range sizeKinds {
			heads = append(heads, kind.name)
		}
		writeHead(b, "--:", append(heads, "the touching alone (noop)")...)
		order := map[string][]string{} // of large tables against small ones
		for _, p := range crowds {
			table := t.table(use{mode: mode.Pressure, of: p.String()})
			fields, names := []string{describe(p)}, []string{}
			for _, kind := range sizeKinds {
				name, time := t.bestOfKind(table, kind.above, kind.upTo)
				fields, names = append(fields, fmt.Sprintf("%s %.3g", name, time)), append(names, name)
			}
			noop := math.NaN()
			if s := table.Find("noop"); s != nil {
				noop = stats.Median(s.Values).Median
			}
			writeRow(b, append(fields, fmt.Sprintf("%.3g", noop))...)
			at := "not significantly different from them"
			switch ratio := t.ratio(use{mode: mode.Pressure, of: p.String()}, names[0], names[len(names)-1]); {
			case ratio.Hi < 1:
				at = "ahead of them"
			case ratio.Lo > 1:
				at = "behind them"
			}
			order[at] = append(order[at], describe(p))
		}
		fmt.Fprintf(b, "\n**Break-even.** The best with %s, against the best with %s:", sizeKinds[0].name, sizeKinds[len(sizeKinds)-1].name)
		separator := " "
		for _, at := range []string{"ahead of them", "not significantly different from them", "behind them"} {
			if len(order[at]) > 0 {
				fmt.Fprintf(b, "%s%s with %s", separator, at, strings.Join(order[at], ", "))
				separator = "; "
			}
		}
		b.WriteString(".\n")
		return nil
	})
}

// drawPressure adds the build's pictures of mode pressure to files.
func (t *engineTable) drawPressure(b *strings.Builder, files map[string][]byte) error {
	pictures, err := plot.Pictures([]*results.File{t.file}, plot.Options{})
	if err != nil {
		return err
	}
	for _, p := range pictures {
		if !strings.Contains(p.Name, "-"+cmp.Or(t.target.C, t.target.GOAMD64)+"-pressure") {
			continue
		}
		files[p.Name+".svg"] = p.SVG()
		fmt.Fprintf(b, "![%s](%s.svg)\n\n", p.Title, p.Name)
	}
	return nil
}

// describe says what a crowd is in a few words.
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

// crowds returns the corpora of mode pressure that were measured, the lines touched first.
func (t *engineTable) crowds() (crowds []corpus.Pressure) {
	for _, table := range t.file.Tables {
		if p, err := corpus.ParsePressure(table.Corpus); err == nil && table.Target == t.target && table.Piece == board.Queen {
			crowds = append(crowds, p)
		}
	}
	slices.SortFunc(crowds, func(a, b corpus.Pressure) int {
		return cmp.Or(cmp.Compare(a.MiB, b.MiB), cmp.Compare(a.KiB, b.KiB), cmp.Compare(a.Lines, b.Lines))
	})
	return crowds
}

// bestOfKind returns the fastest technique of a table among those with tables above a size, and up to another one.
func (t *engineTable) bestOfKind(table *results.Table, above, upTo int64) (name string, time float64) {
	time = math.NaN()
	for _, s := range table.Series {
		median := stats.Median(s.Values).Median
		if t.file.Ranked(s.Technique) && s.TableBytes > above && s.TableBytes <= upTo && !(median >= time) {
			name, time = s.Technique, median
		}
	}
	return name, time
}

// engineUses writes, for each thing that engines ask all the time, the fastest technique and the reference.
func engineUses(pattern string) (string, error) {
	return eachEngine(pattern, func(b *strings.Builder, t *engineTable) error {
		writeHead(b, "--:", "use", "fastest", "cycles for an answer", t.file.Reference, "walk")
		for _, m := range mode.Engine {
			table := t.table(use{mode: m, of: results.DefaultGames})
			if table == nil {
				continue
			}
			rows := report.Rank(t.file, *table).Rows
			i := slices.IndexFunc(rows, func(r report.Row) bool { return t.file.Ranked(r.Technique) })
			if i < 0 {
				continue
			}
			cycles := func(name string) string {
				if s := table.Find(name); s != nil {
					return stats.Median(s.Values).Format(1)
				}
				return "?"
			}
			writeRow(b, m.Words(board.Queen, results.DefaultGames), rows[i].Technique, cycles(rows[i].Technique), cycles(t.file.Reference), cycles("walk"))
		}
		return nil
	})
}

// traceWindow is how many questions in a row are counted together.
const traceWindow = 1000

// traceTable writes how the engine's questions differ from random ones, counted here and now.
func traceTable() (string, error) {
	e, err := techniques.Find("fancymagic")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	writeHead(&b, "--:", "corpus", "piece", "squares", "occupancies", "questions", "lines of fancymagic's tables", "repeats of one of the last 100")
	for _, name := range []string{results.DefaultCorpus, "games", "trace"} {
		for _, p := range board.Pieces {
			q, err := corpus.ForPiece(name, p, corpus.TraceLength, 1)
			if err != nil {
				return "", err
			}
			fields := []string{name, p.String()}
			for _, x := range countWindows(e[0], p, q) {
				fields = append(fields, fmt.Sprintf("%.0f", x))
			}
			fields[len(fields)-1] = percent(repeats(q))
			writeRow(&b, fields...)
		}
	}
	return strings.TrimSuffix(b.String(), "\n") + "\n", nil
}

// countWindows returns the mean numbers of distinct squares, occupancies, questions and lines of tables in windows of a corpus, and a place for one more.
func countWindows(e *techniques.Entry, p board.Piece, q techniques.Questions) (means [5]float64) {
	windows := len(q.Occs) / traceWindow
	for w := range windows {
		part := q.Slice(w*traceWindow, (w+1)*traceWindow)
		squares, occs, questions := map[uint8]bool{}, map[uint64]bool{}, map[corpus.Question]bool{}
		for i, occ := range part.Occs {
			squares[part.Squares[i]], occs[occ] = true, true
			questions[corpus.Question{Square: part.Squares[i], Occ: occ}] = true
		}
		lines, _ := countLines(e, part, []int{traceWindow})
		for i, n := range []int{len(squares), len(occs), len(questions), lines[p][0]} {
			means[i] += float64(n) / float64(windows)
		}
	}
	return means
}

// repeats returns the share of questions that were asked among the last hundred before.
func repeats(q techniques.Questions) float64 {
	const near = 100
	last := map[corpus.Question]int{}
	n := 0
	for i, occ := range q.Occs {
		question := corpus.Question{Square: q.Squares[i], Occ: occ}
		if before, asked := last[question]; asked && i-before <= near {
			n++
		}
		last[question] = i
	}
	return float64(n) / float64(len(q.Occs))
}
