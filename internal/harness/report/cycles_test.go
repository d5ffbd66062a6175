package report_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var use = report.Use{Piece: board.Queen, Mode: "throughput"}

// byTechnique returns the rows of the table of independent lookups of queens.
func byTechnique(t *testing.T, f *results.File) map[string]report.Row {
	t.Helper()
	rows := map[string]report.Row{}
	for _, table := range report.Tables(f) {
		if table.Piece == use.Piece && table.Mode == use.Mode && table.Corpus == grid.DefaultCorpus && table.Target == f.Highest()[0] {
			for _, r := range table.Rows {
				rows[r.Technique] = r
			}
		}
	}
	return rows
}

// Values that are missing here and there widen intervals and move nothing: whoever paired values by their place would find ratios far
// from those of the whole run, since rounds differ by a factor here.
func TestMissingMovesNothing(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 12, Noise: 0.002}
	whole := parse(t, "x.txt", run)
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return (len(c.Technique)+2*round)%6 == 0 }
	holes := parse(t, "x.txt", run)
	for _, f := range []*results.File{whole, holes} {
		for i := range f.Tables {
			for _, s := range f.Tables[i].Series {
				for k := range s.Values {
					s.Values[k] *= float64(1 + k%4)
				}
			}
		}
	}
	missing := 0
	was := byTechnique(t, whole)
	for name, r := range byTechnique(t, holes) {
		missing += len(r.Values) - r.Measured()
		if ratio := r.Ratio.Median / was[name].Ratio.Median; math.Abs(math.Log(ratio)) > 0.01 {
			t.Errorf("%s: ratio to the reference %v, %v in the whole run", name, r.Ratio, was[name].Ratio)
		}
		if r.Rank > 0 && math.Abs(math.Log(r.ToFastest.Median/was[name].ToFastest.Median)) > 0.02 {
			t.Errorf("%s: ratio to the fastest %v, %v in the whole run", name, r.ToFastest, was[name].ToFastest)
		}
	}
	if missing < 10 {
		t.Fatalf("%d values missing", missing)
	}
}

// A technique with values in few rounds is neither the fastest nor tied, however small they are. While it may be the fastest, none is taken, and the
// refusal names it with its rounds. No format shows missing values.
func TestRarelyMeasured(t *testing.T) {
	tiertest.Slow(t)
	seldom := []string{"pext", "fixedshift", "best", "koggestone", "walk"}
	run := small
	run.Cost = map[string]float64{"pext": 0.1, "best": 0.1}
	run.Rounds = 8
	run.Lacks = func(c grid.Cell, _ string, round int) bool {
		return slices.Contains(seldom, c.Technique) && round > 1+len(c.Technique)%3 || c.Technique == "noop" && c.Mode == "throughput" || round == 5
	}
	f := parse(t, "x.txt", run)
	rows := byTechnique(t, f)
	if r := rows["pext"]; r.Standing != report.Unclear || r.Rank < 3 || r.Time.Finite() {
		t.Errorf("pext: %s, rank %d, %v", r.Standing, r.Rank, r.Time)
	}
	if c, refusal := report.Choose(f, use); refusal == nil || !strings.Contains(refusal.Because, "too few rounds; pext (in 2) looks fastest") {
		t.Errorf("%+v, %v", c, refusal)
	}
	slow := run
	slow.Cost = map[string]float64{"pext": 3, "fixedshift": 3}
	if c, refusal := report.Choose(parse(t, "x.txt", slow), use); refusal != nil || slices.ContainsFunc(seldom, func(name string) bool { return slices.Contains(c.Tied, name) }) {
		t.Errorf("others are far behind: %+v, %v", c, refusal)
	}
	broken := regexp.MustCompile(`NaN|[^a-z]Inf|\+Inf`)
	check := func(what, text string) {
		t.Helper()
		if script := strings.LastIndex(text, "<script>"); script >= 0 { // where these are numbers
			text = text[:script]
		}
		if at := broken.FindStringIndex(text); at != nil {
			t.Errorf("%s shows %q", what, text[max(0, at[0]-80):min(len(text), at[1]+20)])
		}
	}
	files := []*results.File{f, parse(t, "y.txt", resultstest.Run{Machine: "amd-zen4", Rounds: 3, Levels: []string{"v3"}})}
	for _, format := range report.Formats {
		check(format, render(t, files, report.Options{Format: format, All: true}))
		check(format, render(t, files[:1], report.Options{Format: format}))
	}
	for _, format := range report.AdviceFormats {
		check(format, advise(t, format, files...))
	}
	for _, f := range files {
		check("front page", string(report.FrontPage(report.Front{}, f)))
	}
	if text := render(t, files[:1], report.Options{Format: "markdown"}); !strings.Contains(text, f.Missing) || strings.Contains(text, "Warning") {
		t.Errorf("missing values (%s) are not mentioned, or are a warning", f.Missing)
	}
}

// A technique with a planted ratio to another one has the standing that follows from the ratio and the noise.
func TestStanding(t *testing.T) {
	spread := []float64{0, 1, -1, 0.5, -0.5, 0.2, -0.8, 0.9, -0.1}
	for _, c := range []struct {
		what         string
		ratio, noise float64 // of the second technique to the first; of the values
		again        float64 // of the reference to itself
		want         report.Standing
	}{
		{"equal", 1.0001, 0.001, 1, report.Tied},
		{"significant", 1.01, 0.001, 1, report.Slower},
		{"slower", 1.1, 0.01, 1, report.Slower},
		{"noise", 1.001, 0.05, 1, report.Tied},
		{"much noise", 1.1, 0.3, 1, report.Tied},
		{"slower by less than the noise", 1.025, 0.001, 1.03, report.Tied},
		{"slower by more than the noise", 1.04, 0.001, 1.03, report.Slower},
	} {
		values := map[string][]float64{}
		for _, s := range spread {
			values["first"] = append(values["first"], 1)
			values["second"] = append(values["second"], c.ratio*math.Exp(c.noise*s))
			values["ref"] = append(values["ref"], 3)
			values["ref-again"] = append(values["ref-again"], 3*c.again)
		}
		f, tab := table("ref", values)
		ranked := report.Rank(f, tab)
		i := slices.IndexFunc(ranked.Rows, func(r report.Row) bool { return r.Standing != report.Fastest && r.Technique != "ref" })
		if r := ranked.Rows[i]; r.Standing != c.want {
			t.Errorf("%s: %s is %s, want %s: %v", c.what, r.Technique, r.Standing, c.want, r.ToFastest)
		}
	}
}

// Of several that are tied, tables count first, then needs, then code.
func TestPreference(t *testing.T) {
	ones := []float64{1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		what        string
		fast, other facts.Facts
		bytes       int64 // of the other one; the fastest has 100
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
