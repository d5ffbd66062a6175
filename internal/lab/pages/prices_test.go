package pages

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// In an invented run, pext and pextload are much slower in Go, and in C as slow once their lookups are called: pricesIn finds the price of the call. resultstest has a
// call take 0.9 of the usual time, and these lookups, inlined, 0.4: a call costs 2.25 times as much.
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
			t.Errorf("%s has a price at %v", p.technique, p.all)
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
