package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func parse(t *testing.T, name, text string) *results.File {
	t.Helper()
	f, err := results.Parse(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	f.Facts = resultstest.Facts()
	return f
}

func pictures(t *testing.T, opt plot.Options, files ...*results.File) []plot.Picture {
	t.Helper()
	list, err := plot.Pictures(files, opt)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wellFormed reads a picture as XML and returns its texts, one a line.
func wellFormed(t *testing.T, p *plot.Picture) string {
	t.Helper()
	var texts strings.Builder
	d := xml.NewDecoder(bytes.NewReader(p.SVG()))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts.String()
		}
		if err != nil {
			t.Fatalf("%s.svg: %v", p.Name, err)
		}
		if data, ok := token.(xml.CharData); ok {
			texts.Write(bytes.TrimSpace(data))
		}
		if _, ok := token.(xml.EndElement); ok {
			texts.WriteByte('\n')
		}
	}
}

// golden compares a picture with the file of its kind in testdata.
func golden(t *testing.T, kind string, p *plot.Picture) {
	t.Helper()
	path := filepath.Join("testdata", kind+".svg")
	if *update {
		if err := os.WriteFile(path, p.SVG(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(p.SVG(), want) {
		t.Errorf("%s differs (go test -update writes it anew)", path)
	}
}

func TestGolden(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other architectures may fuse multiplication and addition, which moves the last digit of a coordinate")
	}
	f := parse(t, "2026-01-02-0123456.txt", resultstest.Run{Levels: []string{"v3"}}.String())
	few := []string{"noop", "fancymagic", "pext", "fixedshift", "quintessence", "rotated"}
	for _, p := range pictures(t, plot.Options{Techniques: few}, f) {
		kind := p.Name[strings.Index(p.Name, "-v3-")+4:]
		if strings.HasSuffix(kind, "-rook") || slices.Contains([]string{"times-queen-init", "times-rook-throughput", "incremental"}, kind) {
			golden(t, kind, &p)
		}
	}
}

// The pictures that answer a question: PEXT slower in one use and faster in others, marked kernels, and feature sets, one of them
// from another file.
func TestGoldenQuestions(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other architectures may fuse multiplication and addition, which moves the last digit of a coordinate")
	}
	techniques := []string{"noop", "fancymagic", "fancymagic-again", "pext", "quintessence", "obstructionavx2", "best"}
	const machine = "amd-zen3"
	full := parse(t, "full.txt", resultstest.Run{Machine: machine, Features: "bmi2+avx2", Levels: []string{"v2", "v3", "v3+simd"},
		Techniques: techniques, Cost: map[string]float64{"pext": 0.96}}.String())
	other := parse(t, "other.txt", resultstest.Run{Machine: "apple-m3", Features: "asimd", GOARCH: "arm64", Techniques: techniques}.String())
	hidden := parse(t, "hidden.txt", resultstest.Run{Machine: machine + "-without-bmi2-avx2", Features: "baseline", Levels: []string{"v2"},
		Techniques: techniques}.String())
	list := pictures(t, plot.Options{}, full, other, hidden)
	var seen []string
	for _, kind := range []string{"pext", "batch"} {
		for _, p := range list {
			if p.Name == machine+"-v3-"+kind {
				seen = append(seen, kind)
				golden(t, kind, &p)
			}
		}
	}
	if strings.Join(seen, " ") != "pext batch" {
		t.Errorf("one picture of each kind is wanted, got %v", seen)
	}
	for _, p := range list {
		text := strings.ReplaceAll(wellFormed(t, &p), "\n", "")
		headline := "Sliding attacks"
		for kind, question := range map[string]string{"-pext": "Is PEXT still the fastest here?", "-batch": "Many at once"} {
			if strings.HasSuffix(p.Name, kind) && !strings.Contains(p.Name, "-times-") {
				headline = question
			}
		}
		if !strings.HasPrefix(strings.TrimSpace(text), headline) {
			t.Errorf("%s: want the headline %q:\n%.80s", p.Name, headline, text)
		}
		switch {
		case strings.Contains(p.Name, "simd"):
			t.Errorf("%s: a build with an experiment", p.Name)
		}
	}
}

// A high noise stands behind every answer that it has a part in.
func TestNoisyAnswers(t *testing.T) {
	techniques := []string{"fancymagic", "fancymagic-again", "pext"}
	for noise, want := range map[float64]bool{0.001: false, 0.1: true} {
		f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Noise: noise, Techniques: techniques, Cost: map[string]float64{"pext": 5}}.String())
		for _, p := range pictures(t, plot.Options{}, f) {
			if !strings.HasSuffix(p.Name, "-pext") {
				continue
			}
			if text := strings.ReplaceAll(wellFormed(t, &p), "\n", ""); strings.Contains(text, "], noisy: A/A ") != want {
				t.Errorf("%s with a noise of %v:\n%s", p.Name, noise, text)
			}
		}
	}
}

