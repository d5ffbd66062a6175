package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// use is one that the page about an engine compares with others: of queens in a loop, or of the engine.
type use struct {
	name string
	mode mode.Mode
	of   string // the corpus
}

var usesShown = []use{
	{"random, independent", mode.Throughput, grid.DefaultCorpus},
	{"random, dependent", mode.Latency, grid.DefaultCorpus},
	{"trace, independent", mode.Throughput, "trace"},
	{"trace, dependent", mode.Latency, "trace"},
	{"pressure", mode.Pressure, grid.DefaultCrowd},
	{"perft", mode.Perft, grid.DefaultGames},
	{"search", mode.Search, grid.DefaultGames},
}

// Some of usesShown; those before perft are loops.
const inRandom, inPerft, inSearch = 0, 5, 6

// engineRun is what one build of a machine's file has to say.
type engineRun struct {
	*results.File
	target  results.Target
	rows    []engineRow // of techniques that have a value in all columns, the fastest search first
	columns []*results.Table
}

type engineRow struct {
	technique string
	times     []stats.Interval
	ranks     []int
	bytes     int64
}

// eachEngine writes a part of the page for each build.
func (p *page) eachEngine(write func(r *engineRun)) {
	p.eachRun("engine", func(f *results.File) {
		for i, target := range f.Advised() {
			if i > 0 {
				p.WriteByte('\n')
			}
			p.Printf("**%s, %s**, from %s\n\n", target.Machine, target.Language(), raw(f.Name))
			write(newEngineRun(f, target))
		}
	})
}

func newEngineRun(f *results.File, target results.Target) *engineRun {
	r := &engineRun{File: f, target: target}
	for _, u := range usesShown {
		table := r.table(u.mode, u.of)
		if table == nil {
			check(fmt.Errorf("%s lacks mode %s on corpus %s with %s: make engine measures them", f.Name, u.mode, u.of, target.Build()))
		}
		r.columns = append(r.columns, table)
	}
	for _, s := range r.columns[0].Series {
		row := engineRow{technique: s.Technique, bytes: s.TableBytes}
		for _, column := range r.columns {
			if other := column.Find(s.Technique); other != nil && f.Ranked(s.Technique) {
				row.times = append(row.times, stats.Median(other.Values))
			}
		}
		if len(row.times) == len(usesShown) {
			r.rows = append(r.rows, row)
		}
	}
	for i := range usesShown {
		slices.SortStableFunc(r.rows, func(a, b engineRow) int { return cmp.Compare(a.times[i].Median, b.times[i].Median) })
		for rank := range r.rows {
			r.rows[rank].ranks = append(r.rows[rank].ranks, rank+1)
		}
	}
	return r
}

func (r *engineRun) table(m mode.Mode, of string) *results.Table {
	return r.Table(r.target, board.Queen, string(m), of)
}

// ratio returns a technique's time divided by another's, in a table.
func ratio(t *results.Table, a, over string) stats.Interval {
	x, y := t.Find(a), t.Find(over)
	if x == nil || y == nil {
		return stats.None
	}
	return stats.Ratio(x.Values, y.Values)
}

// writeRanks writes the tables of all uses.
func writeRanks(p *page) {
	p.eachEngine(func(r *engineRun) {
		heads := []string{"technique", "tables"}
		for _, u := range usesShown {
			heads = append(heads, u.name)
		}
		p.Head(append(heads, "perft, Mnodes/s", "search, Mnodes/s")...)
		for _, row := range r.rows {
			fields := []string{row.technique, results.Bytes(row.bytes)}
			for i, time := range row.times {
				fields = append(fields, fmt.Sprintf("%.3g (%d)", time.Median, row.ranks[i]))
			}
			for _, i := range []int{inPerft, inSearch} {
				fields = append(fields, fmt.Sprintf("%.3g", 1e3/(row.times[i].Median*r.columns[i].Nanoseconds())))
			}
			p.Row(fields...)
		}
	})
}

// bestOf is how many of the fastest the page speaks of.
const bestOf = 5

