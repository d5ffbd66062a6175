package report_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/facts"
)

var update = flag.Bool("update", false, "write the golden files anew")

func parse(t *testing.T, name string, runs ...resultstest.Run) *results.File {
	t.Helper()
	var text strings.Builder
	for _, run := range runs {
		text.WriteString(run.String())
	}
	f, err := results.Parse(strings.NewReader(text.String()), name)
	if err != nil {
		t.Fatal(err)
	}
	f.Facts = resultstest.Facts()
	return f
}

// small is a run whose reports are short enough to read.
var small = resultstest.Run{Noise: 0.003, Levels: []string{"v1", "v3", "v3+simd"}, Techniques: []string{"noop", "walk", "fancymagic",
	"fancymagic-again", "pext", "fixedshift", "quintessence", "dualsimd", "obstructionavx2", "koggestone", "rotated", "best"}}

func render(t *testing.T, files []*results.File, opt report.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, files, opt); err != nil {
		t.Fatal(err)
	}
	return unpacked(t, b.String())
}

// unpacked returns a page with its data as text, and other reports as they are.
func unpacked(t *testing.T, text string) string {
	before, rest, found := strings.Cut(text, `<pre hidden id="data">`)
	if !found {
		return text
	}
	packed, after, _ := strings.Cut(rest, "<")
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return before + string(data) + after
}

func advise(t *testing.T, format string, files ...*results.File) string {
	t.Helper()
	var b strings.Builder
	if err := report.WriteAdvice(&b, files, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wantAll reports the parts that a text lacks.
func wantAll(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it anew)", path)
	}
}

func TestGolden(t *testing.T) {
	goldenReports(t, "small", small, []string{"table", "markdown", "csv", "json"}) // TestPageInBrowser looks at the page
	for _, format := range report.AdviceFormats {
		golden(t, "advice."+format, advise(t, format, parse(t, "small.txt", small)))
	}
}

// A file with builds in C ranks both languages side by side, and answers for each.
func TestGoldenC(t *testing.T) {
	both := small
	both.Levels = []string{"v3", "c-gcc", "c-clang"}
	both.Techniques = []string{"noop", "fancymagic", "fancymagic-again", "pext", "fixedshift", "quintessence"}
	both.Lacks = func(c grid.Cell, _ string, _ int) bool {
		return c.Mode != "throughput" && c.Mode != "latency" && c.Mode != "both"
	}
	goldenReports(t, "languages", both, []string{"markdown"})
	text := advise(t, "text", parse(t, "languages.txt", both))
	wantAll(t, text, "In C (gcc): single lookups pext")
	if lines := strings.Count(text, "\n"); lines > 20 {
		t.Errorf("%d lines (want 20 at most):\n%s", lines, text)
	}
	page := string(report.FrontPage(parse(t, "languages.txt", both)))
	wantAll(t, page, "](./report.md), Go |", "](./report.md), C (gcc) |")
}

// goldenReports compares the reports of a run with those in testdata.
func goldenReports(t *testing.T, name string, run resultstest.Run, formats []string) {
	t.Helper()
	files := []*results.File{parse(t, name+".txt", run)}
	// One piece and one corpus are enough to see.
	files[0].Tables = slices.DeleteFunc(files[0].Tables, func(t results.Table) bool {
		return t.Piece != board.Queen || t.Corpus == "random4" || t.Corpus == "random32"
	})
	plots := []report.Plot{{Title: "a <picture>", Path: "plots/a.svg"}}
	for _, format := range formats {
		golden(t, name+"."+format, render(t, files, report.Options{Format: format, Plots: plots, Width: 80,
			Command: "slidebench report --format " + format + " " + name + ".txt"}))
	}
}

// table makes a table of six rounds from the values of its techniques.
func table(reference string, values map[string][]float64) (*results.File, results.Table) {
	f := &results.File{Reference: reference}
	t := results.Table{Mode: "throughput", Corpus: "random16", Unit: "cycles/lookup", Clock: 1, Rounds: 6}
	for name, v := range values {
		t.Series = append(t.Series, results.Series{Cell: grid.Cell{Technique: name}, Values: v})
	}
	return f, t
}

func scaled(by float64, v []float64) []float64 {
	w := slices.Clone(v)
	for i := range w {
		w[i] *= by
	}
	return w
}

