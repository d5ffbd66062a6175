package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/harness/study"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// readMatches reads the matches of a folder.
func readMatches(folder string) []*study.Match { return must(study.ReadFolder(folder)) }

// builtIn is the language of the build that predicts an engine.
func builtIn(m *study.Match) string {
	if m.Language.InGo() {
		return ""
	}
	return "c"
}

// predictors are what may predict engines: of loops, those over random questions.
var predictors = slices.Concat([]predictor{{"our search", mode.Search, grid.DefaultGames}, {"our perft", mode.Perft, grid.DefaultGames}},
	slices.DeleteFunc(slices.Clone(loops), func(p predictor) bool { return p.of == "trace" }))

// writeRealEngines writes by how much techniques change the speed of real engines, and how well this project's measurements predict that. The loops beside
// the matches are those of the same hour.
func writeRealEngines(p *page) {
	if len(must(tracked.Glob(p.pattern))) == 0 {
		p.Printf("*No real engine was measured.*\n")
		return
	}
	p.eachRun("", func(f *results.File) {
		matches := readMatches(filepath.Dir(f.Name))
		if len(matches) == 0 {
			check(fmt.Errorf("%s: want matches of engines beside it", f.Name))
		}
		p.Printf("**%s**, from %s and the matches beside it\n\n", f.Advised()[0].Machine, raw(f.Name))
		writeMatches(p, f.Reference, matches)
		for _, target := range f.Advised() {
			writePredictions(p, &engineRun{f, target}, matches)
		}
	})
}

// writeNetworks writes by how much techniques change the speed of engines with a network, and how far this project's measurements order techniques as
// these engines do.
func writeNetworks(p *page) {
	if len(must(tracked.Glob(p.pattern))) == 0 {
		p.Printf("*No engine with a network was measured.*\n")
		return
	}
	p.each("", func(paths []string) {
		folder := filepath.Dir(paths[0])
		matches, home := readMatches(folder), filepath.Dir(filepath.Dir(folder))
		p.Printf("**%s**, from the matches in %s\n\n", filepath.Base(home), raw(folder))
		writeMatches(p, matches[0].Reference(), matches)
		files := newest(filepath.Join(folder, "*.txt*")) // of the same hour, if there is one
		if len(files) == 0 {
			files = newest(filepath.Join(home, "*.txt*"))
		}
		for _, path := range files {
			writeOrders(p, must(results.Read(path)), matches)
		}
	})
}

// wholeRuns is the folder of matches in which each engine runs to its end.
const wholeRuns = "whole"

// writeSlices writes what the length of slices does to an engine: how many cycles it takes for a node, and what techniques gain.
func writeSlices(p *page) {
	matches := map[string]map[string]*study.Match{} // by engine and machine, by length
	for _, path := range must(tracked.Glob(p.pattern)) {
		m := must(study.Read(path))
		folder := filepath.Dir(path)
		of := m.Engine + ", " + filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(folder))))
		if matches[of] == nil {
			matches[of] = map[string]*study.Match{}
		}
		matches[of][filepath.Base(folder)] = m
	}
	longest := func(length string) time.Duration {
		if length == wholeRuns {
			return math.MaxInt64
		}
		return must(time.ParseDuration(length))
	}
	for _, of := range slices.Sorted(maps.Keys(matches)) {
		lengths := slices.SortedFunc(maps.Keys(matches[of]), func(a, b string) int { return cmp.Compare(longest(a), longest(b)) })
		first := matches[of][lengths[0]]
		heads, names := []string{of, "rounds", "cycles for a node, " + first.Reference()}, []string(nil)
		for _, e := range first.Engines[1:] {
			if e.Name == grid.Again(first.Reference()) || e.Name == "dual" { // the noise, and what the question is about
				names, heads = append(names, e.Name), append(heads, e.Name+", %")
			}
		}
		p.Head(heads...)
		for _, length := range lengths {
			m := matches[of][length]
			fields := []string{map[bool]string{true: "whole runs", false: "slices of " + length}[length == wholeRuns], fmt.Sprint(m.Rounds), fmt.Sprintf("%.0f", stats.Median(m.Engines[0].Cycles).Median)}
			for _, name := range names {
				t := m.Time(name, m.Reference())
				fields = append(fields, fmt.Sprintf("%+.1f [%+.1f,&nbsp;%+.1f]", 100*(1/t.Median-1), 100*(1/t.Hi-1), 100*(1/t.Lo-1)))
			}
			p.Row(fields...)
		}
		p.WriteByte('\n')
	}
}

// orders are what may order techniques as engines with a network do. Not every machine's file has all of them.
var orders = slices.Concat([]predictor{{"our search with a network", mode.NetSearch, grid.DefaultNetGames}}, predictors)

