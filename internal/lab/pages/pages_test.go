package pages

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/grid"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/internal/tracked"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../../../docs"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// The pages are up to date: go generate ./internal/lab/pages would write the same.
func TestUpToDate(t *testing.T) {
	tiertest.Slow(t)
	resultstest.Committed(t, "../results", "*/*.txt*")
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.svg", "*.csv"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			if want[name] == nil && name != "cast.svg" { // which make cast draws of no raw file
				t.Errorf("%s is of no raw file: remove it", name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if strings.HasSuffix(name, ".svg") && runtime.GOARCH != "amd64" {
			continue // others may fuse multiplication and addition, which moves the last digit of a coordinate
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want[name]) {
			t.Errorf("%s is not up to date (%v): run go generate ./internal/lab/pages", name, err)
		}
	}
}

// Pages leave out results that git does not track.
func TestUntrackedResultsAreLeftOut(t *testing.T) {
	tiertest.Slow(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git: ", err)
	}
	pattern := inventMachine(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8}, map[string]float64{"pext": 1, "noop": 1})
	dir := filepath.Dir(filepath.Dir(pattern))
	writeFiles(t, dir, map[string]string{"go.mod": ""})
	git := func(args ...string) {
		if out, err := gitcmd.Inside(dir, args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "--quiet")
	for added, machines := range []string{"go.mod", "a-machine"} {
		git("add", machines)
		if n, left := len(readMachines(pattern)), leftOut(pattern); n != added || len(left) != 1-added {
			t.Errorf("after git add %s: %d machines, and left out %v", machines, n, left)
		}
		if text, _, err := write(writeTwins, pattern); err != nil || strings.Contains(text, "no builds in C") != (added == 0) {
			t.Errorf("after git add %s: %v, twins:\n%s", machines, err, text)
		}
	}
}

// write returns the text that a part writes for the files of a pattern, and the files beside it.
func write(part func(*page), pattern string) (text string, files map[string][]byte, err error) {
	p := &page{pattern: pattern, files: map[string][]byte{}, machines: map[string][]*machine{}}
	text, err = p.written(part)
	return text, p.files, err
}

// wants checks that a part writes some texts for the files of a pattern, and returns its whole text.
func wants(t *testing.T, part func(*page), pattern string, wants ...string) string {
	t.Helper()
	text, _, err := write(part, pattern)
	if err != nil {
		t.Error(err)
	}
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	return text
}

// refuses checks that a part returns an error for the files of a pattern.
func refuses(t *testing.T, part func(*page), pattern, want string) {
	t.Helper()
	if _, _, err := write(part, pattern); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, want %q", pattern, err, want)
	}
}

// questions writes a raw file for each of some numbers of questions into a folder of a machine, and returns the pattern that
// finds them.
func questions(t *testing.T, text func(n int) string, numbers ...int) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	for _, n := range numbers {
		writeFiles(t, dir, map[string]string{
			fmt.Sprintf("a-machine/questions/%d.txt", n): strings.ReplaceAll(text(n), "questions: 65536\n", fmt.Sprintf("questions: %d\n", n)),
		})
	}
	return filepath.Join(dir, "*", "questions", "*.txt")
}

func TestTimes(t *testing.T) {
	run := func(n int) string { return resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String() }
	pattern := questions(t, run, 1<<10, 1<<20, 1<<16)
	text, pictures, err := write(writeTimes, pattern)
	for name, picture := range pictures {
		if !strings.Contains(text, `"`+name+`"`) || !strings.Contains(string(picture), "1,048,576") && !strings.Contains(string(picture), "fancymagic") {
			t.Errorf("%s is not shown, or shows nothing", name)
		}
	}
	if len(pictures) != 4 || err != nil {
		t.Errorf("%d pictures, want a light and a dark one of each mode; %v", len(pictures), err)
	}
	wants(t, writeTimes, filepath.Join(t.TempDir(), "*.txt"), "no raw files", "`make curve` measures them")
}