func TestRank(t *testing.T) {
	base := []float64{1, 1.3, 0.8, 1.1, 2, 1} // a noisy machine, whose noise is shared by all in a round
	f, tab := table("ref", map[string][]float64{
		"ref": base, "ref-again": {1, 1.3, 0.8, 1.1, 2.04, 1}, // A/A noise 2 %
		"close":  scaled(1.015, base),    // every round slower, by less than the noise
		"slower": scaled(1.05, base),     // significant
		"jumpy":  {1, 2, 0.9, 1, 2, 1.3}, // the interval holds 1
		"tail":   scaled(1.06, base),     // not significantly different from slower
		"noop":   scaled(0.1, base),      // a control
	})
	ranked := report.Rank(f, tab)
	if want := math.Log(1.02); math.Abs(ranked.Noise-want) > 1e-9 {
		t.Errorf("noise %v, want %v", ranked.Noise, want)
	}
	var got []string
	groups := map[string]int{}
	for _, r := range ranked.Rows {
		got = append(got, r.Technique)
		groups[r.Technique] = r.Group
	}
	if want := "ref close slower tail jumpy noop ref-again"; strings.Join(got, " ") != want {
		t.Errorf("order %q, want %q", got, want)
	}
	for name, want := range map[string]int{"ref": 1, "close": 1, "slower": 2, "tail": 2, "jumpy": 2, "noop": 0, "ref-again": 0} {
		if groups[name] != want {
			t.Errorf("%s in group %d, want %d", name, groups[name], want)
		}
	}
	if r := ranked.Rows[2].Ratio; math.Abs(r.Median-1.05) > 1e-9 || math.Abs(r.Hi-r.Lo) > 1e-9 {
		t.Errorf("ratio %v, want 1.05 in every round", r)
	}
}

// A technique that is significantly faster than the fastest of its group, round by round, opens no group of slower ones.
func TestFasterOpensNoGroup(t *testing.T) {
	f, tab := table("ref", map[string][]float64{
		"ref": {1, 1, 1, 1, 1, 1, 1, 1, 1}, "ref-again": {1, 1, 1, 1, 1, 1, 1, 1, 1},
		"a": {1, 1, 1, 1, 1, 5, 5, 5, 5},             // the smallest median of times, and first of equals
		"y": {.9, .9, .9, .9, 3, 4.5, 4.5, 4.5, 4.5}, // faster in eight rounds of nine
	})
	groups := map[string]int{}
	for _, r := range report.Rank(f, tab).Rows {
		groups[r.Technique] = r.Group
	}
	if groups["y"] != groups["a"] {
		t.Errorf("groups %v: want a and y in one", groups)
	}
}

// about returns the sentence of advice on a use.
func about(t *testing.T, advice []string, use string) string {
	t.Helper()
	for _, a := range advice {
		if strings.HasPrefix(a, use+": ") {
			return a
		}
	}
	t.Fatalf("no advice on %s in %q", use, advice)
	return ""
}

// Where the reference differs from itself by more than a few per cent, what is significant all the same is recommended, and the
// noise is named; and where nothing is significant, nothing is recommended.
func TestAdviceFromNoise(t *testing.T) {
	alike := []string{"fancymagic", "fancymagic-again", "fixedshift", "magic", "walk"}
	for _, a := range report.Recommend(parse(t, "x.txt", resultstest.Run{Noise: 0.3, Techniques: alike, Levels: []string{"v3"}})) {
		if strings.Contains(a, "fastest") || strings.Contains(a, "maller tables") {
			t.Errorf("all the same: %q", a)
		}
	}
	clear := resultstest.Run{Noise: 0.06, Techniques: append(alike, "pext"), Levels: []string{"v3"}, Cost: map[string]float64{"pext": 2.8}}
	f := parse(t, "x.txt", clear)
	for _, v := range report.Verdicts(f) {
		if v.Words() != "no" {
			t.Fatalf("%v: PEXT 2.8 times as slow is the fastest: %s", v.Use, v.Words())
		}
		name := v.Use.String()
		_, c, _ := report.Profiles(f)[0].Choose(v.Use)
		if a := about(t, report.Recommend(f), strings.ToUpper(name[:1])+name[1:]); c.Next == nil || c.Next.Technique != "pext" || !strings.Contains(a, " (noisy: A/A ") {
			t.Errorf("the verdict on %v tells them apart, and the advice is %q, with %+v next", v.Use, a, c.Next)
		}
	}
	if a := about(t, report.Recommend(parse(t, "x.txt", resultstest.Run{})), "Queen, throughput"); strings.Contains(a, "noisy") {
		t.Errorf("quiet: %q", a)
	}
}

