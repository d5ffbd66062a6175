package report_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Package best is one import for every machine: in an engine no machine shows that its single lookups take over 3 % longer than the fastest technique, and they inline. It
// asks for features in batches alone, where they save a fifth of the time at least.
func TestBestOnEveryMachine(t *testing.T) {
	if e, err := techniques.Find("best"); err != nil || slices.Contains(e[0].Inlines[:], false) {
		t.Errorf("best is not inlined (%v)", err)
	}
	late := map[string]bool{}
	for _, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		f := read(t, path)
		f.Facts = techniques.Facts()
		for _, m := range []mode.Mode{mode.Search, mode.Perft} {
			for _, name := range []string{best.Single, "quintessence", "fancymagic"} {
				if behind := behindFastest(f, name, m); behind != "" {
					late[name] = true
					if name == best.Single {
						t.Error(behind)
					}
				}
			}
		}
		batches := f.Table(f.Highest()[0], board.Queen, "batch", grid.DefaultCorpus)
		for _, wide := range []string{"obstructionavx2", "obstructionavx512"} {
			if s := batches.Find(wide); s != nil {
				if ratio := stats.Ratio(s.Values, batches.Find(best.Single).Values); ratio.Hi > 0.8 {
					t.Errorf("%s: a batch of %s takes %s of the time of %s", f.Name, wide, ratio.Format(1), best.Single)
				}
			}
		}
	}
	if !late["quintessence"] || !late["fancymagic"] {
		t.Error("techniques that some machine shows to be slower pass")
	}
}

// behindFastest says by how much a technique in Go is slower than the fastest in an engine, if it is shown to be slower by more than 3 %; else it returns "".
func behindFastest(f *results.File, technique string, m mode.Mode) string {
	table := f.Table(f.Highest()[0], board.Queen, m, grid.DefaultGames)
	if table == nil || table.Find(technique) == nil {
		return fmt.Sprintf("%s: %s of %s is not measured", f.Name, m, technique)
	}
	rows := report.Rank(f, *table).Rows
	fastest := rows[slices.IndexFunc(rows, func(r report.Row) bool { return r.Ranked() && f.Choosable(r.Technique) })]
	ratio := stats.Ratio(table.Find(technique).Values, fastest.Values)
	if ratio.Lo <= 1.03 {
		return ""
	}
	return fmt.Sprintf("%s: %s takes %s times as long in %s as %s (want at most 1.03)", f.Name, technique, ratio.Format(1), m, fastest.Technique)
}
