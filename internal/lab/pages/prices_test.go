package pages

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// TestPrices takes an invented run apart in which pext alone is much slower in Go, and in which C takes as long once it calls.
func TestPrices(t *testing.T) {
	read := func(noise float64, levels ...string) *results.File {
		folder := filepath.Join(t.TempDir(), "machine", "prices")
		path := filepath.Join(folder, "run.txt")
		writeFiles(t, folder, map[string]string{"run.txt": resultstest.Run{Noise: noise, Levels: levels}.String()})
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := read(0.01, "v4", "v4+nochecks", "c-gcc", "c-gcc+calls")
	prices := pricesIn(f, explainedFrom)
	found := false
	for _, p := range prices {
		if p.all.Lo <= explainedFrom {
			t.Errorf("%s is taken apart at %v", p.technique, p.all)
		}
		if p.technique != "pext" {
			if p.of == "assembly" && p.technique != "pextload" && p.call.Median > 1.2 {
				t.Errorf("%s: its calls cost %v", p.technique, p.call)
			}
			continue
		}
		found = true
		if p.of != "assembly" || p.call.Median < 2 || p.checks.Median < 0.95 || p.checks.Median > 1.05 || p.rest < 0.9 || p.rest > 1.2 {
			t.Errorf("pext: %+v, want calls of assembly that cost about 2.25, checks that cost nothing, and nothing left", p)
		}
	}
	if !found {
		t.Errorf("no price of pext in %v", prices)
	}
	for i := range prices[1:] {
		if prices[i].all.Median < prices[i+1].all.Median {
			t.Errorf("%s stands before %s", prices[i].technique, prices[i+1].technique)
		}
	}
	quiet := pricesIn(read(0.0001, "v4", "v4+nochecks", "c-gcc", "c-gcc+calls"), 1.10)
	if !slices.ContainsFunc(quiet, func(p price) bool { return p.technique == "naive" && p.of == "Queen" }) {
		t.Errorf("no call of naive's Queen, which Go does not inline with both pieces, in %+v", quiet)
	}
	refuses(t, writePrices, read(0.01, "v4", "c-gcc").Name, "make prices")
}

// The fastest techniques in WebAssembly come first, with their ratios to Go; a run without that build is told how to measure one.
func TestWasm(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "machine", "wasm")
	pattern := filepath.Join(folder, "*.txt")
	writeFiles(t, folder, map[string]string{"run.txt": resultstest.Run{Levels: []string{"v4", "wasm"}, Engine: true}.String()})
	f, err := results.Read(filepath.Join(folder, "run.txt"))
	if err != nil {
		t.Fatal(err)
	}
	values := func(i int) []float64 {
		u := twinUses[0]
		return f.Table([]results.Target{f.Highest()[0], f.Foreign(f.Highest()[0])[0]}[i], u.Piece, u.Mode, grid.DefaultCorpus).Find("magic").Values
	}
	text := wants(t, writeWasm, pattern, fmt.Sprintf("| `magic` | %.1f | ", stats.Median(values(1)).Median))
	if ratio := fmt.Sprintf(" | %.2f | ", stats.Ratio(values(1), values(0)).Median); !strings.Contains(text, ratio) || strings.Count(text, "\n| `") > shownInWasm || strings.Contains(text, "`noop`") {
		t.Errorf("want %q, no control, and at most %d techniques in\n%s", ratio, shownInWasm, text)
	}
	writeFiles(t, folder, map[string]string{"run.txt": resultstest.Run{Levels: []string{"v4", "c-gcc"}}.String()})
	refuses(t, writeWasm, pattern, "make wasm")
}

// The ratios of a run in both languages are those of its rounds, of whole machines that have C alone.
func TestTwins(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"a-machine/x.txt": resultstest.Run{Levels: []string{"v1", "v3", "c-clang", "c-gcc"}, Rounds: 7}.String(),
		"b-machine/x.txt": resultstest.Run{Levels: []string{"v3"}}.String(),
	})
	pattern := filepath.Join(root, "*", "*.txt")
	m := readMachines(pattern)[0]
	if m.inC.Built.String() != "c-gcc" || m.inGo.Built.String() != "v3" {
		t.Fatalf("%v against %v", m.inC, m.inGo)
	}
	u := twinUses[0]
	x := m.file.Table(m.inGo, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	y := m.file.Table(m.inC, u.Piece, u.Mode, grid.DefaultCorpus).Find("pext").Values
	if text := wants(t, writeTwins, pattern, fmt.Sprintf("| `pext` | %.2f | ", stats.Ratio(x, y).Median)); strings.Contains(text, "b-machine") || len(x) != 7 {
		t.Errorf("got\n%s", text)
	}
}
