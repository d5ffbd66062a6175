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
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// invented writes an invented file and returns the pattern that finds it.
func invented(t *testing.T, r resultstest.Run) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "engine.txt")
	if err := os.WriteFile(path, []byte(r.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// In the invented engine, asking twice takes a tenth of the work longer; large tables lose where other data crowd the caches.
func TestEngine(t *testing.T) {
	run := resultstest.Run{Engine: true, Noise: 0.0001, Levels: []string{"v4", "c-gcc"}}
	pattern := invented(t, run)
	wants(t, writeLoops, pattern, "Asking `fancymagic` twice for every answer makes a search take ", " longer, and a perft 9.8 %", "C (gcc)**", "| crowded caches | ")
	wants(t, writePressure, pattern, "| nothing | `fancymagic` 13.4 | ", "| 64 lines of 16 MiB | ", "| 32 KiB in order | ")
	wants(t, writeUses, pattern, "| perft | ", "| attackers to a square | ", "| exchange evaluation | ")
	wants(t, writeLoops, filepath.Join(t.TempDir(), "*.txt"), "`make engine` measures them")
	run.Engine = false
	refuses(t, writeLoops, invented(t, run), "make engine measures them")
}

// In the invented engine lookups take half the share that they take in our search, so the search predicts it by that share, in C and not in Go.
func TestRealEngines(t *testing.T) {
	pattern := invented(t, resultstest.Run{Engine: true, Noise: 0.0001, Levels: []string{"v4", "c-gcc"}, Rounds: 8})
	f, err := results.Read(pattern)
	if err != nil {
		t.Fatal(err)
	}
	search := f.Table(f.Advised()[1], board.Queen, string(mode.Search), grid.DefaultGames)
	engine := func(share float64) []byte { // whose lookups take this part of the share that they take in our search
		sides := []side{{Name: "own"}}
		for _, s := range search.Series {
			sides = append(sides, side{Name: s.Technique})
		}
		for i := range sides {
			times := 1.0
			if r := ratio(search, sides[i].Name, f.Reference); r.Known() {
				times += share * (r.Median - 1)
			}
			for round := range 8 {
				sides[i].Cycles = append(sides[i].Cycles, times*float64(1000+round))
			}
		}
		text, err := json.Marshal(map[string]any{"engines": sides, "rounds": 8})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := engine(0.5)
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(filepath.Dir(pattern), name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	refuses(t, writeRealEngines, pattern, "want matches of engines beside it")
	write("ada-1.2-c.json")
	page := wants(t, writeRealEngines, pattern, "| lookups, % | median of 1 in C, C++, Rust | ada 1.2, C |", "| `own` | +0.0 (1) | (", "| *time for asking twice* | 5.4 (1) | 5.4 |", "| 1 engines, predicted in C (gcc) by |", "| our search | 1.00 | ",
		"| 0.0 [0.0, 0.0] |", "| crowded caches | ")
	if strings.Contains(page, "| `fancymagic-again` |") || strings.Contains(page, "predicted in Go") {
		t.Errorf("the noise as a technique, or C predicted by Go:\n%s", page)
	}
	write("aa.json") // of a program with itself
	wants(t, writeRealEngines, pattern, "| ada 1.2, C |\n")
	text = engine(0.25)
	write("bob-1-cpp.json")
	var missed []float64 // by the share of the other engine
	for _, s := range search.Series {
		if x := ratio(search, s.Technique, f.Reference).Median - 1; f.Ranked(s.Technique) && s.Technique != f.Reference {
			e := 100 * math.Abs(1/(1+0.25*x)-1/(1+0.5*x))
			missed = append(missed, e, e)
		}
	}
	page = wants(t, writeRealEngines, pattern, "| 2 engines, predicted in C (gcc) by |")
	if row := regexp.MustCompile(`(?m)^\| our search \|.*$`).FindString(page); !strings.HasSuffix(row, " | 0.0 [0.0, 0.0] | "+points(missed)+" |") {
		t.Errorf("by the other engine's share: %s, want %s", row, points(missed))
	}
	if err := os.Remove(filepath.Join(filepath.Dir(pattern), "bob-1-cpp.json")); err != nil {
		t.Fatal(err)
	}
	aa := filepath.Join(filepath.Dir(pattern), "aa.json")
	text = []byte(strings.Repeat(`{"clock":2,"engines":[{"name":"ada","nodes":1000000,"cycles":[500],"verdict":"base"},{"name":"ada-again","verdict":"slower","speed":[0.99,0.98,0.995]}]}
{"clock":2,"engines":[{"name":"ada","nodes":2000000,"cycles":[500]},{"verdict":"no significant difference","speed":[1,0.99,1.02]}]}`, 3))
	write("aa.json")
	wants(t, writeItself, aa, "| ada | 0.25 s | 3 | 3 | 1.5 % |", "| ada | 0.50 s | 3 | 0 | 3.0 % |", "| all |  | 6 | 3 of 6 (12 to 88 %) |")
	text = []byte(`{"engines":7}`)
	write("aa.json")
	refuses(t, writeItself, aa, "aa.json")
	write("ada-1.2-x.json")
	refuses(t, writeRealEngines, pattern, "ada-1.2-x.json: want a name like ENGINE-VERSION-c.json")
	wants(t, writeRealEngines, filepath.Join(t.TempDir(), "*.txt"), "No real engine was measured.")
}

// side is a build's part of an invented match.
type side struct {
	Name   string    `json:"name"`
	Cycles []float64 `json:"cycles"`
}

// inventMatch writes a match in which each build takes as many cycles for a node in each of eight rounds as times say.
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

// Engines with a network have a table of their own, are ordered by our measurements over the pairs that they tell apart, and judge the claims that ask engines.
func TestNetworks(t *testing.T) {
	inC := map[string]float64{"fancymagic": 1, "fancymagic-again": 1, "dual": 3, "pext": 0.5, "koggestone": 20, "classical": 40}
	pattern := inventMachine(t, resultstest.Run{Engine: true, Noise: 0.0001, Rounds: 8, Levels: []string{"v4"}}, inC)
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	engines := filepath.Join(filepath.Dir(paths[0]), "engines")
	networks := filepath.Join(engines, "networks")
	wants(t, writeNetworks, filepath.Join(networks, "*.json"), "No engine with a network was measured.")
	match := func(dual, again float64) []side {
		return []side{{"fancymagic", []float64{100}}, {"fancymagic-again", []float64{100 * again}}, {"twice", []float64{102}}, {"own", []float64{97}}, {"dual", []float64{100 * dual}},
			{"pext", []float64{99}}, {"koggestone", []float64{104}}, {"classical", []float64{110}}}
	}
	inventMatch(t, filepath.Join(networks, "ada-1-cpp.json"), match(0.98, 1)...)
	inventMatch(t, filepath.Join(networks, "bob-2-rust.json"), match(0.97, 1)...)
	inventMatch(t, filepath.Join(networks, "eve-3-c.json"), match(1.1, 1.3)...)
	wants(t, writeNetworks, filepath.Join(networks, "*.json"), "**a-machine**, from the matches in", "| lookups, % | median of 3 in C, C++, Rust | ada 1, C++ | bob 2, Rust | eve 3, C |", "| `own` | +3.1 (3) | +3.09 | +3.09 | (+3.09) |",
		"| *time for asking twice* | 2.0 (3) | 2.0 |", "| Kendall's tau, in C (gcc) | ada 1 | bob 2 |\n", "| our search | 1.00 of 6 pairs | 1.00 of 6 pairs |\n",
		"| random, independent | 0.60 of 10 pairs |") // dual is slow in loops

	findings := claimOf(t, "dual-magic").findings(readMachines(pattern))
	told := func(asked string) string {
		return claimOf(t, "dual-magic").verdict(slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.asked != asked }))
	}
	if got := told(inNetworks); got != "true" {
		t.Errorf("dual in engines with a network: %q, want true", got)
	}
	if got := claimOf(t, "dual-magic").verdict(findings); !strings.Contains(got, "false, except in engines with a network") {
		t.Errorf("the verdict says %q", got)
	}
	inventMatch(t, filepath.Join(engines, "zoe-4-c.json"), match(1.2, 1)...)
	inventMatch(t, filepath.Join(engines, "max-5-go.json"), match(1.2, 1)...)
	findings = claimOf(t, "dual-magic").findings(readMachines(pattern))
	if got := told(byHand); got != "false" {
		t.Errorf("dual in engines with an evaluation by hand: %q, want false", got)
	}
	inventMatch(t, filepath.Join(networks, "nil-6-c.json"))
	refuses(t, writeNetworks, filepath.Join(networks, "*.json"), "nil-6-c.json: no engines")
}

// Slices stand in the order of their lengths, and whole runs last, each with its own reference.
func TestSlices(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a-machine", "engines", "slices")
	for length, dual := range map[string]float64{"20ms": 98, "2ms": 96, "whole": 99, "200ms": 100} {
		inventMatch(t, filepath.Join(folder, length, "ada-1-c.json"), side{"fancymagic", []float64{100}}, side{"fancymagic-again", []float64{100}}, side{"dual", []float64{dual}})
	}
	text := wants(t, writeSlices, filepath.Join(folder, "*", "*.json"), "| ada 1, a-machine | rounds | cycles for a node, fancymagic | fancymagic-again, % | dual, % |")
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[2:] {
		lines = append(lines, strings.Fields(line)[1]+strings.Fields(line)[3])
	}
	if got := strings.Join(lines, " "); got != "slices2ms slices20ms slices200ms whole|" {
		t.Errorf("%s:\n%s", got, text)
	}
	wants(t, writeSlices, filepath.Join(folder, "*", "*.json"), "| slices of 2ms | 8 | 100 | +0.0 [+0.0,&nbsp;+0.0] | +4.2 [+4.2,&nbsp;+4.2] |", "| whole runs | 8 | 100 | +0.0 [+0.0,&nbsp;+0.0] | +1.0 [")
}

// The table has what engines are known to have, and the fastest, in each language; the reference is 0.
func TestGains(t *testing.T) {
	run := resultstest.Run{Engine: true, Noise: 0.0001, Rounds: 8, Levels: []string{"v4", "c-gcc"}, Cost: map[string]float64{"naive": 0.001}}
	pattern := inventMachine(t, run, nil)
	wants(t, writeGains, pattern, "| a-machine, C (gcc) | `", "| a-machine, Go | `naive`, +", "| search, % | a-machine, Go | a-machine, C (gcc) |\n", "| `fancymagic` | 0 | 0 |\n", "| `classical` | -", "| `naive` | +")
	wants(t, writeTechniques, pattern, "| [fancymagic](../fancymagic) | fancy magic bitboards |  | 845 KiB | 0 | 0 |\n", "| [classical](../classical) | ", "\n**pext**\n", "| keeps a state |", "| answers batches |", "| Titboards |  | 4.276 MiB | not measured yet |")
	m := readMachines(pattern)[0]
	wants(t, writeMachines, pattern, "| [a-machine](a-machine/report.md) | "+m.inGo.CPU+" | ", fmt.Sprintf(" | `naive`, %s | `naive`, %s | unknown |\n", m.gain(m.inGo, "naive", searchUse), m.gain(m.inC, "naive", searchUse)))
	wants(t, writePareto, pattern, "| technique | tables | queen, throughput | queen, latency | search |\n", "| `naive` | ")
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return c.Technique == "naive" && round > 5 }
	for _, write := range []func(*page){writeGains, writeMachines, writePareto} {
		p := &page{pattern: inventMachine(t, run, nil), files: map[string][]byte{}}
		if text, err := p.written(write); err != nil || strings.Contains(text, "naive") {
			t.Errorf("a technique with too few rounds for an interval: %v, %s", err, text)
		}
	}
	run.Lacks, run.Engine = nil, false
	wants(t, writePareto, inventMachine(t, run, nil), "`make bench-uses` measures them")
	wants(t, writeTechniques, inventMachine(t, run, nil), "| [fancymagic](../fancymagic) | fancy magic bitboards |  |  |\n")
}

func TestGain(t *testing.T) {
	for _, c := range []struct {
		lo, median, hi, noise float64
		want                  string
	}{
		{0.79, 0.8, 0.81, 0.01, "+25.0 %"},
		{1.2, 1.25, 1.3, 0.01, "-20.0 %"},
		{1.2, 1.25, 1.3, 0.3, "(-20.0 %)"},
		{0.99, 1, 1.01, 0, "(0 %)"},
		{math.NaN(), math.NaN(), math.NaN(), 0, "?"},
	} {
		if got := gain(stats.Interval{Median: c.median, Lo: c.lo, Hi: c.hi}, c.noise); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestTau(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{1, 2, 3, 4}, 1}, {[]float64{4, 3, 2, 1}, -1}, {[]float64{1, 2, 4, 3}, 4. / 6}} {
		var a, b results.Table
		for i, v := range c.values {
			name := fmt.Sprint("t", i)
			a.Series = append(a.Series, results.Series{Cell: grid.Cell{Technique: name}, Values: []float64{float64(i)}})
			b.Series = append(b.Series, results.Series{Cell: grid.Cell{Technique: name}, Values: []float64{v}})
		}
		if got := (&engineRun{File: &results.File{}}).tau(&a, &b); got != c.want {
			t.Errorf("%v: tau %v, want %v", c.values, got, c.want)
		}
	}
}

// What engines reported names a source and techniques that there are, and says nothing twice.
func TestReported(t *testing.T) {
	text, err := os.ReadFile("engine.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## What engines reported")
	rows := regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(table, -1)
	if len(rows) < 15 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows[2:] {
		fields := strings.Split(strings.Trim(row, "| "), " | ")
		if slices.Contains(rows[:2+i], row) || len(fields) != 5 || slices.Contains(fields, "") || !strings.Contains(fields[4], "REFERENCES.md#") {
			t.Errorf("%s: twice, or not of five fields, the last one a reference", row)
			continue
		}
		for _, match := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(fields[1]+" "+fields[2], -1) {
			if _, err := techniques.Find(match[1]); err != nil {
				t.Errorf("%s: %v", row, err)
			}
		}
	}
}