func TestOnlyExperiments(t *testing.T) {
	tiertest.Slow(t)
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}}.String())
	if list := pictures(t, plot.Options{}, f); len(list) > 0 {
		t.Errorf("%d pictures", len(list))
	}
	dir := filepath.Join(t.TempDir(), "plots")
	const want = "nothing to draw: nothing but builds with an experiment (want an ordinary build, or all levels)"
	if _, err := plot.Write(dir, []*results.File{f}, plot.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if paths, err := plot.Write(dir, []*results.File{f}, plot.Options{AllLevels: true}); err != nil || len(paths) == 0 {
		t.Errorf("all levels: %d pictures, %v", len(paths), err)
	}
}

// Where numbers and names leave no room for dots, the numbers go below the names, and nothing overlaps.
func TestNarrow(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v2", "v4"}}.String())
	heights := map[string][]int{}
	for _, width := range []int{plot.MinWidth, plot.DefaultWidth} {
		for _, p := range pictures(t, plot.Options{Width: width}, f) {
			if !strings.HasSuffix(p.Name, "-pext") && !strings.HasSuffix(p.Name, "-times-rook-latency") {
				continue
			}
			data, err := p.PNG()
			if err != nil {
				t.Fatal(err)
			}
			image, err := png.Decode(bytes.NewReader(data))
			if err != nil || image.Bounds().Dx() != width {
				t.Fatalf("%s: %v, %v", p.Name, image.Bounds(), err)
			}
			heights[p.Name] = append(heights[p.Name], image.Bounds().Dy())
		}
	}
	for name, h := range heights {
		if double := h[0] > h[1]*3/2; double != strings.HasSuffix(name, "-pext") {
			t.Errorf("%s: %d pixels high where narrow, %d where wide", name, h[0], h[1])
		}
	}
	if len(heights) != 2 {
		t.Errorf("pictures %v", heights)
	}
}

