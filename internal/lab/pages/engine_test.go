package pages

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
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

// In the invented engine, asking twice takes a tenth of the work longer; large tables lose where other data crowd the caches. Where nothing crowds them, a queen takes
// fancymagic 1.75 x 1.89 ns at 4 GHz, 13.2 cycles, and up to 4 % more in some columns: see resultstest.
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

// The table has what engines are known to have, and the fastest, in each language; the reference is 0.
func TestGains(t *testing.T) {
	// naive is the fastest here, so it stands in the tables of the fastest.
	run := resultstest.Run{Engine: true, Noise: 0.0001, Rounds: 8, Levels: []string{"v4", "c-gcc"}, Cost: map[string]float64{"naive": 0.001}}
	pattern := inventMachine(t, run, nil)
	wants(t, writeGains, pattern, "| a-machine, C (gcc) | `", "| a-machine, Go | `naive`, +")
	_, files, _ := write(writeGains, pattern)
	for _, part := range []string{"| search, % | a-machine, Go | a-machine, C (gcc) |\n", "| `fancymagic` | 0 | 0 |\n", "| `classical` | -", "| `naive` | +"} {
		if !strings.Contains(string(files[searchPage]), part) {
			t.Errorf("no %q in\n%s", part, files[searchPage])
		}
	}
	wants(t, writeTechniques, pattern, "| [fancymagic](../fancymagic) | fancy magic bitboards |  | 845 KiB | 0 | 0 |\n", "| [classical](../classical) | ", "\n**pext**\n", "| keeps a state |", "| answers batches |", "| Titboards |  | 4.276 MiB | not measured yet |")
	m := readMachines(pattern)[0]
	wants(t, writeMachines, pattern, "| [a-machine](a-machine/report.md) | "+m.inGo.CPU+" | ", fmt.Sprintf(" | `naive`, %s | `naive`, %s | unknown |\n", m.gain(m.inGo, "naive", searchUse), m.gain(m.inC, "naive", searchUse)))
	wants(t, writePareto, pattern, "| technique | tables | queen, throughput | queen, latency | search |\n", "| `naive` | ")
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return c.Technique == "naive" && round > 5 }
	for _, write := range []func(*page){writeGains, writeMachines, writePareto} {
		p := &page{pattern: inventMachine(t, run, nil), files: map[string][]byte{}, machines: map[string][]*machine{}}
		if text, err := p.written(write); err != nil || strings.Contains(text, "naive") {
			t.Errorf("a technique with too few rounds for an interval: %v, %s", err, text)
		}
	}
	run.Lacks, run.Engine = nil, false
	wants(t, writePareto, inventMachine(t, run, nil), "`make bench-uses` measures them")
	wants(t, writeTechniques, inventMachine(t, run, nil), "| [fancymagic](../fancymagic) | fancy magic bitboards |  |  |\n")
}

// A gain stands in parentheses if the interval has 1 or the median is within the noise.
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

// Tau is 1 for the same order, -1 for the reverse, and 2/n less for each of n pairs that is reversed.
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

// Each reported result of an engine names a source and known techniques, and occurs once.
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