// writeSentences writes what changing the technique does to the engine, what share of its time the lookups are, and how far loops predict that.
func writeSentences(p *page) {
	p.eachEngine(func(r *engineRun) {
		reference := r.Reference
		twicePerft, twiceSearch := ratio(r.columns[inPerft], grid.Twice, reference), ratio(r.columns[inSearch], grid.Twice, reference)
		if twicePerft.Known() && twiceSearch.Known() {
			more := func(i stats.Interval) string {
				return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*(i.Median-1), 100*(i.Lo-1), 100*(i.Hi-1))
			}
			p.Printf("Asking `%s` twice for every answer makes a perft take %s longer, and a search %s.\n\n", reference, more(twicePerft), more(twiceSearch))
		}
		p.Printf("Changing `%s` for another technique changes the nodes per second of the search, and of perft, by (a ~ marks what is "+
			"not shown to differ from nothing):\n\n", reference)
		p.Head("technique", "search", "perft", "random loop")
		for _, name := range r.changes() {
			fields := []string{name}
			for _, i := range []int{inSearch, inPerft, inRandom} {
				fields = append(fields, faster(ratio(r.columns[i], name, reference)))
			}
			p.Row(fields...)
		}
		p.WriteByte('\n')
		p.misled(r.rows)
		p.Printf("Kendall's tau between the ranks in a loop and those in the engine:\n\n")
		p.Head("loop", "perft", "search")
		for i, u := range usesShown[:inPerft] {
			p.Row(u.name, fmt.Sprintf("%.2f", tau(r.rows, i, inPerft)), fmt.Sprintf("%.2f", tau(r.rows, i, inSearch)))
		}
	})
}

