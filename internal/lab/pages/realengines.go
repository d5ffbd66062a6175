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
	"github.com/slidebench/slidebench/internal/engines/study"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/lab/shares"
	"github.com/slidebench/slidebench/internal/markdown"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tracked"
)

// readMatches reads the matches of a folder.
func readMatches(folder string) []*study.Match { return must(study.ReadFolder(folder)) }

// builtIn returns the language of the build that predicts an engine, as builds spell it: "" is Go, and "c" stands for C, C++ and Rust.
func builtIn(m *study.Match) string {
	if m.Language.InGo() {
		return ""
	}
	return "c"
}

// predictors are the measurements that may predict engines: of loops, only those over random questions.
var predictors = slices.Concat([]predictor{{"our search", mode.Search, grid.DefaultGames}, {"our perft", mode.Perft, grid.DefaultGames}},
	slices.DeleteFunc(slices.Clone(loops), func(p predictor) bool { return p.of == "trace" }))

// played is a folder of matches of real engines on a machine.
type played struct {
	machine, home, folder string         // the machine's short name, its folder under results, and in it that of the matches
	steady, noisy         []*study.Match // the matches that count, and the noisy matches
}

// allPlayed returns the matches of the files that a page follows, by machine.
func (p *page) allPlayed() (all []*played) {
	paths := must(tracked.Glob(p.pattern))
	for i, path := range paths {
		folder := filepath.Dir(path)
		if i > 0 && folder == filepath.Dir(paths[i-1]) {
			continue
		}
		home, _, _ := strings.Cut(folder, string(filepath.Separator)+"engines")
		m := &played{machine: shortName(home), home: home, folder: folder}
		m.steady, m.noisy = study.Split(readMatches(folder))
		all = append(all, m)
	}
	return all
}

// shortName returns the short name of a folder's machine, as the README has it, different from those of the folders before it.
func shortName(home string) string {
	var taken []string
	for _, folder := range must(filepath.Glob(filepath.Join(filepath.Dir(home), "*"))) {
		if folder == home {
			break
		}
		taken = append(taken, results.Target{Machine: filepath.Base(folder)}.ShortName())
	}
	return results.Target{Machine: filepath.Base(home)}.ShortName(taken...)
}

// writeRealEngines writes how techniques change the speed of real engines, and how well this project's measurements predict it.
func writeRealEngines(p *page) {
	all := p.allPlayed()
	if len(all) == 0 {
		p.Printf("*No real engine was measured.*\n")
		return
	}
	writeMedians(p, all)
	others := writePredictions(p, all)
	writeTransfers(p, all)
	for _, m := range all {
		p.eachOf(m, others[m])
	}
}

// eachOf writes a page beside the matches of a machine, with the figures of each engine, and more text.
func (p *page) eachOf(m *played, more string) {
	q := &page{}
	q.Printf("# Each engine on %s\n\nGains in per cent; [docs/engine.md](%sdocs/engine.md#real-engines) says how they were measured. `slidebench` writes this page.\n\n", m.machine,
		strings.Repeat("../", strings.Count(strings.TrimPrefix(filepath.ToSlash(m.folder), filepath.ToSlash(filepath.Dir(m.home))), "/")+1)) // up to results, and to the root
	writeMatches(q, m)
	p.files[filepath.Join(m.folder, "README.md")] = []byte(strings.TrimRight(q.String()+more, "\n") + "\n")
}

// writeNetworks writes how techniques change the speed of engines with a network, and how far this project's measurements order techniques like these engines.
func writeNetworks(p *page) {
	if len(must(tracked.Glob(p.pattern))) == 0 {
		p.Printf("*No engine with a network was measured.*\n")
		return
	}
	all := p.allPlayed()
	writeMedians(p, all)
	for _, m := range all {
		p.eachOf(m, "")
		writeOrders(p, m)
		writeShares(p, m)
	}
}