// writeOrders writes, for each engine, Kendall's tau between measurements in C and the engine, over the pairs of techniques that the match tells apart.
func writeOrders(p *page, f *results.File, matches []*study.Match) {
	matches = slices.DeleteFunc(slices.Clone(matches), func(m *study.Match) bool { return len(toldApart(m)) < fewestPairs })
	targets := slices.DeleteFunc(f.Targets(), func(t results.Target) bool { return t.Built.Language != "c" })
	if len(targets) == 0 || len(matches) == 0 {
		return
	}
	inC := targets[max(0, slices.IndexFunc(targets, func(t results.Target) bool { return t.Foreign() == "c-gcc" }))]
	heads := []string{"Kendall's tau, in " + inC.Language()}
	for _, match := range matches {
		heads = append(heads, match.Engine)
	}
	p.Head(heads...)
	for _, by := range orders {
		t := f.Table(inC, board.Queen, string(by.mode), by.of)
		if t == nil {
			continue
		}
		fields := []string{by.name}
		for _, match := range matches {
			fields = append(fields, tau(match, t))
		}
		p.Row(fields...)
	}
	p.WriteByte('\n')
}

// toldApart returns the pairs of techniques that a match tells apart, the faster one first.
func toldApart(m *study.Match) (pairs [][2]string) {
	known, noise := techniques.Facts(), m.Noise()
	of := func(name string) bool { return known[name].Name != "" && !grid.IsControl(name) }
	for _, a := range m.Engines {
		for _, b := range m.Engines {
			if t := m.Time(a.Name, b.Name); of(a.Name) && of(b.Name) && t.Known() && t.Hi < 1 && -math.Log(t.Median) > noise {
				pairs = append(pairs, [2]string{a.Name, b.Name})
			}
		}
	}
	return pairs
}

// tau writes Kendall's tau between a table and the pairs of a match of which the table knows both: "0.71 of 17 pairs".
func tau(m *study.Match, t *results.Table) string {
	sum, pairs := 0, 0
	for _, pair := range toldApart(m) {
		if r := ratio(t, pair[0], pair[1]); r.Known() {
			sum, pairs = sum+cmp.Compare(1, r.Median), pairs+1
		}
	}
	return fmt.Sprintf("%.2f of %d pairs", float64(sum)/float64(max(1, pairs)), pairs)
}

// writeItself counts, for each machine, engine and number of nodes, what matches of a program with itself said: lines that slidebench engines --format json wrote, with
// the engine's name as the base's.
func writeItself(p *page) {
	p.each("", func(paths []string) {
		type kind struct {
			engine string
			nodes  float64
		}
		type tally struct {
			seconds, widths []float64 // of a run, and of each match's interval
			different       int
		}
		all, different, matches := map[kind]*tally{}, 0, 0
		for in := json.NewDecoder(bytes.NewReader(must(os.ReadFile(paths[0])))); in.More(); matches++ {
			var m struct {
				Engines [2]struct {
					Name, Verdict string
					Nodes         float64
					Cycles        []float64
					Speed         [3]float64 // with its interval
				}
				Clock float64
			}
			if err := in.Decode(&m); err != nil {
				check(fmt.Errorf("%s: %w", paths[0], err))
			}
			base, again := m.Engines[0], m.Engines[1]
			of := kind{base.Name, base.Nodes}
			if all[of] == nil {
				all[of] = &tally{}
			}
			r := all[of]
			r.seconds = append(r.seconds, base.Nodes*stats.Median(base.Cycles).Median/m.Clock/1e9)
			r.widths = append(r.widths, again.Speed[2]-again.Speed[1])
			if again.Verdict == "faster" || again.Verdict == "slower" {
				r.different, different = r.different+1, different+1
			}
		}
		p.Printf("**%s**, from %s\n\n", filepath.Base(filepath.Dir(filepath.Dir(paths[0]))), raw(paths[0]))
		p.Head("engine", "a run takes", "matches with itself", "called different", "middle width of the interval")
		for _, of := range slices.SortedFunc(maps.Keys(all), func(a, b kind) int { return cmp.Or(cmp.Compare(a.engine, b.engine), cmp.Compare(a.nodes, b.nodes)) }) {
			r := all[of]
			p.Row(of.engine, fmt.Sprintf("%.2f s", stats.Median(r.seconds).Median), fmt.Sprint(len(r.widths)), fmt.Sprint(r.different), percent(stats.Median(r.widths).Median))
		}
		p.Row("all", "", fmt.Sprint(matches), share(different, matches), "")
	})
}

