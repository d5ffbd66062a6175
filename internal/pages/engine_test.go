package pages

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
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
	wants(t, writeSentences, pattern, "Asking `fancymagic` twice for every answer makes a perft take 9.8 %", "| blackmagic | ", "C (gcc)**", "comes ",
		"between the ranks")
	wants(t, writeRanks, pattern, "| fancymagic | 802 KiB | 13.4 (1)", "| quintessence | 2 KiB |")
	wants(t, writePressure, pattern, "| nothing | fancymagic 13.4", "| 64 lines of 16 MiB |", "| 32 KiB in order |", "ahead of them with nothing",
		"behind them with ")
	wants(t, writeUses, pattern, "| perft | ", "| attackers to a square | ", "| exchange evaluation | ")
	if _, pictures, _ := write(writePressure, pattern); len(pictures) != 2 {
		t.Errorf("%d pictures, want one for each build", len(pictures))
	}
	wants(t, writeRanks, filepath.Join(t.TempDir(), "*.txt"), "`make engine` measures them")
	run.Engine = false
	refuses(t, writeRanks, invented(t, run), "make engine measures them")
}

func TestTau(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{1, 2, 3, 4}, 1}, {[]float64{4, 3, 2, 1}, -1}, {[]float64{1, 2, 4, 3}, 4. / 6}} {
		var rows []engineRow
		for i, v := range c.values {
			rows = append(rows, engineRow{times: []stats.Interval{{Median: float64(i)}, {Median: v}}})
		}
		if got := tau(rows, 0, 1); got != c.want {
			t.Errorf("%v: tau %v, want %v", c.values, got, c.want)
		}
	}
}

func TestCountWindows(t *testing.T) {
	q, err := corpus.New(grid.DefaultCorpus, 2*traceWindow, 1)
	if err != nil {
		t.Fatal(err)
	}
	// The second window asks the first question of it again and again.
	for i := range traceWindow {
		q.Squares[traceWindow+i], q.Occs[traceWindow+i] = q.Squares[traceWindow], q.Occs[traceWindow]
	}
	means := countWindows(find("fancymagic"), board.Rook, q)
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
		if got := faster(stats.Interval{Median: c.median, Lo: c.lo, Hi: c.hi}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
