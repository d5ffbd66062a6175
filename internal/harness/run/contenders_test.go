package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Contenders are the reference, techniques near the fastest or as fast as the reference in some build, and the best of each family, with and without features.
// Loops of the rest that are near the fastest nowhere are far behind: independent and dependent lookups are measured in a few rounds, batches in none. A loop without
// a value is not behind.
func TestContend(t *testing.T) {
	v4, inC := build.Build{Level: "v4"}, build.Must("c-gcc")[0]
	builds := map[build.Build]measure.Lowest{v4: {}, inC: {}}
	run := Run{Setup: Setup{Reference: "fancymagic"}, Builds: []build.Build{v4, inC}, Scout: true, Few: FewRounds}
	const none = 0 // no value
	// Contenders are chosen by throughput, in which the reference takes 10: up to 10 a technique is as fast as the reference, and up to 20 (farthest times 10) it contends
	// as the best of its kind. Loops are near the fastest up to 1.25 (nearest) times its value: in Go up to 10 in throughput (blackmagic's 8), 15 in latency
	// (quintessence's 12) and 3.75 in batch (hybridavx512's 3); in C up to 5 (gfni's 4) and 18.75 (15, of pext and quintessence).
	for _, c := range []struct {
		row                           string
		goThroughput, goLatency, many float64 // many: batch, in Go
		cThroughput, cLatency         float64
	}{
		{"fancymagic", 10, 30, 10, 10, 30}, // the reference
		{"fancymagic-again", 10, 30, 10, 10, 30},
		{"walk", 99, 99, 99, 99, 99},                // a control never contends: far behind
		{"blackmagic", 8, 30, 10, 9, 30},            // the fastest in Go
		{"fixedshift", 9.9, 30, 10, 9, 30},          // near the fastest in Go
		{"dense", 10.1, 30, 10, 9, 30},              // in C faster than the reference
		{"pext", 12, 30, 5, 4.9, 15},                // near the fastest in C
		{"paired", 11, 30, 12, 5.1, 30},             // in C faster than the reference; in Go the best with large tables that needs bmi2
		{"softpext", 19, 30, 10, 19, 30},            // the best of pext's family without features
		{"quintessence", 19, 12, 10, 15, 15},        // the best of its family, hyperbola, without features, and the best with small tables without features
		{"gfni", 18, 30, 10, 4, 30},                 // the fastest in C; in Go the best of hyperbola with features
		{"koggestone", 21, 30, 10, 21, none},        // the best without tables and without features, which may take more than 20
		{"classical", 22, 15, 11, 22, 30.1},         // the best of its family, but above 20; near the fastest in latency alone
		{"hybridavx512", none, none, 3, none, none}, // a batch alone, which is the fastest
		{"magic", 14, 30, 10, 10.1, 30},             // the best of its family
	} {
		cell := grid.OfRow(c.row)
		cell.Piece, cell.Corpus = board.Queen, "random16"
		for _, loop := range []struct {
			mode      mode.Mode
			inGo, inC float64
		}{{"throughput", c.goThroughput, c.cThroughput}, {"latency", c.goLatency, c.cLatency}, {"batch", c.many, none}, {"search", none, none}, {"netsearch", none, none}} {
			cell.Mode = loop.mode
			for b, cycles := range map[build.Build]float64{v4: loop.inGo, inC: loop.inC} {
				if cycles != none {
					builds[b].Add(cell.String(), cycles)
				}
			}
			run.Cells = append(run.Cells, cell)
		}
	}
	for _, name := range []string{"fancymagic", "byteboard", "wordboard", "noop", "classical"} { // byteboard, wordboard and noop list threats themselves
		run.Cells = append(run.Cells, grid.Cell{Technique: name, Piece: board.Queen, Mode: "threats", Corpus: "played"})
	}
	quick := run
	want := "fancymagic blackmagic fixedshift dense pext paired softpext quintessence gfni koggestone magic"
	run.contend(builds)
	// In the order of the better of two places in throughput, of Go and of C: blackmagic is the first in Go, gfni in C, fixedshift the second in Go, pext in C, and so on.
	if got, want := strings.Join(run.Contenders, " "), "blackmagic gfni fixedshift pext fancymagic paired dense magic softpext quintessence koggestone"; got != want {
		t.Errorf("contenders %s, want %s", got, want)
	}
	var searched, withNet, batches, behind, threats []string
	for i, c := range run.Cells {
		if c.Mode == "search" {
			searched = append(searched, c.Row())
		}
		if c.Mode == "netsearch" {
			withNet = append(withNet, c.Row())
		}
		if c.Mode == "threats" {
			threats = append(threats, c.Technique)
		}
		if c.Mode == "batch" {
			batches = append(batches, c.Row())
		}
		if run.Names[i] != c.String() {
			t.Errorf("%v is recorded as %s", c, run.Names[i])
		}
		if slices.Contains(run.Behind, c.String()) {
			behind = append(behind, string(c.Mode)+" "+c.Technique)
		}
	}
	if got, want := strings.Join(searched, " "), strings.Replace(want, " ", " fancymagic-again ", 1); run.Scout || got != want {
		t.Errorf("searched are %s, want %s", got, want)
	}
	// The reference, the first four contenders beside it, and those with tables up to 32 KiB.
	if got, want := strings.Join(withNet, " "), "fancymagic fancymagic-again blackmagic fixedshift pext quintessence gfni koggestone"; got != want {
		t.Errorf("searched with a network are %s, want %s", got, want)
	}
	if want := []string{"fancymagic", "byteboard", "wordboard", "noop"}; !slices.Equal(threats, want) {
		t.Errorf("threats are listed by %q, want %q", threats, want)
	}
	if want := []string{"throughput walk", "latency walk", "throughput classical"}; !slices.Equal(behind, want) {
		t.Errorf("behind are %q, want %q", behind, want)
	}
	// Batches of contenders, of the reference's second row, and hybridavx512's, which is near the fastest.
	if want := want + " fancymagic-again hybridavx512"; len(batches) != len(strings.Fields(want)) || !slices.Contains(batches, "hybridavx512") {
		t.Errorf("batches are measured of %q, want %s", batches, want)
	}
	run.Rounds = 10 // of which rounds 4 to 10 are the last FewRounds
	if first, last := len(run.cellsIn(v4, 3)), len(run.cellsIn(v4, 4)); last-first != len(behind) || last != len(run.CellsIn(v4)) {
		t.Errorf("%d cells in round 3 and %d in round 4", first, last)
	}
	quick.Few = 0
	quick.contend(builds)
	var latency []string
	for _, c := range quick.Cells {
		if c.Mode == "latency" {
			latency = append(latency, c.Row())
		}
	}
	// In throughput and search: ten rows each, the contenders without softpext and magic, which are only the best of families, and the second reference. In latency: the loops
	// near the fastest, and both rows of the reference; in batch likewise, of which there are three, with hybridavx512. In threats: four. With a network as above.
	if want := []string{"fancymagic", "fancymagic-again", "pext", "quintessence", "classical"}; !slices.Equal(latency, want) || len(quick.Behind) > 0 || len(quick.Cells) != 2*10+len(withNet)+len(want)+3+4 {
		t.Errorf("a quick run measures %d cells, latency of %q, want %q", len(quick.Cells), latency, want)
	}
}