// A technique that may take longer than the fastest is not picked for its small tables: it must be shown to be equivalent.
func TestPickIsEquivalentAsTheFastest(t *testing.T) {
	ones := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		small []float64
		pick  string
	}{
		{[]float64{1, 1.01, 1.02, 0.99, 1, 1.05, 1.01, 1, 0.99}, "small"},
		{[]float64{1, 1.01, 1.03, 0.99, 1, 1.05, 1.01, 1, 0.99}, "ref"}, // by less than nothing, and perhaps by 3 %
		{[]float64{1.4, 1.5, 0.9, 1.6, 1.4, 1.3, 0.8, 1.4, 1.5}, "ref"}, // the interval holds 1, and 1.5
	} {
		f, tab := table("ref", map[string][]float64{"ref": ones, "ref-again": ones, "small": c.small, "slow": scaled(2, ones)})
		tab.Piece, tab.Rounds = board.Queen, len(ones)
		for i := range tab.Series {
			if tab.Series[i].TableBytes = 1000; tab.Series[i].Technique == "small" {
				tab.Series[i].TableBytes = 10
			}
		}
		f.Tables = []results.Table{tab}
		_, choice, refusal := report.Profiles(f)[0].Choose(use)
		if refusal != nil || choice.Pick.Technique != c.pick || len(choice.Tied) != 2 || choice.Next == nil || choice.Next.Technique != "slow" ||
			choice.Next.ToFastest.Median != 2 {
			t.Errorf("%v: %+v %v", c.small, choice, refusal)
		}
		want := "Queen, throughput: small, 1.00 cycles (1.00 ns at 1.00 GHz), 10 B; equivalent to the fastest (ref), with smaller tables."
		if c.pick == "ref" {
			want = "Queen, throughput: ref, 1.00 cycles (1.00 ns at 1.00 GHz), 1000 B; the fastest by its median, with 1 inconclusive."
		}
		if a := about(t, report.Recommend(f), "Queen, throughput"); a != want {
			t.Errorf("%q, want %q", a, want)
		}
	}
}

// With too few rounds nothing is significant, however far the medians are from each other.
func TestFewRounds(t *testing.T) {
	tiertest.Slow(t)
	f := parse(t, "few.txt", resultstest.Run{Rounds: 5, Levels: []string{"v3"}})
	for _, table := range report.Tables(f) {
		for _, r := range table.Rows {
			if r.Group > 1 {
				t.Fatalf("%s in group %d", r.Technique, r.Group)
			}
		}
	}
	advice := report.Recommend(f)
	if len(advice) != 2 || !strings.HasPrefix(advice[1], "Nothing can be recommended for rook, throughput (5 rounds); ") ||
		!strings.HasSuffix(advice[1], " (5 rounds): measure again with --rounds 9.") {
		t.Errorf("advice %q", advice)
	}
	for _, format := range report.Formats {
		text := render(t, []*results.File{f}, report.Options{Format: format})
		if strings.Contains(text, "Inf") || strings.Contains(text, "NaN") {
			t.Errorf("%s shows an infinite bound", format)
		}
		if format != "csv" && !strings.Contains(text, "only 5 rounds") {
			t.Errorf("%s does not warn", format)
		}
	}
}

func TestOppositeWinnersGiveOppositeAdvice(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		cost map[string]float64
		want string
	}{
		{map[string]float64{"pext": 0.5}, ": pext, "},
		{map[string]float64{"pext": 20, "quintessence": 0.2}, ": quintessence, "},
		{map[string]float64{"noop": 50, "load": 50, "walk": 0.001, "sherwin": 0.1}, ": sherwin, "},
	} {
		advice := report.Recommend(parse(t, "x.txt", resultstest.Run{Cost: c.cost}))
		if a := about(t, advice, "Queen, throughput"); !strings.Contains(a, c.want) {
			t.Errorf("%v: %q, want %q", c.cost, a, c.want)
		}
		for _, a := range advice {
			if strings.Contains(a, "walk") || strings.Contains(a, "noop") || strings.Contains(a, "-again") {
				t.Errorf("advice names a row that is not ranked: %q", a)
			}
		}
	}
}

