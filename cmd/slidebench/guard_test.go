package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// A guard says which techniques are slower by all their cells together, and which cells are by themselves, with the names that a commit accepts
// them by.
func TestGuardNamesTechniquesAndCells(t *testing.T) {
	judged := func(cell grid.Cell, together int, ratio float64) guard.Judgement {
		return guard.Judgement{Cell: cell, Together: together, Ratio: stats.Interval{Median: ratio, Lo: ratio, Hi: ratio + 0.001}, P: 0.001,
			Noise: math.Log(1.01), Slower: ratio > 1, Base: stats.Interval{Median: 4}, Head: stats.Interval{Median: 4 * ratio}}
	}
	cell := grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}
	other := cell
	other.Technique = "pext"
	for _, c := range []struct {
		techniques, cells []guard.Judgement
		how               string
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
		shown := differences(r).Render()
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
