package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
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
	drawn := map[string][]byte{}
	for _, c := range []struct {
		write func(string) (string, error)
		want  []string
	}{
		{engineSentences, []string{
			"Asking `fancymagic` twice for every answer makes a perft take 9.8 %",
			"| blackmagic | ", "C (gcc)**", "comes ", "between the ranks",
		}},
		{engineRanks, []string{"| fancymagic | 802 KiB | 13.4 (1)", "| quintessence | 2 KiB |"}},
		{func(pattern string) (string, error) { return enginePressure(pattern, drawn) }, []string{
			"| nothing | fancymagic 13.4", "| 64 lines of 16 MiB |", "| 32 KiB in order |", "ahead of them with nothing", "behind them with ",
		}},
		{engineUses, []string{"| perft | ", "| attackers to a square | ", "| exchange evaluation | "}},
	} {
		got, err := c.write(invented(t, run))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	if len(drawn) != 2 { // for each build
		t.Errorf("%d pictures, want 2", len(drawn))
	}
	if got, err := engineRanks(filepath.Join(t.TempDir(), "*.txt")); err != nil || !strings.Contains(got, "`make engine` measures them") {
		t.Errorf("without files: %q, %v", got, err)
	}
	run.Engine = false
	if _, err := engineRanks(invented(t, run)); err == nil || !strings.Contains(err.Error(), "make engine measures them") {
		t.Errorf("a run without an engine: %v", err)
	}
}

func TestTau(t *testing.T) {
	table := func(values ...float64) engineTable {
		var x engineTable
		for i, v := range values {
			x.rows = append(x.rows, engineRow{times: intervals(float64(i), v)})
		}
		return x
	}
	for _, c := range []struct {
		table engineTable
		want  float64
	}{{table(1, 2, 3, 4), 1}, {table(4, 3, 2, 1), -1}, {table(1, 2, 4, 3), 4. / 6}} {
		if got := c.table.tau(0, 1); got != c.want {
			t.Errorf("tau %v, want %v", got, c.want)
		}
	}
}

func TestCountWindows(t *testing.T) {
	e, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	q, err := corpus.New(results.DefaultCorpus, 2*traceWindow, 1)
	if err != nil {
		t.Fatal(err)
	}
	// The second window asks the first question of it again and again.
	for i := range traceWindow {
		q.Squares[traceWindow+i], q.Occs[traceWindow+i] = q.Squares[traceWindow], q.Occs[traceWindow]
	}
	means := countWindows(e[0], board.Rook, q)
	if means[0] != 32.5 || means[2] != 500.5 || means[3] < 400 || means[3] > 500 {
		t.Errorf("counts %v, want 32.5 squares, 500.5 questions, and about 450 lines", means)
	}
	if got, want := repeats(q), float64(traceWindow-1)/(2*traceWindow); got != want {
		t.Errorf("repeats %v, want %v", got, want)
	}
}

func TestFaster(t *testing.T) {
	for _, c := range []struct {
		lo, median, hi float64
		want           string
	}{
		{0.79, 0.8, 0.81, "+25.0 % [+23.5, +26.6]"},
		{1.2, 1.25, 1.3, "-20.0 % [-23.1, -16.7]"},
		{0.99, 1, 1.01, "+0.0 % [-1.0, +1.0] ~"},
	} {
		if got := faster(interval(c.lo, c.median, c.hi)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func interval(lo, median, hi float64) stats.Interval {
	return stats.Interval{Median: median, Lo: lo, Hi: hi}
}

func intervals(medians ...float64) (all []stats.Interval) {
	for _, m := range medians {
		all = append(all, interval(m, m, m))
	}
	return all
}