// writeShares writes the shares of time in our search with a network: of lookups, by asking twice, and of parts that were timed.
func writeShares(p *page, m *played) {
	path := filepath.Join(m.folder, shares.File)
	if len(must(tracked.Glob(path))) == 0 {
		return
	}
	var parts []string
	for _, path := range newest(filepath.Join(m.folder, "*.txt*")) {
		f := must(results.Read(path))
		if inC, has := targetInC(f); has {
			if t := f.Table(inC, board.Queen, mode.NetSearch, grid.DefaultNetGames); t != nil {
				twice := ratio(t, grid.Twice, f.Reference)
				parts = append(parts, fmt.Sprintf("lookups, asked twice, %s %%", points(stats.Interval{Median: 100 * (twice.Median - 1), Lo: 100 * (twice.Lo - 1), Hi: 100 * (twice.Hi - 1)})))
			}
		}
	}
	for _, s := range must(shares.Read(path)) {
		parts = append(parts, fmt.Sprintf("%s %.1f [%.1f,&nbsp;%.1f] %%", s.Part, s.Median, s.Lo, s.Hi))
	}
	p.Printf("Time of our search with a network in C on %s: %s.\n\n", m.machine, strings.Join(parts, "; "))
}

// targetInC returns the build in C of a file that orders and shares use: by gcc, or else its first one.
func targetInC(f *results.File) (inC results.Target, has bool) {
	targets := slices.DeleteFunc(f.Targets(), func(t results.Target) bool { return t.Built.Language != "c" })
	if len(targets) == 0 {
		return inC, false
	}
	return targets[max(0, slices.IndexFunc(targets, func(t results.Target) bool { return t.Built.String() == "c-gcc" }))], true
}

// beside returns the raw file to compare with a machine's matches: the one beside them, from the same hour, or else the machine's newest.
func beside(m *played) []string {
	if files := newest(filepath.Join(m.folder, "*.txt*")); len(files) > 0 {
		return files
	}
	return newest(filepath.Join(m.home, "*.txt*"))
}

// wholeRuns is the folder of matches in which each engine runs to its end.
const wholeRuns = "whole"

// slicedFor are techniques with small tables. writeSlices shows whether short slices favour them.
var slicedFor = []string{"dual", "raysavx2"}

// writeSlices writes, for engines measured in slices of several lengths, the cycles of a node, and the gains of techniques.
func writeSlices(p *page) {
	matches := map[string]map[string]*study.Match{} // by engine and machine, by length
	for _, path := range must(tracked.Glob(p.pattern)) {
		m := must(study.Read(path))
		home, _, _ := strings.Cut(path, string(filepath.Separator)+"engines")
		engine := m.Engine + ", " + shortName(home)
		if matches[engine] == nil {
			matches[engine] = map[string]*study.Match{}
		}
		matches[engine][filepath.Base(filepath.Dir(path))] = m
	}
	longest := func(length string) time.Duration {
		if length == wholeRuns {
			return math.MaxInt64
		}
		return must(time.ParseDuration(length))
	}
	heads := []string{"engine", "slices of", "rounds", "cycles for a node"}
	for _, name := range slicedFor {
		heads = append(heads, name+", %")
	}
	p.Head(heads...)
	for _, engine := range slices.Sorted(maps.Keys(matches)) {
		lengths := slices.SortedFunc(maps.Keys(matches[engine]), func(a, b string) int { return cmp.Compare(longest(a), longest(b)) })
		gains := map[string][]stats.Interval{} // by technique, in the order of the lengths
		for _, length := range lengths {
			m := matches[engine][length]
			fields := []string{engine, map[bool]string{true: "whole runs", false: length}[length == wholeRuns], fmt.Sprint(m.Rounds), fmt.Sprintf("%.0f", stats.Median(m.Engines[0].Cycles).Median)}
			for _, name := range slicedFor {
				t := m.Time(name, m.Reference())
				g := stats.Interval{Median: 100 * (1/t.Median - 1), Lo: 100 * (1/t.Hi - 1), Hi: 100 * (1/t.Lo - 1)}
				gains[name] = append(gains[name], g)
				fields = append(fields, points(g))
			}
			p.Row(fields...)
		}
		sliced := len(slices.DeleteFunc(slices.Clone(lengths), func(length string) bool { return length == wholeRuns })) // whole runs, if there are any, come last
		if sliced > 1 {
			fields := []string{"", fmt.Sprintf("*%s less %s*", lengths[0], lengths[sliced-1]), "", ""}
			for _, name := range slicedFor {
				fields = append(fields, points(minus(gains[name][0], gains[name][sliced-1])))
			}
			p.Row(fields...)
		}
	}
}

