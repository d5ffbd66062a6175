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
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
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

// known are the raw files that tests have read.
var known = map[string]*results.File{}

// read reads a raw file, once for all tests, which must not change its tables.
func read(t *testing.T, path string) *results.File {
	t.Helper()
	if known[path] == nil {
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		known[path] = f
	}
	f := *known[path]
	return &f
}

// small is a run whose reports are short enough to read.
var small = resultstest.Run{Noise: 0.003, Levels: []string{"v1", "v3", "c-gcc"}, Engine: true, Techniques: []string{"noop", "fancymagic",
	"fancymagic-again", "pext", "fixedshift", "quintessence", "obstructionavx2", "koggestone", "best"}}

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
	if err := report.WriteAdvice(&b, files, format, 100); err != nil {
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
	files := []*results.File{parse(t, "small.txt", small)}
	// A few uses of queens are enough to see.
	files[0].Tables = slices.DeleteFunc(files[0].Tables, func(t results.Table) bool {
		return t.Piece != board.Queen || !slices.Contains([]string{"random16/throughput", "random16/batch", "games3/search", "games3/perft"}, t.Corpus+"/"+string(t.Mode))
	})
	for name, opt := range map[string]report.Options{"small.text": {}, "small.all": {All: true}, "small.markdown": {Plots: []report.Plot{{Title: "a <picture>", Path: "plots/a.svg"}}},
		"small.csv": {All: true}, "brief.csv": {}, "small.json": {}} { // TestPageInBrowser looks at the page
		if opt.Format = strings.TrimPrefix(filepath.Ext(name), "."); opt.Format == "all" {
			opt.Format = "text"
		}
		opt.Width, opt.Command = 100, "slidebench report --format "+opt.Format+" small.txt"
		golden(t, name, render(t, files, opt))
	}
	golden(t, "advice.text", advise(t, "text", files...))
	golden(t, "advice.markdown", advise(t, "markdown", files...))
	golden(t, "front.markdown", string(report.FrontPage(report.Front{}, files...)))
}

// table makes a table of six rounds from the values of its techniques.
func table(reference string, values map[string][]float64) (*results.File, results.Table) {
	f := &results.File{Reference: reference}
	t := results.Table{Key: results.Key{Mode: "throughput", Corpus: "random16"}, Unit: "cycles/lookup", Clock: 1, Rounds: 6}
	for name, v := range values {
		t.Series = append(t.Series, results.Series{Cell: grid.OfRow(name), Values: v})
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
	standings := map[string]report.Standing{}
	for _, r := range ranked.Rows {
		got = append(got, r.Row())
		standings[r.Row()] = r.Standing
	}
	if want := "ref close slower tail jumpy noop ref-again"; strings.Join(got, " ") != want {
		t.Errorf("order %q, want %q", got, want)
	}
	for name, want := range map[string]report.Standing{"ref": report.Fastest, "close": report.Tied, "slower": report.Slower, "jumpy": report.Tied, "noop": "", "ref-again": ""} {
		if standings[name] != want {
			t.Errorf("%s is %q, want %q", name, standings[name], want)
		}
	}
	if r := ranked.Rows[2].Ratio; math.Abs(r.Median-1.05) > 1e-9 || math.Abs(r.Hi-r.Lo) > 1e-9 {
		t.Errorf("ratio %v, want 1.05 in every round", r)
	}
}

// Pairs of techniques are ordered alike, reversed, or tied in one of the tables; tau counts the ordered ones, and tau of medians all. Times are the same
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
		{A: order, B: order, Alike: 6, Tau: 1, TauMedians: 1, Cells: 4, Near: 4, Farthest: 1},
		{A: order, B: timed(4, 3, 2, 1), Reversed: 6, Tau: -1, TauMedians: -1, Cells: 4, Farthest: 4},
		{A: order, B: timed(2, 1, 3, 4), Alike: 5, Reversed: 1, Tau: 4. / 6, TauMedians: 4. / 6, Cells: 4, Near: 2, Farthest: 2},
		{A: order, B: timed(1, 1, 3, 4), Alike: 5, Tied: 1, Tau: 1, TauMedians: 5. / 6, Cells: 4, Near: 3, Farthest: 2},
		{A: timed(1, 1, 3, 4), B: timed(1, 1, 4, 3), Alike: 4, Reversed: 1, Tied: 1, Tau: 3. / 5, TauMedians: 3. / 6, Cells: 4, Near: 2, Farthest: 4. / 3},
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
	if !strings.Contains(both, "## Agreement between runs") || !strings.Contains(both, "a.txt, b.txt") {
		t.Error("two runs of one target are not compared")
	}
	other := parse(t, "d.txt", resultstest.Run{Machine: "amd-zen4", CPU: "AMD EPYC", Levels: []string{"v3"}})
	if strings.Contains(render(t, []*results.File{a, other}, report.Options{Format: "markdown"}), "Agreement") {
		t.Error("runs of different targets are compared")
	}
}

// What comes from a file is data: it must not become markup. The page is also read as XML here, which is stricter than
// a browser: every element is closed.
func TestHTMLIsWholeAndEscaped(t *testing.T) {
	f := parse(t, "<script>alert(1)</script>.txt", resultstest.Run{Levels: []string{"v3"}})
	for i := range f.Tables {
		f.Tables[i].CPU = "<b>&CPU</b>" // which no file may say
	}
	text := render(t, []*results.File{f}, report.Options{Format: "html", Command: "slidebench report '<x>'",
		Cards: []report.Card{{Facts: facts.Facts{Name: "magic", People: "</script><i>"}, Code: map[string]string{"Go": "<u>"}}}})
	for _, bad := range []string{"<script>alert", "<b>", "<i>", "<x>", "<u>", " src=", "<link", "@import", "url(", "fetch("} { // the last ones load something
		if strings.Contains(text, bad) {
			t.Errorf("page contains %q", bad)
		}
	}
	d := xml.NewDecoder(strings.NewReader(text[:strings.LastIndex(text, "<script>")] + "</body></html>"))
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
		`unknown format "pdf" (want text, markdown, csv, json, html, bmf)`: report.Write(io.Discard, nil, report.Options{Format: "pdf"}),
		`unknown format "pdf" (want text, markdown, json)`:                 report.WriteAdvice(io.Discard, files, "pdf", 100),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
