package pages

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engines/study"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/lab/shares"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// In the invented engines lookups take a part of the share that they take in our search, so the search and the other engine predict them by that share, in C and not in
// Go. The run on Intel Lake does not know the share of our search, and takes that of the run on Zen 3.
func TestRealEngines(t *testing.T) {
	root := t.TempDir()
	pattern := filepath.Join(root, "*", "engines", "*-*.json")
	wants(t, writeRealEngines, pattern, "No real engine was measured.")
	run := resultstest.Run{Engine: true, Noise: 0.0001, Levels: []string{"v4", "c-gcc"}, Rounds: 8}
	path := filepath.Join(root, "amd-zen-3-vm", "engines", "loops.txt")
	writeFiles(t, root, map[string]string{"amd-zen-3-vm/engines/loops.txt": run.String()})
	run.Lacks = func(c grid.Cell, _ string, _ int) bool { return c.Technique == grid.Twice }
	writeFiles(t, root, map[string]string{"intel-lake-vm/2026-01-01T000000Z-0123456789ab.txt": run.String()})
	f, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	search := f.Table(f.Advised()[1], board.Queen, mode.Search, grid.DefaultGames) // of c-gcc: v4 is advised first
	// engine invents a match of an engine whose lookups take this part of the share that they take in our search. Its own lookups are as fast as the reference.
	engine := func(name string, share float64) {
		sides := []side{}
		for _, s := range append(slices.Clone(search.Series), results.Series{Cell: grid.Cell{Technique: "own"}}) {
			times := 1.0
			if r := ratio(search, s.Row(), f.Reference); r.Known() {
				times += share * (r.Median - 1)
			}
			sides = append(sides, side{s.Row(), []float64{1000 * times}})
		}
		slices.SortStableFunc(sides, func(a, b side) int { // the reference first, as in real matches, and then its second row
			return strings.Compare(strings.TrimPrefix(a.Name, f.Reference), strings.TrimPrefix(b.Name, f.Reference))
		})
		inventMatch(t, filepath.Join(root, name), sides...)
	}
	engine("amd-zen-3-vm/engines/ada-1.2-c.json", 0.5)
	writeFiles(t, root, map[string]string{"amd-zen-3-vm/engines/aa.json": "no match of two, which the pattern leaves out"})
	engine("amd-zen-3-vm/engines/bob-1-cpp.json", 0.25)
	engine("intel-lake-vm/engines/bob-1-cpp.json", 0.5)
	engine("intel-lake-vm/engines/eve-3-rust.json", 0.5)
	// In a noisy match, each side jumps from round to round in its own way.
	noisy := []side{{"fancymagic", nil}, {"fancymagic-again", nil}, {"pext", nil}}
	for round := range 8 {
		for i := range noisy {
			noisy[i].Cycles = append(noisy[i].Cycles, float64(1000+200*(round*(i+1)%3)))
		}
	}
	text, err := json.Marshal(map[string]any{"engines": noisy, "disturbed": 0.75})
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, root, map[string]string{"intel-lake-vm/engines/max-5-go.json": string(text)})
	var errors []float64 // of predictions on Zen 3: there the engines have half and a quarter of our share, and each predicts the other by its own
	for _, s := range search.Series {
		if x := ratio(search, s.Row(), f.Reference).Median - 1; s.Ranked() && s.Technique != f.Reference {
			e := 100 * math.Abs(1/(1+0.25*x)-1/(1+0.5*x))
			errors = append(errors, e, e) // in the matches of both engines
		}
	}
	// Asking twice takes 5.4 % of the time with half of our share, and 2.7 % with a quarter: 4.0 is their median.
	page := wants(t, writeRealEngines, pattern, "| [Zen 3](", "/README.md) | 2 |  | 0 to 0 | ", "| [Intel Lake](", "/README.md) | 2 | max 5 | 0 to 75 | ", "| median gain of the engines, % | Zen 3, 2 in C, C++, Rust | Intel Lake, 2 in C, C++, Rust |\n",
		"| `own` | +0.0 (2) | +0.0 (2) |", "| *time for asking twice* | 4.0 (2) | 5.4 (2) |", "| Zen 3, 2 in C (gcc) | our search | 1.00 | ", " | 0.0 [0.0, 0.0] | "+missed(errors)+" |\n",
		"| Zen 3, 2 in C (gcc) | other engines | 1.00 | "+missed(errors)+" | 0.", "| Intel Lake, 2 in C (gcc) | other engines | 1.00 | 0.0 [0.0, 0.0] | 0.0 [0.0, 0.0] |  |\n",
		"| engines on both | figures | ", fmt.Sprintf("| Zen 3 and Intel Lake | %d | ", len(search.Series)-2)) // own, and all but the reference, its copy, and twice
	_, files, _ := write(writeRealEngines, pattern)
	for name, parts := range map[string][]string{
		"amd-zen-3-vm":  {"# Each engine on Zen 3\n", "| lookups, % | ada 1.2, C | bob 1, C++ |\n", "| *time for asking twice* | 5.4 | 2.7 |\n", "| Zen 3, 2 in C (gcc) | crowded caches | "},
		"intel-lake-vm": {"| lookups, % | bob 1, C++ | eve 3, Rust | max 5, Go, too noisy |\n", "](../../../docs/engine.md#real-engines)"},
	} {
		text := string(files[filepath.Join(root, name, "engines", "README.md")])
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in\n%s", name, part, text)
			}
		}
	}
	if row := regexp.MustCompile(`(?m)^\| Intel Lake, 2 in C \(gcc\) \| our search \|.*$`).FindString(page); !strings.HasSuffix(row, " | 0.0 [0.0, 0.0] | 0.0 [0.0, 0.0] |") {
		t.Errorf("with another machine's share of our search: %s", row)
	}
	if strings.Contains(page, "| `fancymagic-again` |") || strings.Contains(page, " in Go | our search") {
		t.Errorf("the noise as a technique, or a prediction of noise:\n%s", page)
	}
	writeFiles(t, root, map[string]string{"amd-zen-3-vm/engines/ada-1.2-x.json": "{}"})
	refuses(t, writeRealEngines, pattern, "ada-1.2-x.json: want a name like ENGINE-VERSION-c.json")

	// Three matches of 500 cycles for a node at 2 GHz over a million nodes, which differ, and three over two million, which do not.
	aa := filepath.Join(root, "amd-zen-3-vm", "engines", "aa.json")
	writeFiles(t, root, map[string]string{"amd-zen-3-vm/engines/aa.json": strings.Repeat(`{"clock":2,"engines":[{"name":"ada","nodes":1000000,"cycles":[500],"verdict":"base"},{"name":"ada-again","verdict":"slower","speed":[0.99,0.98,0.995]}]}
{"clock":2,"engines":[{"name":"ada","nodes":2000000,"cycles":[500]},{"verdict":"no significant difference","speed":[1,0.99,1.02]}]}`, 3)})
	wants(t, writeSelfMatches, aa, "| ada | 0.25 s | 3 | 3 | 1.5 % |", "| ada | 0.50 s | 3 | 0 | 3.0 % |", "| all |  | 6 | 3 of 6 (12 to 88 %) |")
	wants(t, writeSelfMatches, filepath.Join(root, "*", "aa.json"), "`slidebench engines --format json` measures them")
	writeFiles(t, root, map[string]string{"amd-zen-3-vm/engines/aa.json": `{"engines":7}`})
	refuses(t, writeSelfMatches, aa, "aa.json")
}

