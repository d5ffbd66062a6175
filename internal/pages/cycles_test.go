package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// oneRun writes the raw file of a machine and returns the pattern that finds it.
func oneRun(t *testing.T, run resultstest.Run) (pattern string) {
	t.Helper()
	root := t.TempDir()
	folder := filepath.Join(root, "a-machine")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "2026-01-01T000000Z-0123456789ab.txt"), []byte(run.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "*", "*.txt")
}

// Sizes stand beside times in the unit of the file, which is named.
func TestParetoUnits(t *testing.T) {
	for unit, run := range map[string]resultstest.Run{
		"cycles": {Levels: []string{"v3"}},
		"ns":     {Levels: []string{"v3"}, Old: true},
	} {
		text, err := paretoTables(oneRun(t, run))
		if err != nil {
			t.Fatal(err)
		}
		estimator := "cycles; nanoseconds at 4.00 GHz"
		if run.Old {
			estimator = results.OldEstimator
		}
		for _, want := range []string{"| technique | bytes | rook throughput, " + unit + " |", "intervals, ", estimator} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%.600s", unit, want, text)
			}
		}
	}
}

// Times over the number of questions come from files of one estimator.
func TestJoinWantsOneEstimator(t *testing.T) {
	old := func(n int, text string) string {
		if n > 1<<10 {
			text = strings.ReplaceAll(resultstest.Run{Levels: []string{"v3"}, Old: true}.String(), "questions: 65536", "questions: 4096")
		}
		return text
	}
	if _, _, err := timeTables(questions(t, false, old, 1<<10, 1<<12)); err == nil || !strings.Contains(err.Error(), "want the same as in the files beside it") {
		t.Errorf("got %v", err)
	}
}

// Missing values leave pages without what is not there, and with nothing that is no number.
func TestPagesWithoutValues(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 7, Lacks: func(c results.Cell, _ string, round int) bool {
		switch c.Technique {
		case "pext": // which no round has together with quintessence
			return round%2 == 0
		case "quintessence":
			return round%2 == 1
		case "classical":
			return round > 1
		case "noop":
			return round == 1
		}
		return (len(c.Technique)+round)%9 == 0
	}}
	check := func(what, text string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if at := strings.Index(text, "NaN"); at >= 0 || strings.Contains(text, "Inf") {
			t.Errorf("%s shows a number that is none: %s", what, text[max(0, at-100):])
		}
	}
	text, err := claimTables(allClaims(), inventMachine(t, run, inventTwins(map[string]float64{"noop": 1})))
	check("claims", text, err)
	text, err = paretoTables(oneRun(t, run))
	check("sizes", text, err)
	lacking := func(n int, text string) string {
		if n > 1<<10 {
			text = strings.ReplaceAll(run.String(), "questions: 65536", "questions: 4096")
		}
		return text
	}
	text, _, err = timeTables(questions(t, false, lacking, 1<<10, 1<<12))
	check("times", text, err)
	machines, err := readMachines(oneRun(t, run))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pext", "quintessence", "classical", "fancymagic"} {
		check("the ranks of "+name, ranks(entry(t, name), machines), nil)
	}
	evidence, err := gather(oneRun(t, run))
	if err != nil {
		t.Fatal(err)
	}
	x, _ := evidence[0].series("pext", lookups[0])
	y, _ := evidence[0].series("quintessence", lookups[0])
	if x == nil || y == nil || stats.Ratio(x, y).Known() {
		t.Fatal("want two techniques that no round has both of")
	}
}
