package report_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The functions from here to scaled serve the tests of all files.

// parse reads a raw file of some runs, with the facts about invented techniques.
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

// render returns a report.
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

// advise returns the advice of some files.
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

// table makes a file without tables, and a table of six rounds for it, from the values of techniques.
func table(reference string, values map[string][]float64) (*results.File, results.Table) {
	f := &results.File{Reference: reference}
	t := results.Table{Key: results.Key{Mode: "throughput", Corpus: "random16"}, Unit: "cycles/lookup", Clock: 1, Rounds: 6}
	for name, v := range values {
		t.Series = append(t.Series, results.Series{Cell: grid.OfRow(name), Values: v})
	}
	return f, t
}

// scaled returns values times a factor.
func scaled(by float64, v []float64) []float64 {
	w := slices.Clone(v)
	for i := range w {
		w[i] *= by
	}
	return w
}

// Rows are ranked by their medians, and have the standings that the ratios and the noise give them.
func TestRank(t *testing.T) {
	base := []float64{1, 1.3, 0.8, 1.1, 2, 1} // a noisy machine, whose noise is shared by all in a round
	f, tab := table("ref", map[string][]float64{
		"ref": base, "ref-again": {1, 1.3, 0.8, 1.1, 2.04, 1}, // A/A noise 2 %
		"close":  scaled(1.015, base),    // every round slower, by less than the noise
		"slower": scaled(1.05, base),     // significant
		"jumpy":  {1, 2, 0.9, 1, 2, 1.3}, // the interval holds 1
		"tail":   scaled(1.06, base),     // significant, but behind slower by less than the noise
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
	for name, want := range map[string]report.Standing{"ref": report.Fastest, "close": report.Tied, "slower": report.Slower, "tail": report.Slower, "jumpy": report.Tied, "noop": "", "ref-again": ""} {
		if standings[name] != want {
			t.Errorf("%s is %q, want %q", name, standings[name], want)
		}
	}
	if r := ranked.Rows[2].Ratio; math.Abs(r.Median-1.05) > 1e-9 || math.Abs(r.Hi-r.Lo) > 1e-9 { // slower
		t.Errorf("ratio %v, want 1.05 in every round", r)
	}
}

// Pairs of techniques are ordered alike, reversed, or tied in one of the tables; tau counts the ordered ones, and tau of medians all. Times are the same
// to 3 %. Four techniques make six pairs.
func TestAgreementCounts(t *testing.T) {
	// timed ranks a table of the techniques a, b, c and so on, each of which takes the same time in all rounds.
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
		// One pair is reversed.
		{A: order, B: timed(2, 1, 3, 4), Alike: 5, Reversed: 1, Tau: 4. / 6, TauMedians: 4. / 6, Cells: 4, Near: 2, Farthest: 2},
		// One pair is tied in B.
		{A: order, B: timed(1, 1, 3, 4), Alike: 5, Tied: 1, Tau: 1, TauMedians: 5. / 6, Cells: 4, Near: 3, Farthest: 2},
		// One pair is tied in both, and another reversed.
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

// Two honest runs of a target agree, a run with other times of techniques does not, and runs of two machines are not compared.
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

// Values that are missing here and there widen intervals and move nothing. Rounds differ by a factor here, so that a report which pairs values by their place, and not by their
// round, finds ratios far from those of the whole run.
func TestMissingMovesNothing(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 12, Noise: 0.002}
	whole := parse(t, "x.txt", run)
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return (len(c.Technique)+2*round)%6 == 0 } // a third of the rounds, where names have even lengths
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
		// Techniques in seldom have one to three rounds, pext two; noop lacks a mode, and all lack round 5.
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
	noNumber := regexp.MustCompile(`NaN|[^a-z]Inf|\+Inf`)
	check := func(what, text string) {
		t.Helper()
		if script := strings.LastIndex(text, "<script>"); script >= 0 { // a script may have these words
			text = text[:script]
		}
		if at := noNumber.FindStringIndex(text); at != nil {
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

// A technique with a planted ratio to another technique has the standing that follows from the ratio and the noise.
func TestStanding(t *testing.T) {
	spread := []float64{0, 1, -1, 0.5, -0.5, 0.2, -0.8, 0.9, -0.1} // of nine rounds, as multiples of the noise
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
		// Of a tie, first may be ranked behind second.
		i := slices.IndexFunc(ranked.Rows, func(r report.Row) bool { return r.Standing != report.Fastest && r.Technique != "ref" })
		if r := ranked.Rows[i]; r.Standing != c.want {
			t.Errorf("%s: %s is %s, want %s: %v", c.what, r.Technique, r.Standing, c.want, r.ToFastest)
		}
	}
}
