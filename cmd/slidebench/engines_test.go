package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engines"
	"github.com/slidebench/slidebench/internal/harness/bmf"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// The lines for maintainers and the formats for trackers have the same figures as the table. P(speedup > 0) is half of P for an engine that is slower, and 1 less that half
// for one that is faster.
func TestEnginesFormats(t *testing.T) {
	r := &engines.Result{Rounds: 8, Clock: 3, Narrow: true, Sides: []engines.Side{
		{Program: engines.Program{Name: "old"}, Base: true, Nodes: 77, Cycles: []float64{5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000}, Speed: stats.Interval{Median: 1, Lo: 1, Hi: 1}, P: 1},
		{Program: engines.Program{Name: "new"}, Nodes: 77, Cycles: []float64{4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000}, Speed: stats.Interval{Median: 1.25, Lo: 1.24, Hi: 1.27}, P: 0.008},
		{Program: engines.Program{Name: "bad"}, Nodes: 77, Cycles: []float64{5050, 5050, 5050, 5050, 5050, 5050, 5050, 5050}, Speed: stats.Interval{Median: 0.99, Lo: 0.98, Hi: 1.01}, P: 0.4},
	}}
	written := map[string]string{}
	for format, write := range resultFormats {
		var b strings.Builder
		t.Setenv("COLUMNS", "40") // the width of the text's table
		if err := write(&b, r); err != nil {
			t.Error(err)
		}
		written[format] = b.String()
	}
	for _, format := range []string{"text", "markdown"} {
		for _, want := range []string{
			"new: 250000 nodes in 1,000 million cycles, speedup = +0.2500 +/- 0.0200, P(speedup > 0) = 0.9960\n",
			"bad: 198020 nodes in 1,000 million cycles, speedup = -0.0100 +/- 0.0200, P(speedup > 0) = 0.2000\n",
			"+25.00 % [+24.00, +27.00]",
		} {
			if !strings.Contains(written[format], want) {
				t.Errorf("%s lacks %q:\n%s", format, want, written[format])
			}
		}
	}
	table, _, _ := strings.Cut(written["text"], "\nnew: ")
	for line := range strings.Lines(table) {
		if n := len([]rune(line)); n > 40+len("\n") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	var all bmf.Report
	if err := json.Unmarshal([]byte(written["bmf"]), &all); err != nil {
		t.Fatal(err)
	}
	if m := all["new"]["nodes-in-the-same-time"]; m.Value != 1.25 || *m.Lower != 1.24 || *m.Upper != 1.27 || all["new"]["cycles-per-node"].Value != 4000 || len(all["old"]) != 1 { // the base has cycles alone
		t.Errorf("%s", written["bmf"])
	}
}

// A slower head gives exit status 1 if it is the only head; among several only with --any-slower.
func TestSlower(t *testing.T) {
	base := engines.Side{Program: engines.Program{Name: "old"}, Base: true, Speed: stats.Interval{Median: 1, Lo: 1, Hi: 1}, P: 1}
	slow := engines.Side{Program: engines.Program{Name: "slow"}, Speed: stats.Interval{Median: 0.9, Lo: 0.8, Hi: 0.95}} // P is 0
	same := engines.Side{Program: engines.Program{Name: "same"}, Speed: stats.Interval{Median: 1, Lo: 0.9, Hi: 1.1}, P: 1}
	for _, c := range []struct {
		sides []engines.Side
		any   bool
		want  string
	}{
		{[]engines.Side{base, slow}, false, "slow is slower than old: -10.00 % [-20.00, -5.00]"},
		{[]engines.Side{base, same, slow}, false, ""},
		{[]engines.Side{base, same, slow}, true, "slow is slower than old: -10.00 % [-20.00, -5.00]"},
		{[]engines.Side{base, same}, true, ""},
	} {
		said := ""
		if err := slower(&engines.Result{Sides: c.sides}, c.any); err != nil {
			said = err.Error()
		}
		if said != c.want {
			t.Errorf("%d sides, any %v: %q, want %q", len(c.sides), c.any, said, c.want)
		}
	}
}

// Positions are read from files of all kinds that corpora allow.
func TestReadPositions(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	got, err := readPositions(write(t, filepath.Join(t.TempDir(), "x.epd"), kings+"\n4k3/8/8/8/8/8/P7/4K3 b - - id \"x\";\n"))
	if want := []string{kings, "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := readPositions(write(t, filepath.Join(t.TempDir(), "y.epd"), "8/8/8/8/8/8/8/4K3 w - -\n")); err == nil || !strings.Contains(err.Error(), "y.epd") {
		t.Errorf("a position without a king: %v", err)
	}
}
