package pages

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../../docs"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// The pages are those that go generate ./internal/pages would write now.
func TestUpToDate(t *testing.T) {
	tiertest.Slow(t)
	resultstest.Committed(t, "../results", "*/*.txt*")
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := filepath.Glob("questions-*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pictures {
		if want[name] == nil {
			t.Errorf("%s is drawn from no raw file: remove it", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !strings.HasSuffix(name, ".md") && runtime.GOARCH != "amd64" {
			continue // others may fuse multiplication and addition, which moves the last digit of a coordinate
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want[name]) {
			t.Errorf("%s is not up to date (%v): run go generate ./internal/pages", name, err)
		}
	}
}

// Pages follow files that git tracks, each kind of them.
func TestUntrackedResultsAreLeftOut(t *testing.T) {
	tiertest.Slow(t)
	tool, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git: ", err)
	}
	newestFiles := inventMachine(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8}, map[string]float64{"pext": 1, "noop": 1})
	dir := filepath.Dir(filepath.Dir(newestFiles))
	patterns := []string{newestFiles, filepath.Join(dir, "*", "questions", "*.txt")}
	writeFiles(t, dir, map[string]string{"go.mod": ""})
	git := func(args ...string) {
		cmd := exec.Command(tool, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "--quiet")
	git("add", "go.mod")
	for _, c := range []struct {
		added                     string
		machines, curves, leftOut int
		times, twins              bool
	}{
		{"go.mod", 0, 0, 3, false, false},
		{"a-machine/*-0123456789ab.txt", 1, 0, 2, false, true},
		{"a-machine/questions", 1, 2, 0, true, true},
	} {
		git("add", c.added)
		machines := readMachines(patterns[0])
		if len(machines) != c.machines {
			t.Fatalf("after git add %s: %d machines, want %d", c.added, len(machines), c.machines)
		}
		for _, m := range machines {
			if len(m.curves) != c.curves {
				t.Errorf("after git add %s: %d numbers of questions", c.added, len(m.curves))
			}
		}
		if times, _, err := write(writeTimes, patterns[1]); err != nil || strings.Contains(times, "no raw files") == c.times {
			t.Errorf("after git add %s: %v, times:\n%s", c.added, err, times)
		}
		if text, _, err := write(writeTwins, patterns[0]); err != nil || strings.Contains(text, "no builds in C") == c.twins {
			t.Errorf("after git add %s: %v, twins:\n%s", c.added, err, text)
		}
		if left := leftOut(patterns...); len(left) != c.leftOut {
			t.Errorf("after git add %s: left out %v, want %d files", c.added, left, c.leftOut)
		}
	}
}

// write returns what a part writes of the files of a pattern, and its pictures.
func write(part func(*page), pattern string) (text string, pictures map[string][]byte, err error) {
	p := &page{pattern: pattern, pictures: map[string][]byte{}}
	text, err = p.written(part)
	return text, p.pictures, err
}

// wants checks that a part writes some texts of the files of a pattern, and returns all that it writes.
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

// refuses checks that a part does not take the files of a pattern.
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
	text := wants(t, writeTimes, pattern, "| rook, throughput, cycles | 2<sup>10</sup> | 2<sup>16</sup> | 2<sup>20</sup> | 2<sup>20</sup> : 2<sup>10</sup> |\n",
		"\n| noop | 1.", "\n| walk | ", "\n| fancymagic | 7.", "\n| *A/A noise* | ", "\n*intel-xeon-sapphire-rapids-vm*: cycles; nanoseconds at 4.00 GHz.\n")
	_, pictures, _ := write(writeTimes, pattern)
	for name := range pictures {
		if !strings.Contains(text, "("+name+")") {
			t.Errorf("%s is not shown", name)
		}
	}
	if len(pictures) != 2 || strings.Contains(text, "-again") {
		t.Errorf("%d pictures, want one of each mode; and no second measurement of the reference in\n%s", len(pictures), text)
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
		{"another level", []int{1024, 65536}, "goamd64: v3", "goamd64: v2", "want one machine and one build"},
		{"another reference", []int{1024, 65536}, "reference: fancymagic", "reference: magic", "want those of the files beside it"},
		{"a mode left out", []int{1024, 65536}, "mode=latency", "mode=incremental", "no times for rook, latency"},
		{"damaged", []int{65536}, "Benchmark", "Bench", "damaged line"},
	} {
		run := func(n int) string {
			text := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
			if n == 65536 {
				text = strings.ReplaceAll(text, c.old, c.new)
			}
			return text
		}
		refuses(t, writeTimes, questions(t, run, c.numbers...), c.want)
	}
}

// The counts of one question and of all questions are the expected ones, if all words are in use.
func TestCountLines(t *testing.T) {
	var all techniques.Questions
	for sq := range 64 {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			for sub := range board.Subsets(board.Mask(p, sq)) {
				all.Squares, all.Occs = append(all.Squares, uint8(sq)), append(all.Occs, sub)
			}
		}
	}
	n := len(all.Occs)
	const words = 102_400 + 5_248
	for _, c := range []struct {
		name     string
		one, all int // lines for a queen, by the first question and by all
	}{
		{"softpext", 4, 2*64 + words/8},
		{"unchecked", 4, 2*64*32/64 + words/8},
		{"persquare", 10, 2*(2*64*8/64+1+64*24/64) + words/8}, // the words of every square begin and end with a line
		{"quintessence", 3, 8 + 8 + 16},
	} {
		counts, _ := countLines(find(c.name), all, []int{1, n})
		if got := counts[board.Queen]; !slices.Equal(got, []int{c.one, c.all}) {
			t.Errorf("%s: %d lines touched by the first and by all %d questions, want %d and %d", c.name, got, n, c.one, c.all)
		}
		for i, both := range counts[board.Queen] {
			if sum := counts[board.Rook][i] + counts[board.Bishop][i]; sum != both {
				t.Errorf("%s: %d lines of a rook or a bishop, %d of a queen", c.name, sum, both)
			}
		}
	}
}

// Sizes stand beside times in their unit, which is named.
func TestParetoUnits(t *testing.T) {
	wants(t, writePareto, inventMachine(t, resultstest.Run{Levels: []string{"v3"}}, nil),
		"| technique | bytes | rook throughput, cycles |", "intervals, cycles; nanoseconds at 4.00 GHz")
}

// Missing values leave pages without what is not there, and with nothing that is no number.
func TestPagesWithoutValues(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 7, Lacks: func(c grid.Cell, _ string, round int) bool {
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
	lacking := func(n int) string {
		if n > 1<<10 {
			return run.String()
		}
		return resultstest.Run{Levels: []string{"v3"}}.String()
	}
	pattern := inventMachine(t, run, nil)
	m := readMachines(pattern)[0]
	ranks := func(p *page) {
		for _, name := range []string{"pext", "quintessence", "classical", "fancymagic"} {
			p.ranks(find(name), []*machine{m})
		}
	}
	for _, text := range []string{
		wants(t, writeTimes, questions(t, lacking, 1<<10, 1<<12)), wants(t, writeClaims, pattern), wants(t, writePareto, pattern), wants(t, ranks, pattern),
	} {
		if at := strings.Index(text, "NaN"); at >= 0 || strings.Contains(text, "Inf") {
			t.Errorf("a number that is none: %s", text[max(0, at-100):])
		}
	}
	u := usesOf("throughput")[0]
	x, _ := m.timesInGo("pext", u)
	y, _ := m.timesInGo("quintessence", u)
	if x == nil || y == nil || stats.Ratio(x, y).Known() {
		t.Fatal("want two techniques that no round has both of")
	}
}
