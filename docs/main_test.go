package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/techniques"
)

// What is generated is what go generate ./docs would write now.
func TestUpToDate(t *testing.T) {
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
			t.Errorf("%s is not up to date (%v): run go generate ./docs", name, err)
		}
	}
}

// questions writes a raw file for each of some numbers of questions into a folder of a machine, and returns the pattern that
// finds them.
func questions(t *testing.T, change func(n int, text string) string, numbers ...int) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, "a-machine", "questions")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		text := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
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
	text, files, err := timeTables(questions(t, nil, 1<<10, 1<<20, 1<<16))
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
	head := "| rook, throughput | 2<sup>10</sup> | 2<sup>16</sup> | 2<sup>20</sup> | 2<sup>20</sup> : 2<sup>10</sup> |\n"
	for _, want := range []string{head, "\n| noop | 0.3", "\n| walk | ", "\n| fancymagic | 1.", "\n| *A/A noise* | "} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "-again") {
		t.Error("the second measurement of the reference is listed as a technique")
	}
}

func TestTimesErrors(t *testing.T) {
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
		if _, _, err := timeTables(questions(t, change, c.numbers...)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	text, files, err := timeTables(filepath.Join(t.TempDir(), "*", "questions", "*.txt"))
	if err != nil || len(files) != 0 || !strings.Contains(text, "no raw files") {
		t.Errorf("without raw files: %q, %d files, %v", text, len(files), err)
	}
}

// A corpus is the beginning of every larger one, so that one pass over the largest counts for all.
func TestCorpusIsPrefix(t *testing.T) {
	corpus := func(n int) techniques.Questions {
		q, err := harness.NewCorpus(results.DefaultCorpus, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	if large := corpus(1 << 12); harness.Digest(large.Slice(0, 1<<10)) != harness.Digest(corpus(1<<10)) {
		t.Error("a small corpus is not the beginning of a large one")
	}
}

// One question touches as many lines as it can, and all questions touch all lines, where all words are in use.
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
