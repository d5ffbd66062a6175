package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A guard names the techniques that are slower over all their cells, and the cells that are slower by themselves, in the form in which a commit accepts them.
func TestGuardNamesTechniquesAndCells(t *testing.T) {
	// judged is a significant judgement of a cell, or if together is not 0, of so many cells of a technique together. Above a ratio of 1 it is slower.
	judged := func(cell grid.Cell, together int, ratio float64) guard.Judgement {
		return guard.Judgement{Cell: cell, Together: together, Ratio: stats.Interval{Median: ratio, Lo: ratio, Hi: ratio + 0.001}, P: 0.001,
			Noise: math.Log(1.01), Slower: ratio > 1, Base: stats.Interval{Median: 4}, Head: stats.Interval{Median: 4 * ratio}}
	}
	cell := grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}
	other := cell
	other.Technique = "pext"
	for _, c := range []struct {
		techniques, cells []guard.Judgement
		how               string // the number of regressions, in words
	}{
		{nil, []guard.Judgement{judged(cell, 0, 1.02), judged(other, 0, 0.9)}, "1 of 2 cells"},
		{[]guard.Judgement{judged(grid.Cell{Technique: "magic"}, 7, 1.02)}, []guard.Judgement{judged(other, 0, 0.9)}, "1 technique and 0 of 1 cells"},
		{[]guard.Judgement{judged(grid.Cell{Technique: "magic"}, 7, 1.02), judged(grid.Cell{Technique: "pext"}, 7, 1.03)},
			[]guard.Judgement{judged(cell, 0, 1.02)}, "2 techniques and 1 of 1 cells"},
	} {
		r := &guard.Comparison{Techniques: c.techniques, Cells: c.cells, Confirmed: true}
		if got := howMany(r); got != c.how {
			t.Errorf("%q, want %q", got, c.how)
		}
		shown := differences(r).Terminal(0) // in lines of any length
		var bmf strings.Builder
		if err := guardFormats["bmf"](&bmf, r); err != nil {
			t.Error(err)
		}
		for _, j := range slices.Concat(c.techniques, c.cells) {
			if want := fmt.Sprintf("%q: {\n    \"head-by-base\": {\n      \"value\": %g,\n      \"lower_value\": %g", j.Name(), j.Ratio.Median, j.Ratio.Lo); !strings.Contains(bmf.String(), want) {
				t.Errorf("lacks %s:\n%s", want, &bmf)
			}
		}
		for _, j := range c.techniques {
			if row := "technique=" + j.Technique + ", the mean of 7 cells "; !strings.Contains(shown, row) || !strings.Contains(shown, "SLOWER") {
				t.Errorf("lacks %q:\n%s", row, shown)
			}
		}
		for _, j := range c.cells {
			if row := " " + j.Name() + " "; !strings.Contains(shown, row) {
				t.Errorf("lacks %q:\n%s", row, shown)
			}
		}
	}
	// Noise is unknown if the reference has values in too few rounds, and if no cell has any.
	for _, cells := range [][]guard.Judgement{{{Noise: math.Inf(1)}}, nil} {
		var out strings.Builder
		if err := guardFormats["text"](&out, &guard.Comparison{Cells: cells, Rounds: 3}); err != nil {
			t.Error(err)
		}
		if want := "A/A noise up to ? (too few rounds to tell)\n"; !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, &out)
		}
	}
}