// minus returns the difference of two independent figures: the square of each arm is the sum of the squares of the figures' arms on that side.
func minus(a, b stats.Interval) stats.Interval {
	d := a.Median - b.Median
	return stats.Interval{Median: d, Lo: d - math.Hypot(a.Median-a.Lo, b.Hi-b.Median), Hi: d + math.Hypot(a.Hi-a.Median, b.Median-b.Lo)}
}

// points formats a figure in percentage points, with its interval.
func points(m stats.Interval) string {
	return fmt.Sprintf("%+.1f [%+.1f,&nbsp;%+.1f]", m.Median, m.Lo, m.Hi)
}

// orders are the measurements that may order techniques like engines with a network. Not every machine's file has all of them.
var orders = slices.Concat([]predictor{{"our search with a network", mode.NetSearch, grid.DefaultNetGames}}, predictors[:2]) // these are our search and perft: loops predict only engines by hand

// writeOrders writes, for each engine, Kendall's tau between measurements in C and the engine, over the pairs of techniques that differ significantly in the match. If
// the file beside the matches lacks a measurement, that of the machine's newest file is used.
func writeOrders(p *page, on *played) {
	matches := slices.DeleteFunc(slices.Clone(on.steady), func(m *study.Match) bool { return len(differing(m)) < fewestPairs })
	if len(matches) == 0 {
		return
	}
	heads := []string{"Kendall's tau, " + on.machine + ", in C (gcc)"}
	for _, match := range matches {
		heads = append(heads, match.Engine)
	}
	headed := false
	for _, by := range orders {
		t := newestTable(on, by)
		if t == nil {
			continue
		}
		if !headed {
			p.Head(heads...)
			headed = true
		}
		fields := []string{by.name}
		for _, match := range matches {
			fields = append(fields, tau(match, t))
		}
		p.Row(fields...)
	}
	p.WriteByte('\n')
}

