package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// parse reads a raw file's text, with the facts about invented techniques.
func parse(t *testing.T, name, text string) *results.File {
	t.Helper()
	f, err := results.Parse(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	f.Facts = resultstest.Facts()
	return f
}

// pictures lays out the pictures of files.
func pictures(t *testing.T, opt plot.Options, files ...*results.File) []plot.Picture {
	t.Helper()
	list, err := plot.Pictures(files, opt)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wellFormed reads a picture as XML and returns its texts, each in a line of its own. Like whole and dots below, it serves TestRounds, too.
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

// search is an invented run with lookups and an engine.
var search = resultstest.Run{Levels: []string{"v3"}, Engine: true}

// machine returns an invented run of a machine with another name, and so with other times.
func machine(name string) resultstest.Run {
	return resultstest.Run{Machine: name, Levels: []string{"v3"}, Engine: true, Seed: uint64(len(name))}
}

// The pictures for a post, and one of each other kind, are as before.
func TestGolden(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other architectures may fuse multiplication and addition, which moves the last digit of a coordinate")
	}
	f := parse(t, "2026-01-02-0123456.txt", search.String())
	others := []*results.File{f, parse(t, "2.txt", machine("amd-epyc-zen-4-vm-without-bmi2-avx2-avx512-gfni").String()), parse(t, "3.txt", machine("apple-m3").String())}
	few := []string{"noop", "fancymagic", "pext", "fixedshift", "quintessence", "gfni"}
	var list []plot.Picture
	for _, p := range slices.Concat(pictures(t, plot.Options{Post: []string{"search", "lookup", "size"}}, f), pictures(t, plot.Options{Post: []string{"machines"}, Theme: "dark"}, others...),
		pictures(t, plot.Options{Techniques: few}, f)) {
		kind := strings.TrimPrefix(p.Name, "intel-xeon-sapphire-rapids-vm-v3-")
		if slices.Contains([]string{"search", "lookup", "size", "machines-go-dark", "times-queen-init", "times-rook-throughput", "tables-rook", "latency-rook"}, kind) {
			p.Name = kind
			list = append(list, p)
		}
	}
	if len(list) != 8 {
		t.Errorf("%d pictures, want 8", len(list))
	}
	for _, p := range list {
		path := filepath.Join("testdata", p.Name+".svg")
		if *update {
			if err := os.WriteFile(path, p.SVG(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(p.SVG(), want) {
			t.Errorf("%s differs (%v; go test -update writes it anew)", path, err)
		}
	}
}

// flatText matches a text of an SVG document that is not rotated: its x, y, size, length and words.
var flatText = regexp.MustCompile(`<text x="([^"]+)" y="([^"]+)" transform="scale\(1, -1\)"\s[^>]*font-size:([\d.]+)px[^>]* textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs">([^<]*)<`)

// whole checks that no text of a picture is cut off or runs into another one. Each has the length that it was laid out for, whatever font a browser takes.
func whole(t *testing.T, p *plot.Picture) {
	t.Helper()
	svg := p.SVG()
	var width float64
	if size := regexp.MustCompile(`width="([\d.]+)pt"`).FindSubmatch(svg); size != nil {
		width, _ = strconv.ParseFloat(string(size[1]), 64)
	}
	type box struct {
		left, right, top, bottom float64
		words                    string
	}
	var boxes []box
	svg = regexp.MustCompile(`(?s)<g transform="rotate.*?</g>`).ReplaceAll(svg, nil) // the vertical axis's label
	found := flatText.FindAllSubmatch(svg, -1)
	if n := bytes.Count(svg, []byte("<text")); n != len(found) || n == 0 {
		t.Errorf("%s: %d of %d texts say how long they are", p.Name, len(found), n)
	}
	for _, m := range found {
		var n [4]float64 // x, y, size, length
		for i := range n {
			n[i], _ = strconv.ParseFloat(string(m[i+1]), 64)
		}
		b := box{n[0], n[0] + n[3], n[1] - 0.7*n[2], n[1], html.UnescapeString(string(m[5]))} // capitals have 0.7 of the size
		if b.left < 5 || b.right > width-5 {
			t.Errorf("%s: %q is cut off: %.1f to %.1f of %.1f", p.Name, b.words, b.left, b.right, width)
		}
		for _, o := range boxes {
			if b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom {
				t.Errorf("%s: %q runs into %q", p.Name, b.words, o.words)
			}
		}
		boxes = append(boxes, b)
	}
}

// All texts are whole in pictures of invented runs with long names, and in those of committed runs for a post. A PNG image for a post has its fixed size.
func TestTextsAreWhole(t *testing.T) {
	tiertest.Slow(t)
	crowded := parse(t, "2026-01-02T030405Z-0123456789ab.txt.gz", search.String())
	crowd(crowded)
	far := parse(t, "2026-01-02T030405Z-0123456789ab.txt.gz", machine("amd-epyc-zen-5-vm-without-bmi2-avx2-avx512-gfni").String())
	var committed []*results.File
	for _, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		committed = append(committed, f)
	}
	machines, err := runs.Combine(committed)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pictures(t, plot.Options{Post: plot.PostKinds}, append(machines, crowded, far)...) {
		whole(t, &p)
		if i > 0 {
			continue
		}
		data, err := p.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if image, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || image.Width != plot.PostWidth || image.Height != plot.PostHeight {
			t.Errorf("%s: %v, %v", p.Name, image, err)
		}
	}
	for _, width := range []int{plot.MinWidth, plot.DefaultWidth} {
		for _, p := range pictures(t, plot.Options{Width: width}, crowded, far) {
			whole(t, &p)
		}
	}
}

// names returns the techniques of a picture, as its alternative text lists them.
func names(p plot.Picture) (list []string) {
	_, values, _ := strings.Cut(p.Alt, "; ")
	for value := range strings.SplitSeq(values, ", ") {
		name, _, _ := strings.Cut(value, " ")
		list = append(list, name)
	}
	return list
}

// A post shows the reference, techniques of other repositories and the fastest of each family, however slow, and then the fastest of the rest; over table
// size also all that nothing beats in both time and size. Those that are named are drawn, and no others.
func TestTechniquesOfAPost(t *testing.T) {
	run := search
	run.Cost = map[string]float64{"fancymagic": 50}
	f := parse(t, "x.txt", run.String())
	crowd(f)
	for name, facts := range f.Facts { // best keeps its family, that of pickers
		if name != "best" {
			facts.Family = "one"
		}
		if strings.HasPrefix(name, "naive") {
			facts.Family = "slow" // of which naive is the fastest
		}
		if name == "classical" {
			facts.Family = "guest" // as of another repository
		}
		f.Facts[name] = facts
	}
	list := pictures(t, plot.Options{Post: []string{"search", "lookup", "size"}}, f)
	if len(list) != 3 {
		t.Fatalf("%d pictures", len(list))
	}
	first := names(list[0])
	for _, want := range []string{"fancymagic", "naive", "classical", "magic", "pext"} {
		if !slices.Contains(first, want) {
			t.Errorf("%s is not shown: %v", want, first)
		}
	}
	if len(first) != plot.PostTechniques || slices.Contains(first, "best") || slices.Contains(first, "noop") || slices.Contains(first, "softpext") {
		t.Errorf("want the %d best: %v", plot.PostTechniques, first)
	}
	same := names(list[1]) // of lookups
	if slices.Sort(first); !slices.Equal(slices.Sorted(slices.Values(same)), first) {
		t.Errorf("%v in one picture, %v in the other", first, same)
	}
	for _, name := range []string{"fancymagic", "koggestone", "quintessence"} { // of which koggestone is not fast, and has no tables
		if !slices.Contains(names(list[2]), name) || len(names(list[2])) != plot.PostTechniques {
			t.Errorf("%s is not shown, or not the %d best: %v", name, plot.PostTechniques, names(list[2]))
		}
	}
	if slices.Contains(first, "koggestone") {
		t.Error("koggestone is fast")
	}
	for _, p := range pictures(t, plot.Options{Post: []string{"search"}, Techniques: []string{"softpext", "fancymagic", "best"}}, f) {
		if got := strings.Join(names(p), " "); got != "best softpext fancymagic" {
			t.Errorf("got %s", got)
		}
	}
}

// The alternative text has the values: the reference is 0 %, and a technique that takes twice as long is 50 % slower.
func TestAlt(t *testing.T) {
	f := parse(t, "x.txt", search.String())
	table := f.Table(f.Highest()[0], board.Queen, "search", grid.DefaultGames)
	for k, value := range table.Find("fancymagic").Values {
		table.Find("pext").Values[k] = 2 * value
		table.Find("fixedshift").Values[k] = value / 1.25
	}
	// Speeds are the inverse of times: 0.5 and 1.25.
	list := pictures(t, plot.Options{Post: []string{"search", "size"}, Techniques: []string{"fancymagic", "pext", "fixedshift"}}, f)
	if want := "Search speed against fancymagic: Go, Sapphire Rapids; fixedshift +25.0 %, fancymagic 0 %, pext -50.0 %"; list[0].Alt != want {
		t.Errorf("got %s", list[0].Alt)
	}
	if !regexp.MustCompile(`^Search time over table size: Go, Sapphire Rapids; fixedshift [\d.]+ \(686 KiB\), fancymagic [\d.]+ \(802 KiB\), pext [\d.]+ \(801.5 KiB\)$`).MatchString(list[1].Alt) {
		t.Errorf("got %s", list[1].Alt)
	}
	if svg := string(list[0].SVG()); !strings.Contains(svg, "<title>"+list[0].Alt+"</title>") {
		t.Errorf("no title: %.500s", svg)
	}
}

// Machines stand side by side by language, at most five in a picture, and one alone does not.
func TestMachines(t *testing.T) {
	var files []*results.File
	for i := range 6 {
		run := machine(fmt.Sprint("machine-", i))
		if i < 2 {
			run.Levels = append(run.Levels, "c-gcc")
		}
		if i == 0 {
			run.Levels = append(run.Levels, "c-clang")
		}
		files = append(files, parse(t, fmt.Sprint(i, ".txt"), run.String()))
	}
	files = append(files, parse(t, "hidden.txt", machine("machine-5-without-bmi2").String()))
	got := map[string]int{}
	for _, p := range pictures(t, plot.Options{Post: []string{"machines"}}, files...) {
		got[p.Name] = len(regexp.MustCompile(`; Machine \d`).FindAllString(p.Alt, -1))
	}
	if want := "map[machines-c-gcc:2 machines-go:3 machines-go-2:3]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if _, err := plot.Write(t.TempDir(), files[:1], plot.Options{Post: []string{"machines"}}); err == nil || !strings.Contains(err.Error(), "mode search on several") {
		t.Errorf("one machine: %v", err)
	}
}

// Builds with an experiment are drawn only among all levels.
func TestOnlyExperiments(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}}.String())
	dir := filepath.Join(t.TempDir(), "plots")
	const want = "nothing to draw: nothing but builds with an experiment (want an ordinary build, or all levels)"
	if _, err := plot.Write(dir, []*results.File{f}, plot.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if written, err := plot.Write(dir, []*results.File{f}, plot.Options{AllLevels: true}); err != nil || len(written) == 0 {
		t.Errorf("all levels: %d pictures, %v", len(written), err)
	}
}

