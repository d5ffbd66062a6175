package report_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

var (
	machineLink  = regexp.MustCompile(`\[[^]]*\]\((results/[^/)]*)/report\.md\)`)
	frontRow     = regexp.MustCompile(`(?m)^\| (C or C\+\+|Go) \| [^|]* \| \[(\w+)\]\([^)]*\) \|[^|]*\|[^|]*\| ([^|]*) \|$`)
	copied       = regexp.MustCompile(`copy (\w+) --lang c `)
	searchLine   = regexp.MustCompile(`^Benchmark\S*/technique=(\w+)/piece=queen/mode=search/.* ([0-9.e+]+) cycles/node`)
	tabsAsSpaces = strings.NewReplacer("\t", " ")
)

// searches reads the cycles of a search from a raw file, without the code that reports read it by: by language and technique, and then by round.
func searches(t *testing.T, path string) map[string]map[string]float64 {
	t.Helper()
	text, err := results.ReadPlain(path)
	if err != nil {
		t.Fatal(err)
	}
	level, build, round := "", "", ""
	times, highest := map[string]map[string]float64{}, ""
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "goamd64:", "goamd64":
			level = value
		case "build:", "build":
			build = strings.TrimPrefix(value, "build:")
		}
		if strings.HasPrefix(line, "# round ") {
			round = strings.Fields(line)[2]
		}
		m := searchLine.FindStringSubmatch(tabsAsSpaces.Replace(line))
		if m == nil || strings.Contains(level, "+") {
			continue
		}
		language := "Go"
		if strings.HasPrefix(build, "c-") {
			if language = "C"; build != "c-gcc" {
				continue
			}
		} else if highest = max(highest, level); level != highest {
			continue
		}
		of := language + " " + m[1]
		if times[of] == nil {
			times[of] = map[string]float64{}
		}
		if times[of][round], err = strconv.ParseFloat(m[2], 64); err != nil {
			t.Fatal(err)
		}
	}
	return times
}

// The head of the table of real engines, and by how many points our search misses them in a language.
var (
	realEngines = regexp.MustCompile(`(?m)^\| lookups \|.*$`)
	missed      = regexp.MustCompile(`(?m)^\| our search \| [^|]* \| ([\d.]+) \[`)
)

// Every speed in the README is that of the raw file of its machine, and the table bears out the sentences beside it.
func TestSpeedsInREADME(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Skip(err)
	}
	var raw []map[string]map[string]float64
	for _, link := range machineLink.FindAllStringSubmatch(string(text), -1) {
		files := resultstest.Committed(t, "../../results", filepath.Base(link[1])+"/*.txt*")
		raw = append(raw, searches(t, slices.Max(files)))
	}
	rows := frontRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 5 || len(raw) == 0 {
		t.Fatalf("%d rows, %d machines", len(rows), len(raw))
	}
	if m := copied.FindStringSubmatch(string(text)); m == nil || m[1] != rows[0][2] || !strings.Contains(string(text), m[1]+"_init();") {
		t.Errorf("README copies %q, and its table takes %s", m, rows[0][2])
	}
	gains := map[string][]float64{} // all of a language; and those of the first row
	for i, row := range rows {
		for cell := range strings.SplitSeq(strings.TrimSuffix(row[3], " %"), " / ") {
			if gain, err := strconv.ParseFloat(strings.Trim(cell, "()"), 64); err == nil {
				gains[row[1]] = append(gains[row[1]], gain)
				if i == 0 {
					gains["first"] = append(gains["first"], gain)
				}
			}
		}
	}
	for i := range raw {
		for technique, times := range raw[i] {
			if language, _, _ := strings.Cut(technique, " "); language == "Go" {
				gains["Go"] = append(gains["Go"], gain(raw[i]["Go fancymagic"], times))
				if behind := gain(raw[i]["Go "+best.Single], times); behind > 3 {
					t.Errorf("machine %d: best is %.1f %% behind %s", i+1, behind, technique)
				}
			}
		}
	}
	said := fmt.Sprintf("In C, `%s` (%s) gains %.0f to %.0f %%; in Go, no technique gains more than %.0f %%.", rows[0][2], "PEXT", slices.Min(gains["first"]), slices.Max(gains["first"]), math.Ceil(slices.Max(gains["Go"])))
	if !strings.Contains(string(text), said) {
		t.Errorf("README lacks %q", said)
	}
	engines, err := os.ReadFile("../../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	var misses []string
	for _, m := range missed.FindAllStringSubmatch(string(engines), -1) {
		misses = append(misses, m[1])
	}
	slices.Sort(misses)
	if said := fmt.Sprintf("It misses the gains of [%d real engines](docs/engine.md#real-engines) by %s percentage points", strings.Count(realEngines.FindString(string(engines)), ", "), strings.Join(misses, " to ")); !strings.Contains(string(text), said) {
		t.Errorf("README lacks %q", said)
	}
	for _, path := range resultstest.Committed(t, "../../results", "*/*.txt*") {
		if machine := filepath.Base(filepath.Dir(path)); !strings.HasPrefix(machine, "amd-") || !strings.Contains(machine, "-vm") {
			t.Errorf("README says that all machines are virtual ones of AMD, and %s is not", machine)
		}
	}
	checked := 0
	for _, row := range rows {
		language, technique := strings.Fields(row[1])[0], row[2]
		cells := strings.Split(strings.TrimSuffix(row[3], " %"), " / ")
		if len(cells) != len(raw) {
			t.Errorf("%s in %s: %d speeds of %d machines", technique, language, len(cells), len(raw))
			continue
		}
		for k, cell := range cells {
			want := "n/a"
			if g := gain(raw[k][language+" fancymagic"], raw[k][language+" "+technique]); !math.IsNaN(g) {
				want = strings.TrimSuffix(report.Percent(g), " %")
				checked++
			}
			if strings.Trim(cell, "()") != want {
				t.Errorf("%s in %s, machine %d: %q, and the raw file says %q", technique, language, k+1, cell, want)
			}
		}
	}
	t.Logf("%d speeds", checked)
}

// gain is by how many percent a technique is faster than another one: the median of the rounds that have both.
func gain(reference, times map[string]float64) float64 {
	var logs []float64
	for round, time := range times {
		if r, both := reference[round]; both {
			logs = append(logs, math.Log(r/time))
		}
	}
	n := len(logs)
	if n == 0 {
		return math.NaN()
	}
	slices.Sort(logs)
	return 100 * math.Expm1((logs[(n-1)/2]+logs[n/2])/2)
}
