package report_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

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
	for _, row := range rows {
		for cell := range strings.SplitSeq(strings.TrimSuffix(row[3], " %"), " / ") {
			gain, _ := strconv.ParseFloat(strings.Trim(cell, "()"), 64)
			if row[1] == "Go" && gain > 5 || &row[0] == &rows[0][0] && !strings.HasPrefix(cell, "+") {
				t.Errorf("README says that in C the first technique gains on all machines, and in Go hardly any, and not %s", row[0])
			}
		}
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
			var logs []float64
			for round, time := range raw[k][language+" "+technique] {
				if reference, both := raw[k][language+" fancymagic"][round]; both {
					logs = append(logs, math.Log(reference/time))
				}
			}
			want := "n/a"
			if n := len(logs); n > 0 {
				slices.Sort(logs)
				want = strings.TrimSuffix(report.Percent(100*math.Expm1((logs[(n-1)/2]+logs[n/2])/2)), " %")
				checked++
			}
			if strings.Trim(cell, "()") != want {
				t.Errorf("%s in %s, machine %d: %q, and the raw file says %q", technique, language, k+1, cell, want)
			}
		}
	}
	t.Logf("%d speeds", checked)
}