// The highest level has a picture of each kind, with title, circumstances and marks, and without the reference's second row.
func TestPictures(t *testing.T) {
	f := parse(t, "dir/2026-01-02-0123456.txt", resultstest.Run{}.String())
	f.Commit = "0123456789abcdef0"
	list := pictures(t, plot.Options{Title: "Mine & <yours>", Theme: "dark"}, f)
	var kinds []string
	for i := range list {
		p := &list[i]
		kind, ours := strings.CutPrefix(strings.TrimSuffix(p.Name, "-dark"), "intel-xeon-sapphire-rapids-vm-v4-")
		if !ours {
			t.Errorf("name %s, want the highest level of the machine", p.Name)
		}
		kinds = append(kinds, kind)
		text := strings.ReplaceAll(wellFormed(t, p), "\n", " ") // of lines that are wrapped
		for _, want := range []string{"Mine & <yours>", "Intel(R) Xeon(R) Processor", "bmi2+avx2+avx512+gfni", "GOAMD64=v4",
			"0123456789ab", "6 rounds", "2026-01-02-0123456.txt", "fancymagic", "circles: for any processor"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in its texts", kind, want)
			}
		}
		if strings.Contains(text, "-again") {
			t.Errorf("%s: shows the second measurement of the reference", kind)
		}
		if svg := p.SVG(); len(svg) > 60_000 || bytes.Contains(svg, []byte("@font-face")) {
			t.Errorf("%s: %d bytes", kind, len(svg))
		}
	}
	const want = "times-rook-throughput times-rook-latency times-rook-batch times-rook-setwise tables-rook latency-rook " +
		"times-bishop-throughput times-bishop-latency times-bishop-batch times-bishop-setwise tables-bishop latency-bishop " +
		"times-queen-throughput times-queen-latency times-queen-both times-queen-bothlatency times-queen-batch " +
		"times-queen-batchboth times-queen-setwise times-queen-incremental times-queen-init tables-queen latency-queen"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got %s", got)
	}
	if all := pictures(t, plot.Options{AllLevels: true}, f); len(all) != 4*len(list) {
		t.Errorf("%d pictures at all levels, %d at one", len(all), len(list))
	}
	twice := pictures(t, plot.Options{}, f, f)
	if first, second := twice[0].Name, twice[len(list)].Name; second != first+"-2" {
		t.Errorf("two runs: %s, %s", first, second)
	}
}