func TestTimesErrors(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		name    string
		numbers []int
		old     string
		new     string // in the file of 65,536 questions
		want    string
	}{
		{"another machine", []int{1024, 65536}, "machine: ", "machine: x-", "want one machine and one build"},
		{"another level", []int{1024, 65536}, "build: v3", "build: v2", "want one machine and one build"},
		{"another reference", []int{1024, 65536}, "reference: fancymagic", "reference: magic", "want those of the files beside it"},
		{"a mode left out", []int{1024, 65536}, "mode=latency", "mode=incremental", "no times for rook, latency"},
		{"damaged", []int{65536}, "Benchmark", "Bench", "damaged line"},
	} {
		run := func(n int) string {
			text := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
			if n == 65536 {
				text = strings.ReplaceAll(text, c.old, c.new)
				if strings.HasPrefix(c.old, "reference") { // the reference alone is measured again
					text = strings.ReplaceAll(text, "fancymagic-again", "magic-again")
				}
			}
			return text
		}
		refuses(t, writeTimes, questions(t, run, c.numbers...), c.want)
	}
}

// If values are missing, pages leave them out, and print nothing such as NaN.
func TestPagesWithoutValues(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v3"}, Engine: true, Rounds: 7, Lacks: func(c grid.Cell, _ string, round int) bool {
		switch c.Technique {
		case "pext": // which no round has together with quintessence
			return round%2 == 0
		case "quintessence":
			return round%2 == 1
		case "classical":
			return round > 1
		case "noop":
			return round == 1
		}
		return (len(c.Technique)+round)%9 == 0
	}}
	pattern := inventMachine(t, run, nil)
	m := readMachines(pattern)[0]
	for _, part := range []func(*page){writeClaims, writePareto, writeTechniques, writeGains, writeTwins} {
		text := wants(t, part, pattern)
		if at := strings.Index(text, "NaN"); at >= 0 || strings.Contains(text, "Inf") {
			t.Errorf("a number that is none: %s", text[max(0, at-100):])
		}
	}
	u := usesOf("throughput")[0]
	x, _ := m.timesInGo("pext", u)
	y, _ := m.timesInGo("quintessence", u)
	if x == nil || y == nil || x.Over(y).Known() {
		t.Fatal("want two techniques that no round has both of")
	}
}

// Links in documents lead to a file of the checkout, and to a heading or an anchor there.
func TestLinks(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"../*.md", "*.md", "../results/*.md", "../results/*/*.md", "../results/*/engines/*.md", "../results/*/engines/*/*.md", "../cmd/*/*.md", "../examples/*/*.md"} {
		names, _ := tracked.Glob(pattern)
		documents = append(documents, names...)
	}
	links, broken := 0, func(document, link string) bool {
		path, anchor, _ := strings.Cut(link, "#")
		if path = filepath.Join(filepath.Dir(document), path); strings.HasPrefix(link, "#") {
			path = document
		}
		if _, err := os.Stat(path); err != nil {
			return true
		}
		return anchor != "" && !anchors(t, path)[anchor]
	}
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(?:\]\(|src="|srcset=")([^)\s"]+)[)"]`).FindAllSubmatch(text, -1) {
			if link := string(match[1]); !strings.HasPrefix(link, "http") {
				if links++; broken(document, link) {
					t.Errorf("%s: %s leads nowhere", document, link)
				}
			}
		}
	}
	if links < 100 || !broken("claims.md", "../REFERENCES.md#nobody") || !broken("claims.md", "nothing.md") {
		t.Errorf("%d links in %d documents, and a broken one passes", links, len(documents))
	}
}

// anchors returns the anchors of a Markdown document, those of headings as GitHub makes them.
func anchors(t *testing.T, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^#+ (.*)$|<a id="([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		heading := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(match[1]), "")
		all[strings.ReplaceAll(heading, " ", "-")], all[match[2]] = true, true
	}
	return all
}
