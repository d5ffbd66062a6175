package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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
		what               string
		cost               map[string]float64
		noise              float64
		use                report.Use
		pext, other, words string
	}{
		{"PEXT faster", map[string]float64{"pext": 0.5}, 0, use, "pext", "fancymagic", "yes"},
		{"PEXT slower", map[string]float64{"pext": 1.1}, 0, use, "pext", "fancymagic", "no"},
		{"the other made slower", map[string]float64{"obstructionavx2": 9, "obstructionavx512": 9, "gather": 9}, 0,
			report.Use{Piece: board.Rook, Mode: "batch"}, "pext", "fancymagic", "yes"},
		{"the best of the family", map[string]float64{"pext": 2, "pextload": 0.1}, 0, report.Use{Piece: board.Rook, Mode: "latency"}, "pextload", "quintessence", "yes"},
		{"without the instruction it is not PEXT", map[string]float64{"softpext": 0.001}, 0, report.Use{Piece: board.Queen, Mode: "both"}, "pext", "softpext", "no"},
		{"batches", map[string]float64{"pext": 0.1}, 0, report.Use{Piece: board.Queen, Mode: "batchboth"}, "pext", "obstructionavx512", "yes"},
		{"what picks another one takes no part", map[string]float64{"best": 0.001}, 0, report.Use{Piece: board.Queen, Mode: "batch"}, "pext", "obstructionavx512", "no"},
		{"noise", map[string]float64{"pext": 0.93}, 0.04, report.Use{Piece: board.Rook, Mode: "throughput"}, "", "", "inconclusive"},
	} {
		f := parse(t, "x.txt", resultstest.Run{Cost: c.cost, Noise: c.noise, Levels: []string{"v4"}})
		v := verdict(t, f, c.use)
		if v.Words() != c.words || c.pext != "" && (v.PEXT.Technique != c.pext || v.Other.Technique != c.other) {
			t.Errorf("%s: %s against %s, ratio %v: %s", c.what, v.PEXT.Technique, v.Other.Technique, v.Ratio, v.Words())
		}
		if want := map[string]string{"yes": v.PEXT.Technique, "no": v.Other.Technique}[c.words]; want != "" && v.Fastest() != want {
			t.Errorf("%s: the fastest is %s, want %s", c.what, v.Fastest(), want)
		}
	}
}

// A difference that is there in every round is no verdict while the reference differs as much from itself.
func TestVerdictRespectsNoise(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Noise: 1e-6, Cost: map[string]float64{"pext": 0.9}})
	if v := verdict(t, f, use); v.Words() != "yes" {
		t.Fatalf("quiet: %v %s", v.Ratio, v.Words())
	}
	for i := range f.Tables {
		s := f.Tables[i].Find("fancymagic-again")
		s.Values = scaled(1.2, s.Values)
	}
	if v := verdict(t, f, use); v.Words() != "inconclusive" || v.Ratio.Hi >= 1 {
		t.Errorf("with an A/A noise of 20 %%: %v %s", v.Ratio, v.Words())
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
	f.Facts = nil
	if text := render(t, []*results.File{f}, report.Options{Format: "markdown"}); strings.Contains(text, "PEXT still") || strings.Contains(text, "Many at once\n") {
		t.Error("questions are answered although nothing is known of the techniques")
	}
}

// labels lists sets, the technique for many queens with each.
func labels(t *testing.T, sets []report.Profile) string {
	t.Helper()
	var list []string
	for _, s := range sets {
		table, c, refusal := s.Choose(report.Use{Piece: board.Queen, Mode: "batch"})
		if table == nil || refusal != nil {
			t.Fatalf("%v: %v", s, refusal)
		}
		label := s.Label() + ": " + c.Pick.Technique
		if s.Foreign {
			label += " (foreign)"
		}
		list = append(list, label)
	}
	return strings.Join(list, "\n")
}