func TestPictures(t *testing.T) {
	f := parse(t, "dir/2026-01-02-0123456.txt", resultstest.Run{}.String())
	f.Commit = "0123456789abcdef0"
	list := pictures(t, plot.Options{Title: "Mine & <yours>", Theme: "dark"}, f)
	var names []string
	for i := range list {
		p := &list[i]
		name, ours := strings.CutPrefix(p.Name, "intel-xeon-sapphire-rapids-vm-v4-")
		if !ours {
			t.Errorf("name %s, want the highest level of the machine", p.Name)
		}
		names = append(names, name)
		// Texts are cut after every 1 and wrapped; put them together again.
		text := strings.ReplaceAll(wellFormed(t, p), "\n", "")
		for _, want := range []string{"Mine & <yours>", "Intel(R) Xeon(R) Processor", "bmi2+avx2+avx512+gfni", "GOAMD64=v4",
			"0123456789ab", "6 rounds", "2026-01-02-0123456.txt", map[bool]string{true: "fixedshift", false: "fancymagic"}[name == "pext"]} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in its texts", name, want)
			}
		}
		if strings.Contains(text, "-again") {
			t.Errorf("%s: shows the second measurement of the reference", name)
		}
		// The largest says what to use in eleven ways on five feature sets.
		if svg := p.SVG(); len(svg) > 60_000 || bytes.Contains(svg, []byte("@font-face")) {
			t.Errorf("%s: %d bytes", name, len(svg))
		}
	}
	const want = "times-rook-throughput times-rook-latency times-rook-batch times-rook-setwise tables-rook latency-rook " +
		"times-bishop-throughput times-bishop-latency times-bishop-batch times-bishop-setwise tables-bishop latency-bishop " +
		"times-queen-throughput times-queen-latency times-queen-both times-queen-bothlatency batch " +
		"times-queen-batchboth times-queen-setwise incremental times-queen-init " +
		"tables-queen latency-queen pext"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s", got)
	}
	if all := pictures(t, plot.Options{AllLevels: true}, f); len(all) != 4*(len(list)-1)+1 {
		t.Errorf("%d pictures at all levels, %d at one; one of them is of no level", len(all), len(list))
	}
	twice := pictures(t, plot.Options{}, f, f)
	if first, second := twice[0].Name, twice[len(list)-1].Name; second != first+"-run2" { // after all of a run but one
		t.Errorf("two runs: %s, %s", first, second)
	}
}

// crowd adds to a file, for each technique to choose from, two that are slower and have tables of other sizes. It also times the
// building of what keeps a state.
func crowd(f *results.File) {
	for i := range f.Tables {
		t := &f.Tables[i]
		if t.Mode == "init" {
			rotated := *t.Find("fancymagic")
			rotated.Technique = "rotated"
			t.Series = append(t.Series, rotated)
		}
		for _, s := range t.Series {
			for k, name := range []string{"alpha", "omega"} {
				if !f.Choosable(s.Technique) {
					continue
				}
				more := s
				more.Technique, more.TableBytes, more.Values = name+s.Technique, s.TableBytes<<(2*k+1), slices.Clone(s.Values)
				for r := range more.Values {
					more.Values[r] *= 1.2 + 0.3*float64(k)
				}
				t.Series = append(t.Series, more)
			}
		}
	}
}

