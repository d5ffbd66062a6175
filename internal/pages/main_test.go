package main

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
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

func TestMain(m *testing.M) {
	if err := os.Chdir(docs); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// The pages are those that go generate ./internal/pages would write now.
func TestUpToDate(t *testing.T) {
	tiertest.Slow(t)
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
	twins := inventTwins(map[string]float64{"pext": 1, "noop": 0.1})
	newestFiles := inventMachine(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8}, twins)
	dir := filepath.Dir(filepath.Dir(newestFiles))
	patterns := []string{newestFiles, filepath.Join(dir, "*", "questions", "*.txt"), filepath.Join(dir, "*", "twins", "go-c.txt")}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
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
		{"go.mod", 0, 0, 4, false, false},
		{"a-machine/*-0123456789ab.txt", 1, 0, 3, false, false},
		{"a-machine/questions", 1, 2, 1, true, false},
		{"a-machine/twins", 1, 2, 0, true, true},
	} {
		git("add", c.added)
		machines, err := gather(patterns[0])
		if err != nil || len(machines) != c.machines {
			t.Fatalf("after git add %s: %d machines, %v, want %d", c.added, len(machines), err, c.machines)
		}
		for _, m := range machines {
			if len(m.curves) != c.curves || (m.twins != nil) != c.twins {
				t.Errorf("after git add %s: %d numbers of questions, twins %v", c.added, len(m.curves), m.twins)
			}
		}
		if times, _, err := timeTables(patterns[1]); err != nil || strings.Contains(times, "no raw files") == c.times {
			t.Errorf("after git add %s: %v, times:\n%s", c.added, err, times)
		}
		if text, err := twinTables(patterns[2]); err != nil || strings.Contains(text, "no raw files") == c.twins {
			t.Errorf("after git add %s: %v, twins:\n%s", c.added, err, text)
		}
		if left := leftOut(patterns...); len(left) != c.leftOut {
			t.Errorf("after git add %s: left out %v, want %d files", c.added, left, c.leftOut)
		}
	}
}

// questions writes a raw file for each of some numbers of questions into a folder of a machine, and returns the pattern that
// finds them.
func questions(t *testing.T, old bool, change func(n int, text string) string, numbers ...int) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, "a-machine", "questions")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		text := resultstest.Run{Old: old, Levels: []string{"v3"}, Seed: uint64(n)}.String()
		text = strings.ReplaceAll(text, "questions: 65536\n", fmt.Sprintf("questions: %d\n", n))
		if change != nil {
			text = change(n, text)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(n)+".txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "*", "questions", "*.txt")
}

func TestTimes(t *testing.T) {
	for _, old := range []bool{false, true} {
		t.Run(fmt.Sprintf("old=%v", old), func(t *testing.T) { testTimes(t, old) })
	}
}

func testTimes(t *testing.T, old bool) {
	text, files, err := timeTables(questions(t, old, nil, 1<<10, 1<<20, 1<<16))
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(files))
	if len(names) != 4 {
		t.Errorf("pictures %v, want two modes in two formats", names)
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".svg") && !strings.Contains(text, "("+name+")") {
			t.Errorf("%s is not shown", name)
		}
	}
	unit, noop, fancymagic, estimator := "cycles", "1.", "7.", "\n*a-machine*: cycles; nanoseconds at 4.00 GHz.\n"
	if old {
		unit, noop, fancymagic, estimator = "ns", "0.3", "1.", "\n*a-machine*: old estimator: "+results.OldEstimator+".\n"
	}
	head := "| rook, throughput, " + unit + " | 2<sup>10</sup> | 2<sup>16</sup> | 2<sup>20</sup> | 2<sup>20</sup> : 2<sup>10</sup> |\n"
	for _, want := range []string{head, "\n| noop | " + noop, "\n| walk | ", "\n| fancymagic | " + fancymagic, "\n| *A/A noise* | ", estimator} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "-again") {
		t.Error("the second measurement of the reference is listed as a technique")
	}
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
		{"a mode left out", []int{1024, 65536}, "mode=latency", "mode=other", "no times for rook, latency"},
		{"damaged", []int{65536}, "Benchmark", "Bench", "damaged line"},
	} {
		change := func(n int, text string) string {
			if n == 65536 {
				text = strings.ReplaceAll(text, c.old, c.new)
			}
			return text
		}
		if _, _, err := timeTables(questions(t, false, change, c.numbers...)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	text, files, err := timeTables(filepath.Join(t.TempDir(), "*", "questions", "*.txt"))
	if err != nil || len(files) != 0 || !strings.Contains(text, "no raw files") {
		t.Errorf("without raw files: %q, %d files, %v", text, len(files), err)
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
		entries, err := techniques.Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		counts, _ := countLines(entries[0], all, []int{1, n})
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