func TestTiesAreCalledTies(t *testing.T) {
	all := map[string]float64{"fixedshift": 0.2, "pext": 0.2 * 1.91 / 1.97}
	f := parse(t, "x.txt", resultstest.Run{Cost: all, Noise: 0.015})
	_, c, _ := report.Profiles(f)[0].Choose(use)
	if a := about(t, report.Recommend(f), "Queen, throughput"); !strings.Contains(a, "; the fastest by its median, with 1 inconclusive.") || len(c.Inconclusive) != 1 || len(c.Good) != 1 {
		t.Errorf("got %q, %+v", a, c)
	}
}

func TestSmallestTablesNearTheFastest(t *testing.T) {
	cost := map[string]float64{"quintessence": 1.89 / 3.61 * 1.02, "fancymagic": 0.97}
	_, c, _ := report.Profiles(parse(t, "x.txt", resultstest.Run{Cost: cost, Noise: 0.002}))[0].Choose(use)
	if c.Smallest.Technique != "quintessence" || c.Pick.Technique != "fancymagic" {
		t.Errorf("got %+v", c)
	}
}

// Advice is about the highest level, which is not always the best: then it says so.
func TestBestLevel(t *testing.T) {
	at := func(level string, pext float64) resultstest.Run {
		return resultstest.Run{Levels: []string{level}, Cost: map[string]float64{"pext": pext}}
	}
	f := parse(t, "x.txt", at("v4", 2), at("v3", 0.5))
	advice := report.Recommend(f)
	if !strings.Contains(advice[0], "GOAMD64=v4") || strings.Contains(about(t, advice, "Queen, throughput"), ": pext, ") {
		t.Errorf("got %q", advice)
	}
	if last := advice[len(advice)-1]; !strings.HasPrefix(last, "A lower level is faster for queens, throughput: with GOAMD64=v3, pext (") {
		t.Errorf("got %q", last)
	}
	// A level at which less was measured is compared, too.
	f.Tables = slices.DeleteFunc(f.Tables, func(t results.Table) bool {
		return t.GOAMD64() == "v3" && (t.Piece != board.Queen || t.Mode != "throughput")
	})
	if again := report.Recommend(f); again[len(again)-1] != advice[len(advice)-1] {
		t.Errorf("got %q", again[len(again)-1])
	}
	// A smaller median within the noise is no faster level.
	noisy, lower := at("v4", 0.5), at("v3", 0.49)
	noisy.Noise, lower.Noise = 0.05, 0.05
	if text := strings.Join(report.Recommend(parse(t, "x.txt", noisy, lower)), "\n"); strings.Contains(text, "A lower level") ||
		!strings.Contains(text, "for pext: v3 does not differ significantly from it") {
		t.Errorf("got %s", text)
	}
	f = parse(t, "x.txt", at("v3", 2), at("v4", 0.5))
	if text := strings.Join(report.Recommend(f), "\n"); strings.Contains(text, "A lower level") || !strings.Contains(text, "Built with GOAMD64=v4, for pext: v3 takes 3.9") {
		t.Errorf("got %s", text)
	}
}