// side is a build's part of an invented match: cycles for a node, by round.
type side struct {
	Name   string    `json:"name"`
	Cycles []float64 `json:"cycles"`
}

// inventMatch writes a match of eight rounds in which each build takes the cycles that times say, and the whole match slows down a little from round to round.
func inventMatch(t *testing.T, path string, times ...side) {
	t.Helper()
	for i := range times {
		for round := range 7 {
			times[i].Cycles = append(times[i].Cycles, times[i].Cycles[0]*float64(1000+round)/1000)
		}
	}
	text, err := json.Marshal(map[string]any{"engines": times, "rounds": 8})
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, filepath.Dir(path), map[string]string{filepath.Base(path): string(text)})
}

// Engines with a network have a table of their own, are ordered by our measurements over the pairs of techniques that differ significantly in them, and judge the claims that ask engines.
func TestNetworks(t *testing.T) {
	// Factors on resultstest's times in C: loops find dual slow. Its searches ask no dual, so of these techniques six pairs are left for them.
	inC := map[string]float64{"fancymagic": 1, "fancymagic-again": 1, "dual": 3, "pext": 0.5, "koggestone": 20, "classical": 40}
	pattern := inventMachine(t, resultstest.Run{Engine: true, Noise: 0.0001, Rounds: 8, Levels: []string{"v4"}}, inC)
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	engines := filepath.Join(filepath.Dir(paths[0]), "engines")
	networks := filepath.Join(engines, "networks")
	wants(t, writeNetworks, filepath.Join(networks, "*.json"), "No engine with a network was measured.")
	// match returns the sides of a match in which dual takes this part of the reference's time, and the reference's second row its own part.
	match := func(dual, again float64) []side {
		return []side{{"fancymagic", []float64{100}}, {"fancymagic-again", []float64{100 * again}}, {"twice", []float64{102}}, {"own", []float64{97}}, {"dual", []float64{100 * dual}},
			{"pext", []float64{99}}, {"koggestone", []float64{104}}, {"classical", []float64{110}}}
	}
	inventMatch(t, filepath.Join(networks, "ada-1-cpp.json"), match(0.98, 1)...)
	inventMatch(t, filepath.Join(networks, "bob-2-rust.json"), match(0.97, 1)...)
	inventMatch(t, filepath.Join(networks, "eve-3-c.json"), match(1.1, 1.3)...)
	if err := os.WriteFile(filepath.Join(networks, shares.File), []byte("part,share,low,high\nsums,41.04,40.21,42.00\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// Of 15 figures, five of each engine, those of eve are within the noise, so eve orders no techniques.
	wants(t, writeNetworks, filepath.Join(networks, "*.json"), "/README.md) | 3 |  | 0 to 0 | 15 | 5 | 15 | 15 |\n", "| `own` | +3.1 (3) |",
		"| *time for asking twice* | 2.0 (3) |", "| Kendall's tau, A Machine, in C (gcc) | ada 1 | bob 2 |\n", "| our search | 1.00 of 6 pairs | 1.00 of 6 pairs |\n",
		"Time of our search with a network in C on A Machine: sums 41.0 [40.2,&nbsp;42.0] %.\n")
	reversed := resultstest.Run{Engine: true, Noise: 0.0001, Rounds: 8, Levels: []string{"c-gcc"}, Cost: map[string]float64{"koggestone": 0.1}} // three pairs are reversed
	beside := filepath.Join(networks, "2026-01-01T000000Z-0123456789ab.txt")
	if err := os.WriteFile(beside, []byte(reversed.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, _, _ := write(writeNetworks, filepath.Join(networks, "*.json")); !strings.Contains(text, "| our search | 0.00 of 6 pairs |") || !strings.Contains(text, ": lookups, asked twice, +10.4 [") {
		t.Errorf("the file beside the matches does not come before the machine's:\n%s", text)
	}
	if err := os.Remove(beside); err != nil {
		t.Fatal(err)
	}

	_, files, _ := write(writeNetworks, filepath.Join(networks, "*.json"))
	if text := string(files[filepath.Join(networks, "README.md")]); !strings.Contains(text, "| lookups, % | ada 1, C++ | bob 2, Rust | eve 3, C |\n") || !strings.Contains(text, "\n| `own` | +3.09 | +3.09 | (+3.09) |\n") ||
		!strings.Contains(text, "](../../../../docs/engine.md#real-engines)") {
		t.Errorf("the page beside the matches:\n%s", text)
	}

	findings := claimOf(t, "dual-magic").findings(readMachines(pattern))
	verdictOf := func(asked string) string {
		return claimOf(t, "dual-magic").verdict(slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.asked != asked }))
	}
	if got := verdictOf(inNetworks); got != "true" {
		t.Errorf("dual in engines with a network: %q, want true", got)
	}
	if got := claimOf(t, "dual-magic").verdict(findings); !strings.Contains(got, "false, except in engines with a network") {
		t.Errorf("the verdict says %q", got)
	}
	inventMatch(t, filepath.Join(engines, "zoe-4-c.json"), match(1.2, 1)...)
	inventMatch(t, filepath.Join(engines, "max-5-go.json"), match(1.2, 1)...)
	findings = claimOf(t, "dual-magic").findings(readMachines(pattern))
	if got := verdictOf(byHand); got != "false" {
		t.Errorf("dual in engines with an evaluation by hand: %q, want false", got)
	}
	inventMatch(t, filepath.Join(networks, "nil-6-c.json"))
	refuses(t, writeNetworks, filepath.Join(networks, "*.json"), "nil-6-c.json: no engines")
}

// Slices stand in the order of their lengths, and whole runs last, each with its own reference; below them, by how much the shortest and the longest slices differ.
func TestSlices(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a-machine", "engines", "slices")
	for length, dual := range map[string]float64{"20ms": 98, "2ms": 96, "whole": 99, "200ms": 100} {
		inventMatch(t, filepath.Join(folder, length, "ada-1-c.json"), side{"fancymagic", []float64{100}}, side{"raysavx2", []float64{50}}, side{"dual", []float64{dual}})
	}
	wants(t, writeSlices, filepath.Join(folder, "*", "*.json"), `| engine | slices of | rounds | cycles for a node | dual, % | raysavx2, % |
| --- | --: | --: | --: | --: | --: |
| ada 1, A Machine | 2ms | 8 | 100 | +4.2 [+4.2,&nbsp;+4.2] | +100.0 [+100.0,&nbsp;+100.0] |
| ada 1, A Machine | 20ms | 8 | 100 | +2.0 [`, `
| ada 1, A Machine | 200ms | 8 | 100 | +0.0 [`, `
| ada 1, A Machine | whole runs | 8 | 100 | +1.0 [`, `
|  | *2ms less 200ms* |  |  | +4.2 [+4.2,&nbsp;+4.2] | +0.0 [+0.0,&nbsp;+0.0] |`)
}

// The figures in docs/engine.md's paragraph on what machines say together are those of the matches. The tests run in docs.
func TestWhatMachinesSayTogether(t *testing.T) {
	text, err := os.ReadFile("engine.md")
	if err != nil {
		t.Fatal(err)
	}
	// on returns a machine's steady matches of engines that are not in Go.
	on := func(machine, folder string) []*study.Match {
		steady, _ := study.Split(readMatches(filepath.Join("..", "results", machine, "engines", folder)))
		return study.InGo(steady, false)
	}
	gains := func(matches []*study.Match, format string, techniques ...string) string {
		var figures []any
		for _, name := range techniques {
			figures = append(figures, middle(study.Gains(matches, name)))
		}
		return fmt.Sprintf(format, figures...)
	}
	zen3, zen4, zen5, intel := on("amd-epyc-zen-3-vm", ""), on("amd-epyc-zen-4-vm", ""), on("amd-oxide-virtual-turin-like-zen-5-vm", ""), on("intel-xeon-emerald-rapids-vm", "")
	if len(zen3) == 0 || len(intel) == 0 {
		t.Skip("no results")
	}
	within := 0 // matches
	all := slices.Concat(zen3, zen4, zen5, intel)
	for _, m := range all {
		if paired := m.Time("paired", m.Reference()); strings.HasPrefix(gain(paired, m.Noise()), "(") {
			within++
		} else if paired.Median >= 1 {
			t.Errorf("%s: paired loses", m.Engine)
		}
	}
	inGo := func(machine, technique string) float64 {
		steady, _ := study.Split(readMatches(filepath.Join("..", "results", machine, "engines")))
		return middle(study.Gains(study.InGo(steady, true), technique))
	}
	weiss := func(technique string) string {
		var by []any
		for _, length := range []string{"2ms", "20ms", "200ms", wholeRuns} {
			m := must(study.Read("../results/amd-epyc-zen-4-vm/engines/slices/" + length + "/weiss-2.0-c.json"))
			by = append(by, 100*(1/m.Time(technique, m.Reference()).Median-1))
		}
		return fmt.Sprintf("`"+technique+"` %.1f, %.1f, %.1f and %.1f %%", by...)
	}
	// withNetwork reads a match on a machine; own is how many times as fast as the reference Stockfish's own lookup is there, which is our dual.
	withNetwork := func(machine, match string) *study.Match {
		return must(study.Read("../results/" + machine + "/engines/networks/" + match + ".json"))
	}
	own := func(machine, format string) string {
		stockfish := withNetwork(machine, "stockfish-2026.08.03-cpp")
		speed, percent := stockfish.Time(stockfish.Reference(), "own"), func(speed float64) float64 { return 100 * (speed - 1) }
		return fmt.Sprintf(format, percent(speed.Median), percent(speed.Lo), percent(speed.Hi))
	}
	// rounds are the fewest and the most in matches with files read anew.
	rounds := func(machine, format string, matches ...string) string {
		var all []int
		for _, match := range matches {
			all = append(all, withNetwork(machine, match).Rounds)
		}
		return fmt.Sprintf(format, slices.Min(all), slices.Max(all))
	}
	// layouts is how many per cent a build's slowest of four layouts is behind its fastest.
	layouts := func(match, build string) float64 {
		m := must(study.Read("../results/intel-xeon-emerald-rapids-vm/engines/layouts/" + match + ".json"))
		var times []float64
		for layout := range 4 {
			times = append(times, m.Time(fmt.Sprint(build, "-", 1+layout), m.Reference()).Median)
		}
		return 100 * (slices.Max(times)/slices.Min(times) - 1)
	}
	for _, said := range []string{
		fmt.Sprintf("of one build of Counter](../results/intel-xeon-emerald-rapids-vm/engines/layouts) differ by up to %.0f %%, of Ethereal, in C, by up to %.0f %%", layouts("counter-3.5-go", "blackmagic"), layouts("ethereal-12.00-c", "raysavx2")),
		own("amd-epyc-zen-4-vm", "it has %.1f %% [%.1f, %.1f] more on Zen 4 here"),
		own("intel-xeon-emerald-rapids-vm", "and %.1f %% [%.1f, %.1f] on Emerald Rapids"),
		rounds("amd-epyc-zen-4-vm", "for each of the %d to %d rounds of four engines on Zen 4", "berserk-2025.06.22-c", "plentychess-2026.06.28-cpp", "reckless-2026.08.18-rust", "stockfish-2026.08.03-cpp"),
		rounds("intel-xeon-emerald-rapids-vm", "and of the %d to %d of four on Emerald Rapids", "berserk-2025.06.22-c", "plentychess-2026.06.28-cpp", "reckless-2026.08.18-rust", "stockfish-2026.08.03-cpp"),
		fmt.Sprintf("In Go, `kgssb` gains %.1f and %.1f %%, `blackmagic` %.1f and %.1f %%", inGo("amd-epyc-zen-3-vm", "kgssb"), inGo("intel-xeon-emerald-rapids-vm", "kgssb"),
			inGo("amd-epyc-zen-3-vm", "blackmagic"), inGo("intel-xeon-emerald-rapids-vm", "blackmagic")),
		fmt.Sprintf("in slices of 2, 20 and 200 ms and in whole runs %s, %s, and %s", weiss("raysavx2"), weiss("dual"), weiss("paired")),
		gains(zen4, "on an idle Zen 4 %.1f, %.1f and %.1f %%", "raysavx2", "dual", "movemask"),
		gains(zen3, "there `raysavx2` gains %.1f %%, `dual` %.1f %%, and `movemask` %.1f %%", "raysavx2", "dual", "movemask"),
		gains(intel, "these gain %.1f, %.1f and %.1f %%", "raysavx2", "dual", "movemask"),
		fmt.Sprintf("`paired` gains in all %d matches, in %d within the noise", len(all), within),
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n", " "), said) {
			t.Errorf("engine.md lacks %q", said)
		}
	}
	row := regexp.MustCompile(`(?m)^\| Zen 3, \d in C \(gcc\) \| our search \|.* ([0-9.]+) \[[^|]*\|$`).FindSubmatch(text)
	if row == nil || !strings.Contains(string(text), fmt.Sprintf("misses what engines gain on Zen 3 by %s points", row[1])) {
		t.Errorf("engine.md says otherwise of the prediction on Zen 3: %q", row)
	}
	// In the table of slices, a row of differences follows the rows of each engine. Only those of Weiss on Zen 4 have intervals above zero.
	_, table, _ := strings.Cut(string(text), "<!-- generated: slices -->")
	engine := ""
	for line := range strings.Lines(strings.Split(table, "<!-- end -->")[0]) {
		if !strings.HasPrefix(line, "|  | *") {
			engine = strings.Trim(strings.Split(line+"|", "|")[1], " ")
			continue
		}
		for _, m := range regexp.MustCompile(`\[([-+][\d.]+),&nbsp;([-+][\d.]+)\]`).FindAllStringSubmatch(line, -1) {
			if differs := m[1][0] == '+'; differs != (engine == "weiss 2.0, Zen 4") {
				t.Errorf("engine.md says that slices differ on the idle Zen 4 alone: %s of %s", line, engine)
			}
		}
	}
}

// The lower arm of a difference joins the first figure's lower arm, 3, and the second's upper arm, 4: they make 5. The upper arms 1 and 12 make the root of 145.
func TestMinus(t *testing.T) {
	d := minus(stats.Interval{Median: 5, Lo: 2, Hi: 6}, stats.Interval{Median: 1, Lo: -11, Hi: 5})
	if d.Median != 4 || d.Lo != -1 || math.Abs(d.Hi-(4+math.Sqrt(145))) > 1e-9 {
		t.Errorf("%+v", d)
	}
}