// writeMatches writes a table of engines and techniques.
func writeMatches(p *page, reference string, matches []*study.Match) {
	inC := study.InGo(matches, false)
	heads, twice := []string{"lookups, %", fmt.Sprintf("median of %d in C, C++, Rust", len(study.Gains(inC, reference)))}, []string{"*time for asking twice*", strings.ReplaceAll(study.Show(study.Shares(inC)), "+", "")}
	var names []string
	for _, m := range matches {
		heads = append(heads, m.Engine+", "+m.Language.String())
		text := ""
		if t := m.Time(grid.Twice, reference); t.Known() {
			text = fmt.Sprintf("%.1f", 100*(t.Median-1))
		}
		twice = append(twice, text)
		for _, e := range m.Engines {
			if !slices.Contains(names, e.Name) && e.Name != reference && e.Name != grid.Twice && e.Name != grid.Again(reference) {
				names = append(names, e.Name)
			}
		}
	}
	if len(inC) > 1 { // a technique of which only one engine was built says little
		names = slices.DeleteFunc(names, func(name string) bool { return len(study.Gains(inC, name)) == 1 })
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(middle(study.Gains(inC, b)), middle(study.Gains(inC, a)))
	})
	p.Head(heads...)
	for _, name := range names {
		fields := []string{"`" + name + "`", study.Show(study.Gains(inC, name))}
		for _, m := range matches {
			text := ""
			if t := m.Time(name, reference); t.Known() {
				text = bare(gain(t, m.Noise()))
			}
			fields = append(fields, text)
		}
		p.Row(fields...)
	}
	if shares := study.Shares(inC); len(shares) > 1 || len(inC) < 2 {
		p.Row(twice...)
	}
	p.WriteByte('\n')
}

func middle(values []float64) float64 { return stats.Median(values).Median }

// writePredictions writes how well a build predicts the engines in its language: how far it orders techniques alike, and by how many percentage points
// it misses what they gain: as it is, and scaled by the share of lookups, the engine's own or the median of the other engines.
func writePredictions(p *page, r *engineRun, matches []*study.Match) {
	matches = slices.DeleteFunc(slices.Clone(matches), func(m *study.Match) bool { return builtIn(m) != r.target.Built.Language })
	if len(matches) == 0 {
		return
	}
	p.Head(fmt.Sprintf("%d engines, predicted in %s by", len(matches), r.target.Language()), "Kendall's tau", "error, in points", "by the engine's share of lookups", "by the other engines' share")
	for _, by := range predictors {
		t := r.table(by.mode, by.of)
		share := 1.0 // a loop does nothing else
		if twice := ratio(t, grid.Twice, r.Reference); twice.Known() {
			share = twice.Median - 1
		}
		var taus, errors, shared, leftOut []float64
		for i, m := range matches {
			var pairs [][2]float64
			own, others := middle(study.Shares(matches[i:i+1]))/100/share, middle(study.Shares(slices.Concat(matches[:i], matches[i+1:])))/100/share
			for _, e := range m.Engines {
				predicted, measured := ratio(t, e.Name, r.Reference).Median, m.Time(e.Name, r.Reference).Median
				if !r.Ranked(e.Name) || math.IsNaN(predicted) || math.IsNaN(measured) {
					continue
				}
				pairs = append(pairs, [2]float64{predicted, measured})
				if e.Name != r.Reference {
					points := func(part float64) float64 { return 100 * math.Abs(1/(1+part*(predicted-1))-1/measured) }
					errors, shared, leftOut = append(errors, points(1)), append(shared, points(own)), append(leftOut, points(others))
				}
			}
			taus = append(taus, kendall(pairs))
		}
		p.Row(by.name, fmt.Sprintf("%.2f", middle(taus)), points(errors), points(shared), points(leftOut))
	}
	p.WriteByte('\n')
	if !r.target.InGo() { // one example will do
		writeExample(p, r, matches[len(matches)/2])
	}
}

// writeExample scales what our search says of a technique by an engine's share of lookups.
func writeExample(p *page, r *engineRun, m *study.Match) {
	const technique = "paired"
	t := r.table(mode.Search, grid.DefaultGames)
	ours, predicted, measured := ratio(t, grid.Twice, r.Reference).Median-1, ratio(t, technique, r.Reference).Median, m.Time(technique, r.Reference).Median
	theirs := middle(study.Shares([]*study.Match{m})) / 100
	if math.IsNaN(ours + predicted + measured + theirs) {
		return
	}
	gain := func(time float64) string { return report.Percent(100 * (1/time - 1)) }
	p.Printf("For example `%s` in %s: our search gains %s, with a share of %s, and this engine has a share of %s. So expect about %s x %.1f / %.1f = %s; measured: %s.\n\n", technique, m.Engine,
		gain(predicted), percent(ours), percent(theirs), gain(predicted), 100*theirs, 100*ours, gain(1+(predicted-1)*theirs/ours), gain(measured))
}

// points writes the median of some errors, with its interval.
func points(errors []float64) string {
	m := stats.Median(errors)
	if !m.Known() {
		return ""
	}
	return fmt.Sprintf("%.1f [%.1f, %.1f]", m.Median, m.Lo, m.Hi)
}
