package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

const twinText = `goamd64: v3
goos: linux
BenchmarkTwin/technique=noop/piece=rook/mode=throughput-2 	 10	 0.5 c-ns/lookup	 1.2 go/c	 0.6 ns/lookup	 40 ns/op
BenchmarkQueen/technique=magic/piece=queen/mode=latency 	 10	 2.0 c-ns/lookup	 1.5 go/c	 3.0 ns/lookup	 40 ns/op
goamd64: v1
BenchmarkTwin/technique=noop/piece=rook/mode=throughput/lang=go-2 	 10	 1.4 go/c	 0.7 ns/lookup	 40 ns/op
BenchmarkTwin/technique=noop/piece=rook/mode=throughput/lang=c-2 	 10	 9.9 go/c	 0.5 ns/lookup	 40 ns/op
goamd64: v3
BenchmarkTwin/technique=noop/piece=rook/mode=throughput-2 	 10	 0.5 c-ns/lookup	 1.3 go/c	 0.65 ns/lookup	 40 ns/op
`

func readTwinText(t *testing.T, text string) (twinValues, error) {
	t.Helper()
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"go-c.txt": text})
	return readTwins(filepath.Join(folder, "go-c.txt"))
}

func TestReadTwins(t *testing.T) {
	v, err := readTwinText(t, twinText)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"v1", "v3"}; !slices.Equal(v.levels, want) {
		t.Errorf("levels %v, want %v", v.levels, want)
	}
	for _, c := range []struct {
		twin          twin
		times, ratios []float64
	}{
		{twin{"v3", "noop", "rook", "throughput"}, []float64{0.6, 0.65}, []float64{1.2, 1.3}},
		{twin{"v3", "magic", "queen", "latency"}, []float64{3}, []float64{1.5}},
		{twin{"v1", "noop", "rook", "throughput"}, []float64{0.7}, []float64{1.4}},
	} {
		if times, ratios := v.times[c.twin], v.ratios[c.twin]; !slices.EqualFunc(times, c.times, near) || !slices.EqualFunc(ratios, c.ratios, near) {
			t.Errorf("%v: times %v and ratios %v, want %v and %v", c.twin, times, ratios, c.times, c.ratios)
		}
	}
	if len(v.times) != 3 || len(v.ratios) != 3 {
		t.Errorf("%d and %d loops, want 3", len(v.times), len(v.ratios))
	}
}

func near(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }

func TestReadTwinsRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no level":  strings.ReplaceAll(twinText, "goamd64", "level"),
		"no ratio":  strings.ReplaceAll(twinText, "go/c", "ratio"),
		"no time":   strings.ReplaceAll(twinText, " ns/lookup", " ns/question"),
		"nothing":   "goamd64: v3\n",
		"no result": "PASS\n",
	} {
		if _, err := readTwinText(t, text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The tables of each machine stand under its name, apart from what is above.
func TestTwinTablesNameMachines(t *testing.T) {
	root := t.TempDir()
	const raw = "2026-01-01T000000Z-0123456789ab.txt"
	inC := resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}}.String()
	writeFiles(t, root, map[string]string{
		"a-machine/twins/go-c.txt": twinText, "a-machine/" + raw: resultstest.Run{Levels: []string{"v3"}}.String(),
		"b-machine/twins/go-c.txt": twinText, "b-machine/" + raw: inC,
		"c-machine/" + raw: resultstest.Run{Levels: []string{"v3"}}.String(),
	})
	text, err := twinTables(filepath.Join(root, "*", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, "**a-machine**\n\n| Go : C, GOAMD64=v1 |") || !strings.Contains(text, ").\n\n**b-machine**\n\n| Go : C, GOAMD64=v3 |") ||
		strings.Contains(text, "c-machine") {
		t.Errorf("got\n%s", text)
	}
}

// Of a run in both languages the values are gcc's against Go's highest level, round by round, with the noise of the table in C.
func TestTwinsOfARun(t *testing.T) {
	run := resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}, Rounds: 7}
	f, err := results.Parse(strings.NewReader(run.String()), "x.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := twinsIn(f)
	at := twin{"v3", "pext", "queen", "throughput"}
	inGo, inC := f.Highest()[0], f.InC(f.Highest()[0])[1]
	if inC.C != "c-gcc" || !slices.Equal(v.levels, []string{"v3"}) || len(v.ratios[at]) != 7 || !(v.noise[at] > 0) {
		t.Fatalf("%v: levels %v, %d ratios, noise %v", inC, v.levels, len(v.ratios[at]), v.noise[at])
	}
	x := f.Table(inGo, board.Queen, "throughput", results.DefaultCorpus).Find("pext").Values
	y := f.Table(inC, board.Queen, "throughput", results.DefaultCorpus).Find("pext").Values
	for i, ratio := range v.ratios[at] {
		if v.times[at][i] != x[i] || !near(ratio, x[i]/y[i]) {
			t.Errorf("round %d: %v and %v, want %v and %v", i+1, v.times[at][i], ratio, x[i], x[i]/y[i])
		}
	}
}

// Files with cycles are read by these.
func TestTwinsInCycles(t *testing.T) {
	v, err := readTwinText(t, "goamd64: v3\nBenchmarkTwin/technique=noop/piece=rook/mode=throughput-2 10 1.3 go/c 0.5 ns/lookup 2 cycles/lookup\n")
	at := twin{"v3", "noop", "rook", "throughput"}
	if err != nil || !slices.Equal(v.times[at], []float64{2}) || !slices.Equal(v.ratios[at], []float64{1.3}) {
		t.Errorf("%v, %v", v, err)
	}
}