// In a narrow terminal lines fit, with cell, ratio and verdict, and with the build unless all rows have the same. Markdown has all columns.
func TestGuardInNarrowTerminals(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	for _, builds := range [][]string{{"GOAMD64=v1", "GOAMD64=v4"}, {"GOAMD64=v4", "GOAMD64=v4"}} {
		r := &guard.Comparison{Rounds: 9, Threshold: 0.01}
		for i, build := range builds {
			r.Cells = append(r.Cells, guard.Judgement{Cell: grid.Cell{Technique: "quintessencecomputed", Piece: board.Queen, Mode: "bothlatency", Corpus: fmt.Sprint("random", i)}, Target: build,
				Ratio: stats.Interval{Median: 1.25, Lo: 1.125, Hi: 1.375}, P: 0.001, Slower: true, Base: stats.Interval{Median: 4}, Head: stats.Interval{Median: 5}})
		}
		var text, markdown strings.Builder
		if err := errors.Join(guardFormats["text"](&text, r), guardFormats["markdown"](&markdown, r)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
				t.Errorf("a line of %d characters: %s", n, line)
			}
		}
		flat := strings.Join(strings.Fields(strings.ReplaceAll(text.String(), "│", " ")), " ")
		left := "Left out to fit 80 characters: head, x reference (5), base, x reference (4), p (0.001), noise (0.0 %)."
		if builds[0] == builds[1] {
			left = "Left out to fit 80 characters: build (GOAMD64=v4), head, x reference (5), base, x reference (4)."
		}
		for _, want := range []string{"technique=quintessencecomputed/", "1.250 [1.125,", "1.375]", "SLOWER,", "unconfirmed", builds[0], left} {
			if !strings.Contains(flat, want) {
				t.Errorf("builds %v: lacks %q:\n%s", builds, want, &text)
			}
		}
		const row = "| technique=quintessencecomputed/piece=queen/mode=bothlatency/corpus=random1 | GOAMD64=v4 | SLOWER, unconfirmed | 1.250 [1.125, 1.375] | 4 | 5 | 0.001 | 0.0 % |"
		if !strings.Contains(markdown.String(), row) {
			t.Errorf("lacks %q:\n%s", row, &markdown)
		}
	}
}

// guard finds no regression between two runs that differ by noise alone, finds a technique that is slower in the second run, and refuses a run of too few rounds.
func TestGuardFiles(t *testing.T) {
	tiertest.Slow(t)
	base := synthetic(t, "base.txt", resultstest.Run{Seed: 1, Rounds: 10})
	same := synthetic(t, "same.txt", resultstest.Run{Seed: 2, Rounds: 10})
	slower := synthetic(t, "slower.txt", resultstest.Run{Seed: 3, Rounds: 10, Cost: map[string]float64{"pext": 1.3}})
	if code, stdout, stderr := slidebench(t, "guard", "--base", base, "--head", same); code != 0 {
		t.Errorf("exit %d for two runs of the same\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr := slidebench(t, "guard", "--base", base, "--head", slower)
	if code != 1 || !strings.Contains(stdout, "technique=pext") || !strings.Contains(stdout, "unconfirmed") {
		t.Errorf("exit %d for a slower one\n%s%s", code, stdout, stderr)
	}
	for line := range strings.Lines(stdout) {
		if strings.Contains(line, "SLOWER") && !strings.Contains(line, "technique=pext/") {
			t.Errorf("blames another: %s", line)
		}
	}
	few := synthetic(t, "few.txt", resultstest.Run{Seed: 4, Rounds: 3})
	if code, _, stderr := slidebench(t, "guard", "--base", base, "--head", few); code != 2 || !strings.Contains(stderr, "rounds") {
		t.Errorf("exit %d for too few rounds: %s", code, stderr)
	}
}

// guard refuses flags that say what or how to measure beside result files, and files of two machines.
func TestGuardFilesRefused(t *testing.T) {
	here, other := synthetic(t, "here.txt", resultstest.Run{}), synthetic(t, "other.txt", resultstest.Run{Machine: "other-machine"})
	for _, c := range []struct{ head, flag, says string }{
		{here, "--rounds=9", "unexpected --rounds beside result files, which are not measured again"},
		{here, "--technique=magic", "unexpected --technique beside result files"},
		{here, "--time=1ms", "unexpected --time beside result files"},
		{other, "--threshold=1%" /* which files may have */, "other.txt of other-machine (want two files of one machine)"},
	} {
		code, _, stderr := slidebench(t, "guard", "--base", here, "--head", c.head, c.flag)
		if code != cli.Failed || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %q; want one line with %q", c.flag, code, stderr, c.says)
		}
	}
}
