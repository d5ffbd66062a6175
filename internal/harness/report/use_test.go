package report_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// use is that of independent lookups, for the tests of all files.
var use = report.Use{Piece: board.Queen, Mode: "throughput"}

// Of two tied techniques the one with smaller tables is taken, then the one with fewer needs, then the one with less code.
func TestPreference(t *testing.T) {
	ones := []float64{1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		what        string
		fast, other facts.Facts
		bytes       int64 // of other's tables, -1 if their size is unknown; fast has 100
		want        string
	}{
		{"smaller tables", facts.Facts{Found: facts.Found{Lines: 10}}, facts.Facts{Needs: []string{"bmi2"}, Found: facts.Found{Lines: 99}}, 10, "other"},
		{"larger tables", facts.Facts{Needs: []string{"bmi2"}, Found: facts.Found{Lines: 99}}, facts.Facts{Found: facts.Found{Lines: 10}}, 101, "fast"},
		{"fewer needs", facts.Facts{Needs: []string{"bmi2"}, Found: facts.Found{Lines: 10}}, facts.Facts{Found: facts.Found{Lines: 99}}, 100, "other"},
		{"less code", facts.Facts{Found: facts.Found{Lines: 99}}, facts.Facts{Found: facts.Found{Lines: 10}}, 100, "other"},
		{"more code", facts.Facts{Found: facts.Found{Lines: 10}}, facts.Facts{Found: facts.Found{Lines: 99}}, 100, "fast"},
		{"size not said", facts.Facts{Needs: []string{"bmi2"}, Found: facts.Found{Lines: 99}}, facts.Facts{Found: facts.Found{Lines: 10}}, -1, "fast"},
		{"code not counted", facts.Facts{Found: facts.Found{Lines: 10}}, facts.Facts{}, 100, "fast"},
	} {
		f, tab := table("fast", map[string][]float64{"fast": ones, "fast-again": ones, "other": {1.01, 1.01, 0.99, 1.01, 1.01, 1.01}})
		tab.Piece = board.Queen
		for i := range tab.Series {
			if tab.Series[i].TableBytes = 100; tab.Series[i].Technique == "other" {
				tab.Series[i].Size = results.Size{TableBytes: max(0, c.bytes), SizeUnknown: c.bytes < 0}
			}
		}
		f.Tables, f.Facts = []results.Table{tab}, results.Facts{"fast": c.fast, "other": c.other}
		choice, refusal := report.Choose(f, use)
		if refusal != nil || choice.Pick.Technique != c.want || len(choice.Tied) != 2 {
			t.Errorf("%s: %s, %v, %v", c.what, choice.Pick.Technique, choice.Tied, refusal)
		}
	}
}