// newestTable returns a machine's newest table of a measurement in C, nil if no file has it.
func newestTable(m *played, by predictor) *results.Table {
	for _, folder := range []string{m.folder, m.home} {
		for _, path := range newest(filepath.Join(folder, "*.txt*")) {
			f := must(results.Read(path))
			if inC, has := targetInC(f); has {
				if t := f.Table(inC, board.Queen, by.mode, by.of); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

// differing returns the pairs of techniques that differ significantly in a match, the faster one first.
func differing(m *study.Match) (pairs [][2]string) {
	known, noise := techniques.Facts(), m.Noise()
	isTechnique := func(name string) bool { return known[name].Name != "" && !grid.IsControl(name) }
	for _, a := range m.Engines {
		for _, b := range m.Engines {
			if t := m.Time(a.Name, b.Name); isTechnique(a.Name) && isTechnique(b.Name) && t.Known() && t.Hi < 1 && -math.Log(t.Median) > noise {
				pairs = append(pairs, [2]string{a.Name, b.Name})
			}
		}
	}
	return pairs
}

// tau formats Kendall's tau between a table and a match, over the differing pairs that the table has: "0.71 of 17 pairs".
func tau(m *study.Match, t *results.Table) string {
	sum, pairs := 0, 0
	for _, pair := range differing(m) {
		if r := ratio(t, pair[0], pair[1]); r.Known() {
			sum, pairs = sum+cmp.Compare(1, r.Median), pairs+1
		}
	}
	return fmt.Sprintf("%.2f of %d pairs", float64(sum)/float64(max(1, pairs)), pairs)
}

// writeSelfMatches writes a table of matches of a program with itself, by engine and number of nodes: how often the two differed significantly. Its file has a line for
// each match, as slidebench engines --format json writes it, with a base named like the engine.
func writeSelfMatches(p *page) {
	p.each("slidebench engines --format json", func(paths []string) {
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
					Speed         [3]float64 // against the base: the median, and the ends of its interval
				}
				Clock float64 // in GHz
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

// writeMedians writes a row on each machine's matches, and for each technique the median over the engines.
func writeMedians(p *page, all []*played) {
	p.Head("machine", "engines", "too noisy to count", "disturbed, % of the time", "figures", "not told from zero", "intervals within 1 point", "within 2 points")
	for _, m := range all {
		var disturbed, reaches []float64
		var noisy []string
		zero := 0
		for _, match := range m.noisy {
			disturbed, noisy = append(disturbed, 100*match.Disturbed), append(noisy, match.Engine)
		}
		for _, match := range m.steady {
			disturbed = append(disturbed, 100*match.Disturbed)
			for _, e := range match.Engines[1:] {
				if t := match.Time(e.Name, match.Reference()); e.Name != grid.Twice && e.Name != match.AA() && t.Known() {
					reaches = append(reaches, match.Reach(e.Name))
					zero += strings.Count(gain(t, match.Noise()), "(") // gain sets a figure that is not told from zero in parentheses
				}
			}
		}
		within := func(points float64) string {
			return fmt.Sprint(len(slices.DeleteFunc(slices.Clone(reaches), func(x float64) bool { return !(x <= points) }))) // an unknown reach, NaN, is not within
		}
		p.Row(fmt.Sprintf("[%s](%s/README.md)", m.machine, filepath.ToSlash(m.folder)), fmt.Sprint(len(m.steady)), strings.Join(noisy, ", "), fmt.Sprintf("%.0f to %.0f", slices.Min(disturbed), slices.Max(disturbed)), fmt.Sprint(len(reaches)),
			fmt.Sprint(zero), within(1), within(2))
	}
	p.WriteByte('\n')
	type column struct {
		head    string
		matches []*study.Match
	}
	var columns []column
	var names []string
	for _, inGo := range []bool{false, true} {
		for _, m := range all {
			if matches := study.InGo(m.steady, inGo); len(matches) > 0 {
				language := map[bool]string{false: "C, C++, Rust", true: "Go"}[inGo]
				columns = append(columns, column{fmt.Sprintf("%s, %d in %s", m.machine, len(study.Gains(matches, matches[0].Reference())), language), matches})
				names = append(names, lookups(m.steady)...)
			}
		}
	}
	order := map[string]float64{} // the median of the machines' medians over engines that are not in Go
	for _, name := range names {
		var medians []float64
		for _, c := range columns {
			if gains := study.Gains(study.InGo(c.matches, false), name); len(gains) > 0 {
				medians = append(medians, middle(gains))
			}
		}
		order[name] = middle(medians)
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { // measured with one engine on each machine at most: too few for a row, unless the first machine has only one
		return len(all[0].steady) > 1 && !slices.ContainsFunc(columns, func(c column) bool { return len(study.Gains(c.matches, name)) > 1 })
	})
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(order[b], order[a]) })
	heads, twice := []string{"median gain of the engines, %"}, []string{"*time for asking twice*"}
	for _, c := range columns {
		heads = append(heads, c.head)
		twice = append(twice, strings.ReplaceAll(study.Show(study.Shares(c.matches)), "+", "")) // unlike a gain, a share has no sign
	}
	p.Head(heads...)
	for _, name := range names {
		fields := []string{"`" + name + "`"}
		for _, c := range columns {
			fields = append(fields, study.Show(study.Gains(c.matches, name)))
		}
		p.Row(fields...)
	}
	p.Row(twice...)
	p.WriteByte('\n')
}

// lookups returns the names of the builds that matches compare with the reference: techniques, and the engines' own lookups.
func lookups(matches []*study.Match) (names []string) {
	for _, m := range matches {
		for _, e := range m.Engines[1:] {
			if !slices.Contains(names, e.Name) && e.Name != grid.Twice && e.Name != m.AA() {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// writeMatches writes a table of a machine's figures, by engine and technique.
func writeMatches(p *page, on *played) {
	matches := slices.Concat(on.steady, on.noisy)
	reference, inC, names := matches[0].Reference(), study.InGo(on.steady, false), lookups(matches)
	heads, twice := []string{"lookups, %"}, []string{"*time for asking twice*"}
	for i, m := range matches {
		head, text := m.Engine+", "+m.Language.String(), ""
		if i >= len(on.steady) {
			head += ", too noisy"
		}
		if t := m.Time(grid.Twice, reference); t.Known() {
			text = fmt.Sprintf("%.1f", 100*(t.Median-1))
		}
		heads, twice = append(heads, head), append(twice, text)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(middle(study.Gains(inC, b)), middle(study.Gains(inC, a)))
	})
	p.Head(heads...)
	for _, name := range names {
		fields := []string{"`" + name + "`"}
		for _, m := range matches {
			text := ""
			if t := m.Time(name, reference); t.Known() {
				text = bare(gain(t, m.Noise()))
			}
			fields = append(fields, text)
		}
		p.Row(fields...)
	}
	p.Row(twice...)
	p.WriteByte('\n')
}

// middle returns the median of values.
func middle(values []float64) float64 { return stats.Median(values).Median }

// writePredictions writes how well the other engines and our search predict an engine of a machine in its language: how far they order techniques alike, and by how many
// percentage points they miss the gains of techniques, unscaled, and scaled by the share of lookups: the engine's own, or the median of the other engines. It returns the
// same text for perft and loops, by machine.
func writePredictions(p *page, all []*played) (others map[*played]string) {
	ourShares := map[string][]float64{} // by language
	runs := map[*played]*results.File{}
	for _, m := range all {
		for _, path := range beside(m) {
			f := must(results.Read(path))
			for _, target := range f.Advised() {
				if x := ourShare(f, target); !math.IsNaN(x) {
					ourShares[target.Built.Language] = append(ourShares[target.Built.Language], x)
				}
			}
			runs[m] = f
		}
	}
	example := ""
	others = map[*played]string{}
	head := func(t *markdown.Text) {
		t.Head("engines", "predicted by", "Kendall's tau", "error, in points", "by the engine's share of lookups", "by the other engines' share")
	}
	head(&p.Text)
	for _, m := range all {
		f, rest := runs[m], markdown.Text{}
		head(&rest)
		if f == nil {
			continue
		}
		for _, target := range f.Advised() {
			matches := slices.DeleteFunc(slices.Clone(m.steady), func(match *study.Match) bool { return builtIn(match) != target.Built.Language })
			if len(matches) < 2 || !target.InGo() && target.Built.String() != "c-gcc" {
				continue // engines predict each other, so there must be two; and of the builds in C one is enough
			}
			engines := fmt.Sprintf("%s, %d in %s", m.machine, len(matches), target.Language())
			p.Row(append([]string{engines, "other engines"}, byOthers(matches)...)...)
			for i, by := range predictors {
				if fields := predicted(f, target, by, matches, middle(ourShares[target.Built.Language])); fields != nil {
					// Our search stands on the page, and the rest beside the matches.
					into := map[bool]*markdown.Text{true: &p.Text, false: &rest}[i == 0]
					into.Row(append([]string{engines, by.name}, fields...)...)
				}
			}
			if example == "" && !target.InGo() {
				example = exampleOf(m.machine, f, target, matches[len(matches)/2])
			}
		}
		others[m] = fmt.Sprintf("Other predictions, from [%s](%s):\n\n%s", filepath.Base(f.Name), filepath.ToSlash(must(filepath.Rel(m.folder, f.Name))), rest.String())
	}
	p.Printf("\n%s\n\n", example)
	return others
}

// ourShare returns the share of time that lookups take in our search.
func ourShare(f *results.File, target results.Target) float64 {
	t := f.Table(target, board.Queen, mode.Search, grid.DefaultGames)
	if t == nil {
		return math.NaN()
	}
	return ratio(t, grid.Twice, f.Reference).Median - 1
}

// predicted returns the figures of a prediction, nil if the build lacks it. usual is the share of lookups in our search on other machines, for runs without their own.
func predicted(f *results.File, target results.Target, by predictor, matches []*study.Match, usual float64) []string {
	t := f.Table(target, board.Queen, by.mode, by.of)
	if t == nil {
		return nil
	}
	share := 1.0 // a loop does nothing else
	switch twice := ratio(t, grid.Twice, f.Reference); {
	case twice.Known():
		share = twice.Median - 1
	case by.mode == mode.Search:
		share = usual
	}
	var taus, errors, shared, leftOut []float64
	for i, m := range matches {
		var pairs [][2]float64
		// The share of lookups in the engine, and in the other engines, in units of the share in the measurement.
		own, others := middle(study.Shares(matches[i:i+1]))/100/share, middle(study.Shares(slices.Concat(matches[:i], matches[i+1:])))/100/share
		for _, e := range m.Engines {
			predicted, measured := ratio(t, e.Name, f.Reference).Median, m.Time(e.Name, f.Reference).Median
			if grid.IsControl(e.Name) || e.Name == m.AA() || math.IsNaN(predicted) || math.IsNaN(measured) {
				continue
			}
			pairs = append(pairs, [2]float64{predicted, measured})
			if e.Name != f.Reference {
				// The error in points, if the measured change of time counts in part.
				points := func(part float64) float64 { return 100 * math.Abs(1/(1+part*(predicted-1))-1/measured) }
				errors, shared, leftOut = append(errors, points(1)), append(shared, points(own)), append(leftOut, points(others))
			}
		}
		taus = append(taus, kendall(pairs))
	}
	return []string{fmt.Sprintf("%.2f", middle(taus)), missed(errors), missed(shared), missed(leftOut)}
}

// byOthers returns the figures of a prediction of each engine by the median gain of the other engines.
func byOthers(matches []*study.Match) []string {
	var taus, errors, shared []float64
	for i, m := range matches {
		var pairs [][2]float64
		others := slices.Concat(matches[:i], matches[i+1:])
		part := middle(study.Shares(matches[i:i+1])) / middle(study.Shares(others))
		for _, e := range m.Engines {
			gains, t := study.Gains(others, e.Name), m.Time(e.Name, m.Reference())
			if techniques.Facts()[e.Name].Name == "" || e.Name == m.Reference() || grid.IsControl(e.Name) || len(gains) == 0 || !t.Known() {
				continue
			}
			predicted, measured := middle(gains), 100*(1/t.Median-1)
			pairs = append(pairs, [2]float64{predicted, measured})
			errors, shared = append(errors, math.Abs(predicted-measured)), append(shared, math.Abs(part*predicted-measured))
		}
		taus = append(taus, kendall(pairs))
	}
	return []string{fmt.Sprintf("%.2f", middle(taus)), missed(errors), missed(shared), ""}
}

// exampleOf returns an example in words: a gain in our search, scaled by an engine's share of lookups, beside the gain in that engine.
func exampleOf(machine string, f *results.File, target results.Target, m *study.Match) string {
	const technique = "paired"
	t := f.Table(target, board.Queen, mode.Search, grid.DefaultGames)
	if t == nil {
		return ""
	}
	ours, predicted, measured := ourShare(f, target), ratio(t, technique, f.Reference).Median, m.Time(technique, f.Reference).Median
	theirs := middle(study.Shares([]*study.Match{m})) / 100
	if math.IsNaN(ours + predicted + measured + theirs) { // if any is unknown
		return ""
	}
	gain := func(time float64) string { return report.Percent(100 * (1/time - 1)) }
	return fmt.Sprintf("For example `%s` in %s on %s: our search gains %s, with a share of %s, and this engine has a share of %s. So expect about %s x %.1f / %.1f = %s; measured: %s.", technique, m.Engine,
		machine, gain(predicted), percent(ours), percent(theirs), gain(predicted), 100*theirs, 100*ours, gain(1+(predicted-1)*theirs/ours), gain(measured))
}

// writeTransfers writes how far engines' gains on a machine are from the same engines' gains on another machine.
func writeTransfers(p *page, all []*played) {
	p.Head("engines on both", "figures", "gains differ by, in points", "Kendall's tau of the medians")
	for i, a := range all {
		for _, b := range all[:i] {
			var distances []float64
			var medians [][2]float64
			for _, name := range lookups(a.steady) {
				var pair [2][]float64
				for _, x := range a.steady {
					for _, y := range b.steady {
						tx, ty := x.Time(name, x.Reference()), y.Time(name, y.Reference())
						if x.Engine != y.Engine || !tx.Known() || !ty.Known() {
							continue
						}
						pair[0], pair[1] = append(pair[0], 1/tx.Median), append(pair[1], 1/ty.Median)
						distances = append(distances, 100*math.Abs(1/tx.Median-1/ty.Median))
					}
				}
				if len(pair[0]) > 0 {
					medians = append(medians, [2]float64{middle(pair[0]), middle(pair[1])})
				}
			}
			if len(distances) > 0 {
				p.Row(b.machine+" and "+a.machine, fmt.Sprint(len(distances)), missed(distances), fmt.Sprintf("%.2f", kendall(medians)))
			}
		}
	}
	p.WriteByte('\n')
}

// missed formats the median of some errors, with its interval.
func missed(errors []float64) string {
	m := stats.Median(errors)
	if !m.Known() {
		return ""
	}
	return fmt.Sprintf("%.1f [%.1f, %.1f]", m.Median, m.Lo, m.Hi)
}