func TestSets(t *testing.T) {
	full := parse(t, "full.txt", resultstest.Run{Noise: 0.001, Levels: []string{"v1", "v2", "v3", "v4", "v4+simd"}, Cost: map[string]float64{"fixedshift": 0.9}})
	hidden := parse(t, "hidden.txt", resultstest.Run{Machine: "intel-xeon-sapphire-rapids-vm-without-bmi2-avx2", Features: "baseline", Noise: 0.001,
		Levels: []string{"v1", "v2"}, Cost: map[string]float64{"magic": 0.3}})
	noAVX512 := parse(t, "noavx512.txt", resultstest.Run{Machine: "intel-xeon-sapphire-rapids-vm-without-avx512", Features: "bmi2+avx2+gfni", Noise: 0.001,
		Levels: []string{"v3"}, Cost: map[string]float64{"persquare": 0.1}})
	noGFNI := parse(t, "nogfni.txt", resultstest.Run{Machine: "intel-xeon-sapphire-rapids-vm-without-gfni", Features: "bmi2+avx2+avx512", Noise: 0.001,
		Levels: []string{"v4"}, Cost: map[string]float64{"gather": 0.1}})
	zen := parse(t, "zen.txt", resultstest.Run{Machine: "amd-zen2", CPU: "AMD EPYC", Features: "slowpext+avx2", Noise: 0.001, Levels: []string{"v3"},
		Cost: map[string]float64{"pext": 50, "fixedshift": 0.9}})
	arm := parse(t, "arm.txt", resultstest.Run{Machine: "apple-m3", Features: "asimd", GOARCH: "arm64", Noise: 0.001, Cost: map[string]float64{"fixedshift": 0.9}})
	for _, c := range []struct {
		what  string
		files []*results.File
		want  string
	}{
		{"one file", []*results.File{full}, `bmi2+avx2+avx512+gfni, v4: obstructionavx512
bmi2+avx2, v3, derived: obstructionavx2
bmi2, v2, derived: pext
avx2, v2, derived: obstructionavx2
baseline, v2, derived: fixedshift`},
		{"a set that was measured stands where it would be derived", []*results.File{hidden, full}, `bmi2+avx2+avx512+gfni, v4: obstructionavx512
bmi2+avx2, v3, derived: obstructionavx2
bmi2, v2, derived: pext
avx2, v2, derived: obstructionavx2
baseline, v2: magic`},
		{"hidden AVX-512 leaves GFNI, and another machine's file stands between", []*results.File{full, arm, noAVX512, hidden},
			`bmi2+avx2+avx512+gfni, v4: obstructionavx512
bmi2+avx2+gfni, v3: persquare
bmi2, v2, derived: pext
avx2, v2, derived: obstructionavx2
baseline, v2: magic
asimd: fixedshift`},
		{"what stands for no relative comes last among its machine's", []*results.File{full, arm, noGFNI}, `bmi2+avx2+avx512+gfni, v4: obstructionavx512
bmi2+avx2, v3, derived: obstructionavx2
bmi2, v2, derived: pext
avx2, v2, derived: obstructionavx2
baseline, v2, derived: fixedshift
bmi2+avx2+avx512, v4: gather
asimd: fixedshift`},
		{"nothing is derived of a machine with features hidden", []*results.File{hidden}, "baseline, v2: magic"},
		{"one level, which the relatives could not run", []*results.File{zen}, `slowpext+avx2, v3: obstructionavx2
slowpext, v3, derived: fixedshift (foreign)
avx2, v3, derived: obstructionavx2 (foreign)
baseline, v3, derived: fixedshift (foreign)`},
		{"no such features", []*results.File{arm}, "asimd: fixedshift"},
	} {
		if got := labels(t, report.Profiles(c.files...)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
	if text := render(t, []*results.File{arm}, report.Options{Format: "markdown"}); strings.Contains(text, "Feature sets") {
		t.Error("one set is compared with none")
	}
}

// The picker is never recommended, however fast it is. It is compared with the fastest technique.
func TestPickerIsNotRecommended(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Noise: 0.001, Cost: map[string]float64{"best": 0.1}})
	var prices []string
	for _, a := range report.Recommend(f) {
		if strings.Contains(a, ": best, ") || strings.Contains(a, "fastest (best)") {
			t.Errorf("recommends what picks: %q", a)
		}
		if strings.HasPrefix(a, "best (") {
			prices = append(prices, a)
		}
	}
	want := []string{
		" (queen, throughput) takes 0.2", " (queen, latency) takes 0.1", " (rook+bishop pair) takes 0.2", " (many queens) takes 0.1",
	}
	if len(prices) != len(want) {
		t.Fatalf("prices %q", prices)
	}
	for i, price := range prices {
		if !strings.Contains(price, want[i]) || !strings.HasSuffix(price, ", the fastest.") {
			t.Errorf("%q lacks %q", price, want[i])
		}
	}
}