// A scouting round leaves no line in the file. After it, loops that are far behind are measured in the last rounds only, and a resumed run does not scout again.
func TestScout(t *testing.T) {
	tiertest.Slow(t)
	run := smallRun(t)
	run.Scout, run.Rounds, run.Few, run.Questions = true, 3, 2, 4096 // enough questions to tell naive from the others, even beside other tests
	var err error
	selection := Selection{Techniques: []string{"fancymagic", "quintessencecomputed", "naive"}, Pieces: []string{"queen"}, Modes: []string{"throughput", "latency"}}
	if run.Cells, _, err = selection.Cells(run.Reference, nil); err != nil {
		t.Fatal(err)
	}
	run.Cells = slices.DeleteFunc(run.Cells, func(c grid.Cell) bool { return grid.IsControl(c.Technique) })
	m, path := create(t, run)
	r := rehearse(t, m, path, func(Segment) bool { return false })
	r.do(t)
	if got, want := lines(t, path), []string{"1: 6", "2: 8", "3: 8"}; !slices.Equal(got, want) {
		t.Errorf("lines by round %q, want %q", got, want)
	}
	if got, want := segments(m.Record), []string{"1", "2", "3"}; !slices.Equal(got, want) || r.done != 8+6+8+8 { // cells of the scouting round, and of three more
		t.Errorf("segments %q, want %q; progress %d", got, want, r.done)
	}
	const logged = "contenders, measured in an engine's perft and search: "
	if !slices.Contains(r.logged, logged+"fancymagic, quintessencecomputed") && !slices.Contains(r.logged, logged+"quintessencecomputed, fancymagic") {
		t.Errorf("logged %q", r.logged)
	}
	var record Record
	if err := readRecord(results.RecordPath(path), &record); err != nil || record.Run.Scout || len(record.Run.Behind) != 2 || !strings.Contains(record.Run.Behind[0], "naive") {
		t.Errorf("recorded are %v, behind %q, %v", record.Run.Scout, record.Run.Behind, err)
	}
	f, err := results.Read(path)
	if err != nil || f.Missing != "" {
		t.Errorf("what is not measured in all rounds is said to be missing: %q, %v", f.Missing, err)
	}
}
