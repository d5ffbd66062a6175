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

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// match is what slidebench engines --format json wrote about builds of one engine, each with the lookups that it is named by: a technique, own (the
// engine's), twice, or fancymagic-again. The first is the reference. The file's name is ENGINE-VERSION-LANGUAGE.json.
type match struct {
	Engines []struct {
		Name   string    `json:"name"`
		Cycles []float64 `json:"cycles"` // for a node, round by round
	} `json:"engines"`
	Rounds        int `json:"rounds"`
	path, version string
	language      string
}

// languagesOf are the languages of engines, by the last word of a match's file, with the language of the build that predicts them.
var languagesOf = map[string][2]string{"c": {"C", "c"}, "cpp": {"C++", "c"}, "rust": {"Rust", "c"}, "go": {"Go", ""}}

func readMatch(path string) *match {
	words := strings.Split(strings.TrimSuffix(filepath.Base(path), ".json"), "-")
	m := &match{path: path, language: words[len(words)-1], version: strings.Join(words[:len(words)-1], " ")}
	if languagesOf[m.language][0] == "" || m.version == "" {
		check(fmt.Errorf("%s: want a name like ENGINE-VERSION-c.json", path))
	}
	if err := json.Unmarshal(must(os.ReadFile(path)), m); err != nil {
		check(fmt.Errorf("%s: %w", path, err))
	}
	if len(m.Engines) == 0 {
		check(fmt.Errorf("%s: no engines (want what slidebench engines --format json writes)", path))
	}
	return m
}

// readMatches reads the matches of a folder.
func readMatches(folder string) (matches []*match) {
	for _, path := range must(tracked.Glob(filepath.Join(folder, "*-*.json"))) {
		matches = append(matches, readMatch(path))
	}
	return matches
}

// noise is how far the reference differs from itself.
func (m *match) noise() float64 {
	reference := m.Engines[0].Name
	return stats.AAShown(m.cycles(reference), m.cycles(grid.Again(reference)))
}

// time is how long a build takes for a node, as a multiple of another build's time.
func (m *match) time(name, over string) stats.Interval {
	x, y := m.cycles(name), m.cycles(over)
	if len(x) == 0 || len(x) != len(y) {
		return stats.None
	}
	return stats.Ratio(x, y)
}

func (m *match) cycles(name string) []float64 {
	for _, e := range m.Engines {
		if e.Name == name {
			return e.Cycles
		}
	}
	return nil
}

// predictors are what may predict engines.
var predictors = slices.Concat([]predictor{{"our search", mode.Search, grid.DefaultGames}, {"our perft", mode.Perft, grid.DefaultGames}}, loops)

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
		writeMatches(p, matches[0].Engines[0].Name, matches)
		for _, m := range readMachines(filepath.Join(home, "*.txt*")) {
			writeOrders(p, m, matches)
		}
	})
}

// orders are what may order techniques as engines with a network do. Not every machine's file has all of them.
var orders = slices.Concat([]predictor{{"our search with a network", mode.NetSearch, grid.DefaultNetGames}}, predictors)

// writeOrders writes, for each engine, Kendall's tau between a machine's measurements in C and the engine, over the pairs of techniques that the match tells apart.
func writeOrders(p *page, m *machine, matches []*match) {
	matches = slices.DeleteFunc(slices.Clone(matches), func(m *match) bool { return len(m.toldApart()) < fewestPairs })
	if m.inC.InGo() || len(matches) == 0 {
		return
	}
	heads := []string{"Kendall's tau, in " + m.inC.Language()}
	for _, match := range matches {
		heads = append(heads, match.version)
	}
	p.Head(heads...)
	for _, by := range orders {
		t := m.file.Table(m.inC, board.Queen, string(by.mode), by.of)
		if t == nil {
			continue
		}
		fields := []string{by.name}
		for _, match := range matches {
			fields = append(fields, match.tau(t))
		}
		p.Row(fields...)
	}
	p.WriteByte('\n')
}

