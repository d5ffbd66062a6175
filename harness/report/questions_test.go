package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/facts"
)

// verdict returns the verdict on one use of a file with one machine.
func verdict(t *testing.T, f *results.File, u report.Use) report.Verdict {
	t.Helper()
	list := report.Verdicts(f)
	i := slices.IndexFunc(list, func(v report.Verdict) bool { return v.Use == u })
	if i < 0 {
		t.Fatalf("no verdict on %v", u)
	}
	return list[i]
}

// The technique that is made faster wins, in every use, and small differences are called so.
func TestVerdicts(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		what        string
		cost        map[string]float64
		noise       float64
		use         report.Use
		pext, other string
		order       int
	}{
		{"PEXT faster", map[string]float64{"pext": 0.5}, 0, use, "pext", "fancymagic", -1},
		{"PEXT slower", map[string]float64{"pext": 1.1}, 0, use, "pext", "fancymagic", 1},
		{"the other made slower", map[string]float64{"obstructionavx2": 9, "obstructionavx512": 9, "gather": 9}, 0,
			report.Use{Piece: board.Rook, Mode: "batch"}, "pext", "fancymagic", -1},
		{"the best of the family", map[string]float64{"pext": 2, "pextload": 0.1}, 0, report.Use{Piece: board.Rook, Mode: "latency"}, "pextload", "quintessence", -1},
		{"without the instruction it is not PEXT", map[string]float64{"softpext": 0.001}, 0, report.Use{Piece: board.Queen, Mode: "both"}, "pext", "softpext", 1},
		{"batches", map[string]float64{"pext": 0.1}, 0, report.Use{Piece: board.Queen, Mode: "batchboth"}, "pext", "obstructionavx512", -1},
		{"what picks another one takes no part", map[string]float64{"best": 0.001}, 0, report.Use{Piece: board.Queen, Mode: "batch"}, "pext", "obstructionavx512", 1},
		{"noise", map[string]float64{"pext": 0.93}, 0.04, report.Use{Piece: board.Rook, Mode: "throughput"}, "", "", 0},
	} {
		f := parse(t, "x.txt", resultstest.Run{Cost: c.cost, Noise: c.noise, Levels: []string{"v4"}})
		v := verdict(t, f, c.use)
		if v.Order != c.order || c.pext != "" && (v.PEXT.Technique != c.pext || v.Other.Technique != c.other) {
			t.Errorf("%s: %s against %s, ratio %v: %d", c.what, v.PEXT.Technique, v.Other.Technique, v.Ratio, v.Order)
		}
	}
}

// A difference that is there in every round is no verdict while the reference differs as much from itself.
func TestVerdictRespectsNoise(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Noise: 1e-6, Cost: map[string]float64{"pext": 0.9}})
	if v := verdict(t, f, use); v.Order != -1 {
		t.Fatalf("quiet: %v %d", v.Ratio, v.Order)
	}
	for i := range f.Tables {
		s := f.Tables[i].Find("fancymagic-again")
		s.Values = scaled(1.2, s.Values)
	}
	if v := verdict(t, f, use); v.Order != 0 || v.Ratio.Hi >= 1 {
		t.Errorf("with an A/A noise of 20 %%: %v %d", v.Ratio, v.Order)
	}
}

func TestNoVerdictWithoutBothKinds(t *testing.T) {
	for what, run := range map[string]resultstest.Run{
		"no BMI2":      {Features: "avx2", Levels: []string{"v2"}},
		"arm64":        {Features: "asimd", GOARCH: "arm64"},
		"nothing else": {Techniques: []string{"noop", "walk", "pext", "pdep"}},
	} {
		if list := report.Verdicts(parse(t, "x.txt", run)); len(list) > 0 {
			t.Errorf("%s: %d verdicts", what, len(list))
		}
	}
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Cost: map[string]float64{"magic": 0.1}})
	// A technique of another family that uses the instruction is one with PEXT.
	f.Facts["magic"] = facts.Facts{Family: "magic", Needs: []string{"bmi2"}}
	if v := verdict(t, f, use); v.PEXT.Technique != "magic" {
		t.Errorf("with PEXT the fastest is %s, want magic", v.PEXT.Technique)
	}
}

// Lists are lists in JSON, be they empty.
func TestEmptyLists(t *testing.T) {
	refused := parse(t, "x.txt", resultstest.Run{Rounds: 1, Levels: []string{"v3"}})
	nothing := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}})
	nothing.Tables = slices.DeleteFunc(nothing.Tables, func(t results.Table) bool { return t.Mode != "init" })
	for what, f := range map[string]*results.File{"refused": refused, "no use": nothing, "experiment": parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})} {
		text := render(t, []*results.File{f}, report.Options{Format: "json"})
		for _, key := range []string{"warnings", "answers", "uses", "files", "tables", "agreement"} {
			if !strings.Contains(text, `"`+key+`": [`) {
				t.Errorf("%s: %s is no list", what, key)
			}
		}
		for _, key := range []string{"take", "tied", "rows"} {
			if strings.Contains(text, `"`+key+`": null`) {
				t.Errorf("%s: %s is null", what, key)
			}
		}
	}
}

func TestOnlyExperiments(t *testing.T) {
	files := []*results.File{parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})}
	for _, format := range report.AdviceFormats {
		const want = "no advice from x.txt: nothing but builds with an experiment (v3+simd) (want an ordinary build)"
		var b bytes.Buffer
		if err := report.WriteAdvice(&b, files, format); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", format, err, b.Len())
		}
	}
	for _, format := range []string{"table", "markdown", "html"} {
		text := render(t, files, report.Options{Format: format, All: true})
		text = strings.NewReplacer("&#43;", "+", `\u002b`, "+").Replace(text)
		wantAll(t, text, "nothing but builds with an experiment (v3+simd): no advice comes from it", "GOAMD64=v3+simd", "intel-xeon-sapphire-rapids-vm")
	}
}