// changes returns the fastest techniques of search, and those that engines are known to have.
func (r *engineRun) changes() (names []string) {
	for i, row := range r.rows {
		if i < bestOf && row.technique != r.Reference {
			names = append(names, row.technique)
		}
	}
	for _, name := range []string{"pext", "blackmagic", "dual", "quintessence", "kindergarten", "koggestone", "classical"} {
		known := slices.ContainsFunc(r.rows, func(row engineRow) bool { return row.technique == name })
		if known && name != r.Reference && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
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

// misled names the techniques of which the random loop says something else than the search, which rows are sorted by.
func (p *page) misled(rows []engineRow) {
	gain := func(r engineRow) int { return r.ranks[inRandom] - r.ranks[inSearch] }
	rows = slices.Clone(rows)
	fastest := slices.MinFunc(rows, func(a, b engineRow) int { return cmp.Compare(a.ranks[inRandom], b.ranks[inRandom]) })
	slices.SortStableFunc(rows, func(x, y engineRow) int { return cmp.Compare(gain(y), gain(x)) })
	name := func(r engineRow) string {
		return fmt.Sprintf("`%s` (%d, %d)", r.technique, r.ranks[inRandom], r.ranks[inSearch])
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
	p.Printf("The fastest in the random loop, `%s`, comes %s of %d in the search. The random loop underrates most (rank there, rank in the "+
		"search): %s. It overrates most: %s.\n\n", fastest.technique, ordinal(fastest.ranks[inSearch]), len(rows), cmp.Or(strings.Join(up, ", "), "none"),
		cmp.Or(strings.Join(down, ", "), "none"))
}

func ordinal(n int) string {
	suffix := map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	if n/10%10 == 1 {
		suffix = ""
	}
	return fmt.Sprint(n, cmp.Or(suffix, "th"))
}

// tau returns Kendall's tau of two columns' medians, which have no ties to speak of.
func tau(rows []engineRow, a, b int) float64 {
	sum, pairs := 0, 0
	for i, x := range rows {
		for _, y := range rows[:i] {
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

// writePressure draws how many cycles a lookup takes over what crowds the caches, and writes that for the best of each kind, and where the
// kinds cross.
func writePressure(p *page) {
	p.eachEngine(func(r *engineRun) {
		for _, picture := range must(plot.Pictures([]*results.File{r.File}, plot.Options{})) {
			if strings.Contains(picture.Name, "-"+r.target.Built.String()+"-pressure") {
				p.picture(picture.Title, picture.Name, picture.SVG())
			}
		}
		heads := []string{"touched after 16 lookups"}
		for _, kind := range sizeKinds {
			heads = append(heads, kind.name)
		}
		p.Head(append(heads, "the touching alone (noop)")...)
		var order [3][]string // crowds by how large tables compare with small ones
		for _, crowd := range r.crowds() {
			table := r.table(mode.Pressure, crowd.String())
			fields, names := []string{describe(crowd)}, []string{}
			for _, kind := range sizeKinds {
				name, time := r.fastest(table, kind.above, kind.upTo)
				fields, names = append(fields, fmt.Sprintf("%s %.3g", name, time)), append(names, name)
			}
			noop := math.NaN()
			if s := table.Find("noop"); s != nil {
				noop = stats.Median(s.Values).Median
			}
			p.Row(append(fields, fmt.Sprintf("%.3g", noop))...)
			at := 1
			switch ratio := ratio(table, names[0], names[len(names)-1]); {
			case ratio.Hi < 1:
				at = 0
			case ratio.Lo > 1:
				at = 2
			}
			order[at] = append(order[at], describe(crowd))
		}
		var said []string
		for at, words := range [...]string{"ahead of them", "not significantly different from them", "behind them"} {
			if len(order[at]) > 0 {
				said = append(said, words+" with "+strings.Join(order[at], ", "))
			}
		}
		p.Printf("\n**Break-even.** The best with %s, against the best with %s: %s.\n", sizeKinds[0].name, sizeKinds[len(sizeKinds)-1].name,
			strings.Join(said, "; "))
	})
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

// fastest returns the fastest technique among those with tables above a size, and up to another one.
func (r *engineRun) fastest(table *results.Table, above, upTo int64) (name string, time float64) {
	time = math.NaN()
	for _, s := range table.Series {
		median := stats.Median(s.Values).Median
		if r.Ranked(s.Technique) && s.TableBytes > above && s.TableBytes <= upTo && !(median >= time) {
			name, time = s.Technique, median
		}
	}
	return name, time
}

// writeUses writes, for each thing that engines ask all the time, the fastest technique and the reference.
func writeUses(p *page) {
	p.eachEngine(func(r *engineRun) {
		p.Head("use", "fastest", "cycles for an answer", r.Reference, "walk")
		for _, m := range mode.Engine {
			table := r.table(m, grid.DefaultGames)
			if table == nil {
				continue
			}
			cycles := func(name string) string {
				if s := table.Find(name); s != nil {
					return stats.Median(s.Values).Format(1)
				}
				return "?"
			}
			if fastest := report.Rank(r.File, *table).Rows[0].Technique; r.Ranked(fastest) {
				p.Row(m.Words(board.Queen, grid.DefaultGames), fastest, cycles(fastest), cycles(r.Reference), cycles("walk"))
			}
		}
	})
}

// traceWindow is how many questions in a row are counted together.
const traceWindow = 1000

// writeTrace writes how the engine's questions differ from random ones, counted here and now.
func writeTrace(p *page) {
	p.Head("corpus", "piece", "squares", "occupancies", "questions", "lines of fancymagic's tables", "repeats of one of the last 100")
	for _, name := range []string{grid.DefaultCorpus, "games", "trace"} {
		for _, piece := range board.Pieces {
			q := must(corpus.ForPiece(name, piece, corpus.TraceLength, 1))
			fields := []string{name, piece.String()}
			for _, x := range countWindows(find("fancymagic"), piece, q) {
				fields = append(fields, fmt.Sprintf("%.0f", x))
			}
			p.Row(append(fields, percent(repeats(q)))...)
		}
	}
}

// countWindows returns the mean numbers of distinct squares, occupancies, questions and lines of tables in windows of a corpus.
func countWindows(e *techniques.Entry, p board.Piece, q techniques.Questions) (means [4]float64) {
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