// Pairs of techniques are ordered alike, reversed, or tied in one of the tables; tau counts the ordered ones, and plain tau all. Times are the same
// to 3 %.
func TestAgreementCounts(t *testing.T) {
	timed := func(times ...float64) *report.Table {
		values := map[string][]float64{}
		for i, time := range times {
			values[string(rune('a'+i))] = slices.Repeat([]float64{time}, 6)
		}
		ranked := report.Rank(table("a", values))
		return &ranked
	}
	order := timed(1, 2, 3, 4)
	for _, want := range []report.Agreement{
		{A: order, B: order, Alike: 6, Tau: 1, Plain: 1, Cells: 4, Near: 4, Farthest: 1},
		{A: order, B: timed(4, 3, 2, 1), Reversed: 6, Tau: -1, Plain: -1, Cells: 4, Farthest: 4},
		{A: order, B: timed(2, 1, 3, 4), Alike: 5, Reversed: 1, Tau: 4. / 6, Plain: 4. / 6, Cells: 4, Near: 2, Farthest: 2},
		{A: order, B: timed(1, 1, 3, 4), Alike: 5, Tied: 1, Tau: 1, Plain: 5. / 6, Cells: 4, Near: 3, Farthest: 2},
		{A: timed(1, 1, 3, 4), B: timed(1, 1, 4, 3), Alike: 4, Reversed: 1, Tied: 1, Tau: 3. / 5, Plain: 3. / 6, Cells: 4, Near: 2, Farthest: 4. / 3},
	} {
		if got := report.Agree(want.A, want.B); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got := report.Agree(timed(1, 1, 1, 1), order); got.Tied != 6 || !math.IsNaN(got.Tau) {
		t.Errorf("all tied: got %+v", got)
	}
}

func TestAgreement(t *testing.T) {
	tiertest.Slow(t)
	a := parse(t, "a.txt", resultstest.Run{Levels: []string{"v3"}, Seed: 1})
	b := parse(t, "b.txt", resultstest.Run{Levels: []string{"v3"}, Seed: 2})
	slowed := parse(t, "c.txt", resultstest.Run{Levels: []string{"v3"}, Cost: map[string]float64{"pext": 30, "classical": 0.01}})
	ta, tb, tc := report.Tables(a), report.Tables(b), report.Tables(slowed)
	for i := range ta {
		same := report.Agree(ta[i], tb[i])
		if math.IsNaN(same.Tau) || same.Tau < 0.95 {
			t.Errorf("%v %s: tau %v, %+v", ta[i].Piece, ta[i].Mode, same.Tau, same)
		}
		other := report.Agree(ta[i], tc[i])
		if ta[i].Mode == "throughput" && (other.Tau > 0.9 || other.Reversed == 0) {
			t.Errorf("%v %s: tau %v, %+v of different rankings", ta[i].Piece, ta[i].Mode, other.Tau, other)
		}
	}
	both := render(t, []*results.File{a, b}, report.Options{Format: "markdown"})
	if !strings.Contains(both, "### Agreement between runs") || !strings.Contains(both, "a.txt, b.txt") {
		t.Error("two runs of one target are not compared")
	}
	other := parse(t, "d.txt", resultstest.Run{Machine: "amd-zen4", CPU: "AMD EPYC", Levels: []string{"v3"}})
	if strings.Contains(render(t, []*results.File{a, other}, report.Options{Format: "markdown"}), "Agreement") {
		t.Error("runs of different targets are compared")
	}
}

func TestSeveralMachinesSideBySide(t *testing.T) {
	files := []*results.File{parse(t, "a.txt", small),
		parse(t, "b.txt", resultstest.Run{Machine: "apple-m3", CPU: "Apple M3", Features: "neon", GOARCH: "arm64"})}
	text := render(t, files, report.Options{Format: "table"})
	wantAll(t, text, "(1) intel-xeon-sapphire-rapids-vm, GOAMD64=v3", "(2) apple-m3, GOARCH=arm64", "(2) standing",
		"On Intel(R) Xeon(R) Processor (bmi2+avx2+avx512+gfni, GOAMD64=v3):", "On Apple M3 (neon, GOARCH=arm64):")
	if strings.Contains(text, "GOAMD64=v1:") {
		t.Error("a lower level in the short form")
	}
	if text := render(t, files, report.Options{Format: "table", AllLevels: true}); !strings.Contains(text, "GOAMD64=v1:") {
		t.Error("no lower level although all were asked for")
	}
}

// What comes from a file is data: it must not become markup. The page is also read as XML here, which is stricter than
// a browser: every element is closed.
func TestHTMLIsWholeAndEscaped(t *testing.T) {
	f := parse(t, "<script>alert(1)</script>.txt", resultstest.Run{Levels: []string{"v3"}, CPU: "<b>&CPU</b>"})
	text := render(t, []*results.File{f}, report.Options{Format: "html", Command: "slidebench report '<x>'",
		Details: []report.Detail{{Facts: facts.Facts{Name: "magic", People: "</script><i>"}, Code: map[string]string{"Go": "<u>"}}}})
	for _, bad := range []string{"<script>alert", "<b>", "<i>", "<x>", "<u>", " src=", "<link", "@import", "url(", "fetch("} { // the last ones load something
		if strings.Contains(text, bad) {
			t.Errorf("page contains %q", bad)
		}
	}
	d := xml.NewDecoder(strings.NewReader(text[:strings.Index(text, "<script>")] + "</body></html>"))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "input"}, xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements left open", depth)
	}
}

func TestUnknownFormat(t *testing.T) {
	files := []*results.File{parse(t, "x.txt", small)}
	for want, err := range map[string]error{
		`unknown format "pdf" (want table, markdown, csv, json, html)`: report.Write(io.Discard, nil, report.Options{Format: "pdf"}),
		`unknown format "pdf" (want text, markdown, json)`:             report.WriteAdvice(io.Discard, files, "pdf"),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