func TestExperiments(t *testing.T) {
	for _, c := range []struct {
		cost float64
		want string
	}{{0.5, "takes 0."}, {2, "takes 2."}} {
		f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3", "v3+simd"}, Cost: map[string]float64{"dualsimd": c.cost}})
		found := 0
		for _, a := range report.Recommend(f) {
			if strings.HasPrefix(a, "Built with GOEXPERIMENT=simd (v3+simd), ") {
				found++
				if !strings.Contains(a, c.want) || !strings.Contains(a, " times as long as fancymagic without.") {
					t.Errorf("%v: %q", c.cost, a)
				}
			} else if strings.Contains(a, "simd") {
				t.Errorf("advice for an ordinary build speaks of the experiment: %q", a)
			}
		}
		if found != 2 {
			t.Errorf("%d lines about the experiment", found)
		}
	}
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3", "v3+simd"}})
	if text := render(t, []*results.File{f}, report.Options{Format: "markdown"}); strings.Count(text, "### queen, both, random16, simd build\n") != 1 {
		t.Error("the tables of the simd build do not stand in sections of their own")
	}
	only := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})
	if len(report.Recommend(only)) != 0 {
		t.Error("advice from nothing but an experiment")
	}
}

// Advice that refuses says why, and what to do, and names no technique.
func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		run       resultstest.Run
		why, help string
	}{
		{resultstest.Run{Noise: 0.3, Techniques: []string{"fancymagic", "fancymagic-again", "fixedshift", "magic"}, Levels: []string{"v3"}},
			"A/A noise", "measure again on a machine that is at rest"},
		{resultstest.Run{Rounds: 5, Levels: []string{"v3"}}, "5 rounds", "measure again with --rounds 9"},
	} {
		files := []*results.File{parse(t, "x.txt", c.run)}
		text := advise(t, "text", files...)
		wantAll(t, strings.Join(strings.Fields(text), " "), "none: ", c.why, c.help)
		if strings.Contains(text, "import ") {
			t.Errorf("all the same:\n%s", text)
		}
		wantAll(t, strings.Join(report.Recommend(files...), "\n"), c.help)
	}
}

// A file with nothing but batches is advised on all the same.
func TestOnlyBatches(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3", "v4"}, Noise: 0.001})
	f.Tables = slices.DeleteFunc(f.Tables, func(t results.Table) bool { return !strings.HasPrefix(t.Mode, "batch") })
	advice := report.Recommend(f)
	for _, use := range []string{"Many rooks", "Many queens", "Many rook+bishop pairs"} {
		if a := about(t, advice, use); !strings.Contains(a, ": obstructionavx512, ") {
			t.Errorf("got %q", a)
		}
	}
	if !strings.HasSuffix(advice[0], ", GOAMD64=v4):") || strings.Contains(strings.Join(advice, " "), "nothing to choose from") {
		t.Errorf("got %q", advice)
	}
	f.Tables = nil
	if advice := report.Recommend(f); len(advice) != 0 {
		t.Errorf("got %q from nothing", advice)
	}
}

// A technique without facts is in no derived set and in no verdict, and a warning names it.
func TestUnknownTechnique(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v2", "v4"}, Noise: 0.001, Cost: map[string]float64{"magic": 0.1}})
	delete(f.Facts, "magic")
	for _, v := range report.Verdicts(f) {
		if v.Other.Technique == "magic" || v.PEXT.Technique == "magic" {
			t.Errorf("%v: an unknown technique has a part in the verdict", v.Use)
		}
	}
	for _, s := range report.Profiles(f) {
		_, c, _ := s.Choose(report.Use{Piece: board.Rook, Mode: "throughput"})
		if got := c.Pick.Technique == "magic"; got == s.Derived {
			t.Errorf("%v: use %s", s, c.Pick.Technique)
		}
	}
	text := render(t, []*results.File{f}, report.Options{Format: "markdown"})
	if !strings.Contains(text, "> **Warning:** x.txt: the needs of magic are unknown: left out") || !strings.Contains(text, "| magic | unknown | ") {
		t.Error("no warning, or no doubt among batches")
	}
	if strings.Contains(render(t, []*results.File{parse(t, "x.txt", small)}, report.Options{Format: "markdown"}), "unknown: left out wherever") {
		t.Error("a warning where all is known")
	}
}

// A technique that is set aside is never recommended, however fast it is.
func TestAside(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Cost: map[string]float64{"fancymagic": 0.1}})
	f.Aside = func(technique string) bool { return technique == "fancymagic" }
	for _, a := range report.Recommend(f) {
		if strings.Contains(a, "fancymagic") {
			t.Errorf("got %q", a)
		}
	}
}