// Of many techniques a picture shows what the eye can tell from each other, and says what it leaves out.
func TestCrowd(t *testing.T) {
	tiertest.Slow(t)
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}}.String())
	crowd(f)
	has, hasNot := []string(nil), []string(nil)
	for _, p := range pictures(t, plot.Options{}, f) {
		kind := p.Name[strings.Index(p.Name, "-v3-")+4:]
		switch {
		case strings.HasPrefix(kind, "tables-"), strings.HasPrefix(kind, "latency-"):
			has, hasNot = []string{"12 large dots: the reference,", "\nfancymagic\n", "\nquintessence\n"}, nil
		case strings.HasPrefix(kind, "times-"):
			has, hasNot = []string{"dashed: the reference", "\nfancymagic\n", "\nomegaclassical\n"}, []string{"left out"}
		case kind == "batch":
			has = []string{"left out: ", "\nfancymagic\n", "\nwalk\n", "\nobstructionavx512\n"}
			hasNot = []string{"\nclassical\n", "\nomegaclassical\n"}
		case kind == "incremental":
			has = []string{"squares: keep a state", "circles: the reference and", "the 6 fastest", "left out: the other ", "\nfancymagic\n", "\nrotated\n", "\nomegarotated\n", "\n1\n", "\n64\n"}
			hasNot = []string{"\nwalk\n", "\nclassical\n", "\nomegafancymagic\n"}
		default:
			continue
		}
		text := wellFormed(t, &p)
		line := strings.ReplaceAll(text, "\n", " ") // subtitles are wrapped
		for _, want := range has {
			if !strings.Contains(text, want) && !strings.Contains(line, want) {
				t.Errorf("%s: no %q", kind, want)
			}
		}
		for _, unwanted := range hasNot {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s: shows %q", kind, unwanted)
			}
		}
		if len(p.SVG()) > 100_000 {
			t.Errorf("%s: %d bytes", kind, len(p.SVG()))
		}
	}
	only := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}}.String())
	only.Tables = slices.DeleteFunc(only.Tables, func(t results.Table) bool { return t.Mode != "incremental" })
	for _, c := range []struct {
		facts results.Facts
		state bool
		why   string
	}{
		{resultstest.Facts(), true, "facts say what keeps a state"},
		{results.Facts{"rotated": {}}, false, "facts say that nothing keeps a state"},
		{nil, false, "where nothing is known and nothing else was measured, nobody knows what keeps a state"},
	} {
		only.Facts = c.facts
		for _, p := range pictures(t, plot.Options{}, only) {
			if strings.HasSuffix(p.Name, "-incremental") && strings.Contains(wellFormed(t, &p), "keep a state") != c.state {
				t.Errorf("want it shown that techniques keep a state: %v, since %s", c.state, c.why)
			}
		}
	}
	var all []string
	for _, s := range f.Table(f.Highest()[0], board.Queen, "batch", grid.DefaultCorpus).Series {
		all = append(all, s.Technique)
	}
	for _, p := range pictures(t, plot.Options{Techniques: all}, f) {
		if strings.HasSuffix(p.Name, "-v3-batch") && strings.Contains(wellFormed(t, &p), "left out") {
			t.Error("a technique that was named is left out")
		}
	}
	named := []string{"fancymagic", "classical", "naive", "walk", "omegarotated"}
	for _, p := range pictures(t, plot.Options{Techniques: named}, f) {
		if strings.HasSuffix(p.Name, "-incremental") {
			text := wellFormed(t, &p)
			for _, name := range named {
				if strings.Contains(text, "\n"+name+"\n") != (name != "walk") {
					t.Errorf("%v named, of which the control is not drawn between moves: %s", named, text)
				}
			}
		}
	}
}

// What must not panic: one technique, no tables at all, no intervals, nothing in both modes, replays of nothing,
// a name that is a path.
func TestOddFiles(t *testing.T) {
	tiertest.Slow(t)
	one := resultstest.Run{Techniques: []string{"pext"}, Levels: []string{"v3"}}
	text, full := one.String(), resultstest.Run{Levels: []string{"v3"}}.String()
	oneReplay := regexp.MustCompile(`(?m)^Benchmark.*/corpus=replay(1|16|64)\s.*\n`).ReplaceAllString(text, "")
	other := regexp.MustCompile(`(?m)^Benchmark.*/mode=[^i].*\n`)
	for what, f := range map[string]*results.File{
		"one technique": parse(t, "x", text),
		"missing": parse(t, "x", resultstest.Run{Rounds: 7, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
			return (len(c.Technique)+round)%7 > 1 && c.Piece == board.Rook || round == 4
		}}.String()),
		"few rounds":    parse(t, "x", resultstest.Run{Rounds: 1, Levels: []string{"v3"}}.String()),
		"no tables":     parse(t, "x", strings.NewReplacer("    820736 table", " 0 table", "    746123 table", " 0 table", "     74612 table", " 0 table").Replace(text)),
		"only controls": parse(t, "x", resultstest.Run{Techniques: []string{"noop", "walk"}, Levels: []string{"v3"}}.String()),
		"disjoint":      parse(t, "x", strings.ReplaceAll(text, "pext/piece=rook/mode=latency", "magic/piece=rook/mode=latency")),
		"one replay":    parse(t, "x", oneReplay),
		"no replay":     parse(t, "x", strings.ReplaceAll(oneReplay, "replay4", "replay0")),
		"only replays":  parse(t, "x", other.ReplaceAllString(full, "")),
		"evil name":     parse(t, "x", resultstest.Run{Machine: "../../etc", CPU: "<script>&\"'", GOARCH: "arm64"}.String()),
	} {
		for _, p := range pictures(t, plot.Options{}, f) {
			text := wellFormed(t, &p)
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.ContainsAny(p.Name, "./\\") {
				t.Errorf("%s: %s shows\n%s", what, p.Name, text)
			}
		}
	}
}

