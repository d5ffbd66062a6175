package pages

import (
	"bytes"
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

// The tests run in docs, as paths of pages are relative to it.
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
	for added, name := range []string{"go.mod", "a-machine"} { // added: how many machines git tracks
		git("add", name)
		if n, left := len(readMachines(pattern)), leftOut(pattern); n != added || len(left) != 1-added {
			t.Errorf("after git add %s: %d machines, and left out %v", name, n, left)
		}
		if text, _, err := write(writeTwins, pattern); err != nil || strings.Contains(text, "no builds in C") != (added == 0) {
			t.Errorf("after git add %s: %v, twins:\n%s", name, err, text)
		}
	}
}

// write returns the text that a part writes for the files of a pattern, and the files beside it. It serves the tests of all files here, as do wants and refuses.
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
		return (len(c.Technique)+round)%9 == 0 // single values of all others
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