// Lists are lists in JSON, be they empty.
func TestEmptyLists(t *testing.T) {
	refused := parse(t, "x.txt", resultstest.Run{Rounds: 1, Levels: []string{"v3"}})
	nothing := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}})
	nothing.Tables = slices.DeleteFunc(nothing.Tables, func(t results.Table) bool { return t.Mode != "init" })
	for what, f := range map[string]*results.File{"refused": refused, "no use": nothing, "experiment": parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})} {
		text := render(t, []*results.File{f}, report.Options{Format: "json"})
		for _, key := range []string{"warnings", "recommendation", "pext", "batch", "featureSets", "files", "tables", "agreement"} {
			if !strings.Contains(text, `"`+key+`": [`) {
				t.Errorf("%s: %s is no list", what, key)
			}
		}
		for _, key := range []string{"uses", "tied", "rows", "ns"} {
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
		text := render(t, files, report.Options{Format: format})
		text = strings.NewReplacer("&#43;", "+", `\u002b`, "+").Replace(text)
		wantAll(t, text, "nothing but builds with an experiment (v3+simd): no advice comes from it", "GOAMD64=v3+simd")
		if format != "html" { // which shows one table at a time
			wantAll(t, text, "simd build")
		}
		if sources := text[strings.LastIndex(text, "Sources"):]; !strings.Contains(sources, "intel-xeon-sapphire-rapids-vm") {
			t.Errorf("%s: no target among the sources:\n%s", format, sources)
		}
	}
}

// A front page shows the machines side by side, and says what the picker costs.
func TestFrontPage(t *testing.T) {
	files := []*results.File{parse(t, "results/old/x.txt", resultstest.Run{Machine: "old", Levels: []string{"v3"}}),
		parse(t, "results/new/y.txt", resultstest.Run{Machine: "new", Levels: []string{"v3", "v4"}}),
		parse(t, "results/new-without-bmi2/y.txt", resultstest.Run{Machine: "new-without-bmi2", Features: "baseline", Levels: []string{"v2"}})}
	text := string(report.FrontPage(files...))
	wantAll(t, text, "| queens | [new](results/new/report.md) | cycles | tables | [old](results/old/report.md) | cycles | tables |",
		"\n| many at once | obstructionavx512 |", "\n| moves, 4 lookups each | ", "(results/new/plots/new-v4-tables-queen.svg)",
		"From [y.txt](results/new/y.txt), [x.txt](results/old/x.txt), by `make readme`.", "Package `best` is one import for every machine")
	if rows := strings.Count(text, "\n| "); rows != 7 || strings.Contains(text, "without") {
		t.Errorf("%d rows below the heading, want the rule and 6, and no machine with features hidden:\n%s", rows, text)
	}
	report.FrontPage(parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})) // must not panic
	text = string(report.FrontPage(files[0], parse(t, "results/new/y.txt", resultstest.Run{Machine: "new", Engine: true, Levels: []string{"v3"}})))
	wantAll(t, text, "\n| perft, a node | ", "\n| search, a node | ", " | not measured |  |  |\n")
}

// A short answer has 23 lines of 80 characters, whatever the machine, and ends with the packages to import.
func TestBriefAdvice(t *testing.T) {
	for what, run := range map[string]resultstest.Run{
		"everything":     {Levels: []string{"v1", "v2", "v3", "v4"}, Noise: 0.001},
		"few techniques": small,
		"few rounds":     {Rounds: 3, Levels: []string{"v3"}},
		"noise":          {Noise: 0.3, Levels: []string{"v3"}},
		"a long name":    {CPU: strings.Repeat("Processor ", 12), Levels: []string{"v3"}},
		"arm":            {Machine: "apple-m3", CPU: "Apple M3", Features: "asimd", GOARCH: "arm64"},
		"an engine":      {Engine: true, Levels: []string{"v3", "c-gcc"}},
	} {
		text := advise(t, "text", parse(t, "x.txt", run))
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if len(lines) > 23 || slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > 80 }) {
			t.Errorf("%s: %d lines, or a long one:\n%s", what, len(lines), text)
		}
		if last := lines[len(lines)-1]; run.Rounds == 0 && run.Noise < 0.3 && !strings.Contains(last, "  import github.com/slidebench/slidebench/") {
			t.Errorf("%s: the last line is %q", what, last)
		}
	}
}

// Names of packages follow the family, and what is unsafe says so.
func TestBriefImports(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Cost: map[string]float64{"magic": 0.1}})
	f.Facts["magic"] = facts.Facts{Name: "magic", Family: "fancymagic", Unsafe: true}
	wantAll(t, advise(t, "text", f), "\ncopy-make     import github.com/slidebench/slidebench/fancymagic/magic unsafe\n")
}