// toldApart returns the pairs of techniques that a match tells apart, the faster one first.
func (m *match) toldApart() (pairs [][2]string) {
	known, noise := techniques.Facts(), m.noise()
	of := func(name string) bool { return known[name].Name != "" && !grid.IsControl(name) }
	for _, a := range m.Engines {
		for _, b := range m.Engines {
			if t := m.time(a.Name, b.Name); of(a.Name) && of(b.Name) && t.Known() && t.Hi < 1 && -math.Log(t.Median) > noise {
				pairs = append(pairs, [2]string{a.Name, b.Name})
			}
		}
	}
	return pairs
}

// tau writes Kendall's tau between a table and the pairs of a match of which the table knows both: "0.71 of 17 pairs".
func (m *match) tau(t *results.Table) string {
	sum, pairs := 0, 0
	for _, pair := range m.toldApart() {
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
func writeMatches(p *page, reference string, matches []*match) {
	heads, twice := []string{"lookups"}, []string{"*time for asking twice*"}
	var names []string
	for _, m := range matches {
		heads = append(heads, m.version+", "+languagesOf[m.language][0])
		twice = append(twice, percent(m.time(grid.Twice, reference).Median-1))
		for _, e := range m.Engines {
			if !slices.Contains(names, e.Name) && e.Name != reference && e.Name != grid.Twice && e.Name != grid.Again(reference) {
				names = append(names, e.Name)
			}
		}
	}
	gains := func(name string) (all []float64) {
		for _, m := range matches {
			if t := m.time(name, reference); t.Known() {
				all = append(all, t.Median)
			}
		}
		return all
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(stats.Median(gains(a)).Median, stats.Median(gains(b)).Median)
	})
	p.Head(heads...)
	for _, name := range names {
		fields := []string{"`" + name + "`"}
		for _, m := range matches {
			text := ""
			if t := m.time(name, reference); t.Known() {
				text = gain(t, m.noise())
			}
			fields = append(fields, text)
		}
		p.Row(fields...)
	}
	p.Row(twice...)
	p.WriteByte('\n')
}

// writePredictions writes how well a build predicts the engines in its language: how far it orders techniques alike, and by how many percentage points
// it misses what they gain, as it is, and by the engine's share of lookups.
func writePredictions(p *page, r *engineRun, matches []*match) {
	matches = slices.DeleteFunc(slices.Clone(matches), func(m *match) bool { return languagesOf[m.language][1] != r.target.Built.Language })
	if len(matches) == 0 {
		return
	}
	p.Head(fmt.Sprintf("%d engines, predicted in %s by", len(matches), r.target.Language()), "Kendall's tau", "error, in points", "by the share of lookups")
	for _, by := range predictors {
		t := r.table(by.mode, by.of)
		share := 1.0 // a loop does nothing else
		if twice := ratio(t, grid.Twice, r.Reference); twice.Known() {
			share = twice.Median - 1
		}
		var taus, errors, shared []float64
		for _, m := range matches {
			var pairs [][2]float64
			part := (m.time(grid.Twice, r.Reference).Median - 1) / share
			for _, e := range m.Engines {
				predicted, measured := ratio(t, e.Name, r.Reference).Median, m.time(e.Name, r.Reference).Median
				if !r.Ranked(e.Name) || math.IsNaN(predicted) || math.IsNaN(measured) {
					continue
				}
				pairs = append(pairs, [2]float64{predicted, measured})
				if e.Name != r.Reference {
					points := func(time float64) float64 { return 100 * math.Abs(1/time-1/measured) }
					errors, shared = append(errors, points(predicted)), append(shared, points(1+part*(predicted-1)))
				}
			}
			taus = append(taus, kendall(pairs))
		}
		p.Row(by.name, fmt.Sprintf("%.2f", stats.Median(taus).Median), points(errors), points(shared))
	}
	p.WriteByte('\n')
}

// points writes the median of some errors, with its interval.
func points(errors []float64) string {
	m := stats.Median(errors)
	return fmt.Sprintf("%.1f [%.1f, %.1f]", m.Median, m.Lo, m.Hi)
}