// crowd adds to a file, for each technique that may be recommended, two that are slower and have larger tables.
func crowd(f *results.File) {
	for i := range f.Tables {
		t := &f.Tables[i]
		for _, s := range t.Series {
			for k, name := range []string{"alpha", "omega"} {
				if !f.Choosable(s.Technique) {
					continue
				}
				more := s // with tables two and eight times as large
				more.Technique, more.TableBytes, more.Values = name+s.Technique, s.TableBytes<<(2*k+1), slices.Clone(s.Values)
				for r := range more.Values {
					more.Values[r] *= 1.2 + 0.3*float64(k)
				}
				t.Series = append(t.Series, more)
			}
		}
	}
}

// Odd files make no picture panic: one technique, no tables at all, no intervals, nothing in both modes, a name that is a path.
func TestOddFiles(t *testing.T) {
	tiertest.Slow(t)
	text := resultstest.Run{Techniques: []string{"pext"}, Levels: []string{"v3"}, Engine: true}.String()
	for what, f := range map[string]*results.File{
		"one technique": parse(t, "x", text),
		"missing": parse(t, "x", resultstest.Run{Rounds: 7, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
			return (len(c.Technique)+round)%7 > 1 && c.Piece == board.Rook || round == 4 // five of a rook's seven rounds, and all values of round 4
		}}.String()),
		"few rounds":    parse(t, "x", resultstest.Run{Rounds: 1, Levels: []string{"v3"}, Engine: true}.String()),
		"no tables":     parse(t, "x", regexp.MustCompile(`\d+ table-bytes`).ReplaceAllString(text, "0 table-bytes")),
		"only controls": parse(t, "x", resultstest.Run{Techniques: []string{"noop", "walk"}, Levels: []string{"v3"}}.String()),
		"disjoint":      parse(t, "x", strings.ReplaceAll(text, "pext/piece=rook/mode=latency", "magic/piece=rook/mode=latency")),
		"evil name":     parse(t, "x", resultstest.Run{GOARCH: "arm64"}.String()),
	} {
		if what == "evil name" { // which no file may say
			for i := range f.Tables {
				f.Tables[i].Machine, f.Tables[i].CPU = "../../etc", "<script>&\"'"
			}
		}
		posts, err := plot.Pictures([]*results.File{f, f}, plot.Options{Post: plot.PostKinds})
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for _, p := range append(posts, pictures(t, plot.Options{}, f)...) {
			text := wellFormed(t, &p)
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.ContainsAny(p.Name, "./\\") {
				t.Errorf("%s: %s shows\n%s", what, p.Name, text)
			}
		}
	}
}