// The reader refuses such values, but whoever draws others' numbers has an axis with few ticks, whatever they are.
func TestImpossibleValues(t *testing.T) {
	text := resultstest.Run{Levels: []string{"v3"}, Techniques: []string{"noop", "pext", "fancymagic", "fixedshift", "best"}}.String()
	ticks := regexp.MustCompile(`NaN|Inf`)
	for what, value := range map[string]func(i int) float64{
		"one of 1e308":   func(i int) float64 { return []float64{1e308, 4, 5}[min(i, 2)] },
		"all of 1e308":   func(int) float64 { return 1e308 },
		"1e-308 to 1e99": func(i int) float64 { return []float64{5e-324, 1e-308, 1e-90, 1, 1e99}[i%5] },
		"1e-99 to 1e99":  func(i int) float64 { return []float64{1e-99, 1e-30, 1, 1e99}[i%4] },
		"all equal":      func(int) float64 { return 3 },
		"none positive":  func(i int) float64 { return []float64{0, -1, math.Inf(-1)}[i%3] },
		"infinite":       func(i int) float64 { return []float64{math.Inf(1), 1}[i%2] },
		"one round":      func(i int) float64 { return []float64{7, math.NaN()}[min(i%6, 1)] },
		"missing":        func(int) float64 { return math.NaN() },
	} {
		f := parse(t, "x", text)
		n := 0
		for _, table := range f.Tables {
			for _, s := range table.Series {
				for k := range s.Values {
					s.Values[k] = value(n)
					n++
				}
			}
		}
		for _, p := range pictures(t, plot.Options{}, f) {
			if svg := p.SVG(); len(svg) > 200_000 || ticks.Match(svg) {
				t.Errorf("%s: %s has %d bytes: %.200s", what, p.Name, len(svg), svg)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	tiertest.Slow(t)
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}}.String())
	dir := filepath.Join(t.TempDir(), "new", "dir")
	paths, err := plot.Write(dir, []*results.File{f}, plot.Options{Width: 500, Techniques: []string{"pext", "magic"}, Formats: plot.Formats})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(paths) || len(paths) != 46 {
		t.Fatalf("%d paths, %d files, %v", len(paths), len(entries), err)
	}
	for _, path := range paths {
		if filepath.Ext(path) != ".png" {
			continue
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		image, err := png.Decode(file)
		file.Close()
		if err != nil || image.Bounds().Dx() != 500 {
			t.Errorf("%s: %v, %v", path, image.Bounds(), err)
		}
	}

	notDir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notDir, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := plot.Write(notDir, []*results.File{f}, plot.Options{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("into a file: %v", err)
	}
}

func TestOptionErrors(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Techniques: []string{"pext", "noop"}, Levels: []string{"v3"}}.String())
	for _, c := range []struct {
		opt  plot.Options
		want string
	}{
		{plot.Options{Width: 10}, "width of 10 pixels (want 480 to 4096)"},
		{plot.Options{Width: -1}, "width of -1 pixels (want 480 to 4096)"},
		{plot.Options{Theme: "pink"}, `unknown theme "pink" (want light or dark)`},
		{plot.Options{Techniques: []string{"magik"}}, `no technique "magik" in the result files (have: noop, pext)`},
	} {
		if _, err := plot.Pictures([]*results.File{f}, c.opt); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
