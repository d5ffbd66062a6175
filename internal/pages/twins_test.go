package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

func near(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }

// The tables of each machine stand under its name, apart from what is above.
func TestTwinTablesNameMachines(t *testing.T) {
	root := t.TempDir()
	const raw = "2026-01-01T000000Z-0123456789ab.txt"
	inC := resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}}.String()
	writeFiles(t, root, map[string]string{
		"a-machine/" + raw: inC, "b-machine/" + raw: inC, "c-machine/" + raw: resultstest.Run{Levels: []string{"v3"}}.String(),
	})
	text, err := twinTables(filepath.Join(root, "*", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, "**a-machine**\n\n| Go : C, GOAMD64=v3 |") || !strings.Contains(text, ").\n\n**b-machine**\n\n| Go : C, GOAMD64=v3 |") ||
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
	v := twinsOf(f)
	at := twin{"pext", "queen", "throughput"}
	inGo, inC := f.Highest()[0], f.InC(f.Highest()[0])[1]
	if inC.C != "c-gcc" || inGo.GOAMD64 != "v3" || len(v.ratios[at]) != 7 || !(v.noise[at] > 0) {
		t.Fatalf("%v against %v: %d ratios, noise %v", inC, inGo, len(v.ratios[at]), v.noise[at])
	}
	x := f.Table(inGo, board.Queen, "throughput", results.DefaultCorpus).Find("pext").Values
	y := f.Table(inC, board.Queen, "throughput", results.DefaultCorpus).Find("pext").Values
	for i, ratio := range v.ratios[at] {
		if v.times[at][i] != x[i] || !near(ratio, x[i]/y[i]) {
			t.Errorf("round %d: %v and %v, want %v and %v", i+1, v.times[at][i], ratio, x[i], x[i]/y[i])
		}
	}
}