// Results refuse impossible values when they are read. Drawn all the same, they give pictures with few ticks.
func TestImpossibleValues(t *testing.T) {
	text := resultstest.Run{Levels: []string{"v3"}, Engine: true, Techniques: []string{"noop", "pext", "fancymagic", "fixedshift", "best"}}.String()
	noNumber := regexp.MustCompile(`NaN|Inf`)
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
		for _, opt := range []plot.Options{{}, {Post: plot.PostKinds}} {
			list, _ := plot.Pictures([]*results.File{f, f}, opt) // without any value there is nothing to draw
			for _, p := range list {
				if svg := p.SVG(); len(svg) > 200_000 || noNumber.Match(svg) {
					t.Errorf("%s: %s has %d bytes: %.200s", what, p.Name, len(svg), svg)
				}
			}
		}
	}
}

// Write makes the folder, and each picture in every format, of the width asked for.
func TestWrite(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}}.String())
	dir := filepath.Join(t.TempDir(), "new", "dir")
	written, err := plot.Write(dir, []*results.File{f}, plot.Options{Width: 500, Techniques: []string{"pext", "magic"}, Formats: plot.Formats})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(written) || len(written) != 2*23 { // two formats of the kinds that TestPictures lists
		t.Fatalf("%d paths, %d files, %v", len(written), len(entries), err)
	}
	for _, w := range written {
		data, err := os.ReadFile(w.Path)
		if err != nil {
			t.Fatal(err)
		}
		if image, err := png.DecodeConfig(bytes.NewReader(data)); filepath.Ext(w.Path) == ".png" && (err != nil || image.Width != 500) {
			t.Errorf("%s: %v, %v", w.Path, image, err)
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

// An error about an option names the value and the valid ones.
func TestOptionErrors(t *testing.T) {
	f := parse(t, "x.txt", resultstest.Run{Techniques: []string{"pext", "noop"}, Levels: []string{"v3"}}.String())
	for _, c := range []struct {
		opt  plot.Options
		want string
	}{
		{plot.Options{Width: 10}, "width of 10 pixels (want 480 to 4096)"},
		{plot.Options{Width: -1}, "width of -1 pixels (want 480 to 4096)"},
		{plot.Options{Theme: "pink"}, `unknown theme "pink" (want light or dark)`},
		{plot.Options{Title: strings.Repeat("x", 201)}, "title of 201 bytes (want at most 200)"},
		{plot.Options{Formats: []string{"gif"}}, `unknown format "gif" (want svg or png)`},
		{plot.Options{Techniques: []string{"magik"}}, `no technique "magik" in the result files (have: noop, pext)`},
		{plot.Options{Post: []string{"speed"}}, `unknown kind of picture for a post "speed" (want search, lookup, size, machines)`},
		{plot.Options{Post: []string{"size"}, Techniques: make([]string, 16)}, "16 techniques in a picture for a post (want at most 15)"},
	} {
		if _, err := plot.Pictures([]*results.File{f}, c.opt); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// dots returns the number of dots in a picture, and of other arcs of circles in its SVG document.
func dots(p *plot.Picture) int { return len(regexp.MustCompile(`A\S+ 0 1 \d`).FindAll(p.SVG(), -1)) }

// The curve of a technique has a point for each number of questions, and its errors say what is wanted.
func TestCurve(t *testing.T) {
	var all strings.Builder
	for _, n := range []int{1 << 20, 1 << 10, 1 << 16} {
		run := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
		all.WriteString(strings.ReplaceAll(run, "questions: 65536", fmt.Sprintf("questions: %d", n)))
	}
	few := []string{"noop", "walk", "fancymagic", "pext", "quintessence"}
	for _, theme := range []string{"light", "dark"} {
		p, err := plot.Curve(parse(t, "all.txt", all.String()), board.Rook, "latency", plot.Options{Theme: theme, Techniques: few})
		if err != nil {
			t.Fatal(err)
		}
		texts := wellFormed(t, p)
		for _, want := range []string{"fancymagic\n", "quintessence\n", "noop\n", "2^10\n", "2^20\n", "Rook, latency over the number of questions", "all.txt"} {
			if !strings.Contains(texts, want) {
				t.Errorf("%s: no text %q in\n%s", theme, want, texts)
			}
		}
		if strings.Contains(texts, "walk\n") || strings.Contains(texts, "questions, 6 rounds") {
			t.Errorf("%s: the walk, or one number of questions, in\n%s", theme, texts)
		}
		if n := dots(p); n < 3*3 { // of noop, fancymagic and quintessence, for three numbers; pext has squares
			t.Errorf("%d dots", n)
		}
		whole(t, p)
	}
	two := parse(t, "two.txt", resultstest.Run{Levels: []string{"v2", "v3"}}.String())
	for _, c := range []struct {
		mode mode.Mode
		want string
		opt  plot.Options
	}{
		{"throughput", "two.txt: intel-xeon-sapphire-rapids-vm, GOAMD64=v2 and intel-xeon-sapphire-rapids-vm, GOAMD64=v3 " +
			"(want one machine and one build)", plot.Options{}},
		{"both", "two.txt: no times for rook, both, random16, 65536 questions", plot.Options{}},
		{"latency", "width of 1 pixels (want 480 to 4096)", plot.Options{Width: 1}},
	} {
		if _, err := plot.Curve(two, board.Rook, c.mode, c.opt); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.mode, err, c.want)
		}
	}
}

// A technique with too few rounds is in no picture for a post, unless it is asked for or all techniques lack rounds. Elsewhere it comes last, whatever its time. It has a
// dot without a bar, which the picture explains. A file with builds in C alone is drawn, too.
func TestFewRounds(t *testing.T) {
	run := resultstest.Run{Techniques: []string{"fancymagic", "fancymagic-again", "pext", "quintessence", "magic"}, Levels: []string{"c-gcc"}, Engine: true, Rounds: 8,
		Cost:  map[string]float64{"magic": 0.1},
		Lacks: func(c grid.Cell, _ string, round int) bool { return c.Technique == "magic" && round > 3 }}
	seldom := parse(t, "x", run.String())
	run.Lacks = func(_ grid.Cell, _ string, round int) bool { return round > 3 }
	never := parse(t, "x", run.String())
	explains := func(p *plot.Picture) bool {
		text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(p.SVG()), " ")
		return strings.Contains(strings.Join(strings.Fields(text), " "), "too few rounds")
	}
	for _, kind := range plot.PostKinds[:3] {
		for _, c := range []struct {
			what  string
			file  *results.File
			named []string // techniques that the user asks for
			has   bool     // whether magic is drawn, and its lack of rounds explained
		}{{"one seldom measured", seldom, nil, false}, {"asked for", seldom, []string{"magic", "fancymagic"}, true}, {"none often measured", never, nil, true}} {
			all := pictures(t, plot.Options{Post: []string{kind}, Techniques: c.named}, c.file)
			// In the alternative text magic comes first, behind "; ", or later, behind ", ".
			if len(all) != 1 || explains(&all[0]) != c.has || strings.Contains(all[0].Alt, "; magic") != c.has && strings.Contains(all[0].Alt, ", magic") != c.has {
				t.Errorf("%s, %s: %d pictures, %q", kind, c.what, len(all), all[0].Alt)
			}
		}
	}
	for _, p := range pictures(t, plot.Options{}, seldom) {
		if strings.Contains(p.Name, "times") && (!explains(&p) || !strings.Contains(p.Alt[strings.LastIndex(p.Alt, ", "):], "magic ")) {
			t.Errorf("%s: %q", p.Name, p.Alt)
		}
	}
}
