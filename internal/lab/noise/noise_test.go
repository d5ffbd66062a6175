package noise

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
)

// TestMain lets the test binary serve as the measuring process, too.
func TestMain(m *testing.M) { runtest.Main(m) }

// inventedNoise returns a report of three rounds without load and under some loads. cycles has, by load and row, how many cycles a cell's clean slices take: NaN for no
// clean slices, and 1000 without an entry. Each visit has another slice of 800 cycles that is not clean.
func inventedNoise(cycles map[string]map[string]float64) *Report {
	r := &Report{Machine: "invented", Setup: run.Setup{Reference: "fancymagic"}, Rounds: 3,
		Judges: make([]measure.Judge, len(Loads)), Took: make([]time.Duration, len(Loads))}
	for _, name := range []string{"magic", "noop", "fancymagic", "fancymagic-again"} {
		c := grid.OfRow(name)
		c.Piece, c.Mode, c.Corpus = board.Queen, "throughput", "random16"
		r.Cells = append(r.Cells, c)
	}
	quiet, shared := machine.Reading{Clock: 2, Turn: 5}, machine.Reading{Clock: 2, Turn: 8}
	for l, load := range Loads {
		if load.Share > 0 && cycles[load.Name] == nil {
			continue
		}
		r.Took[l] = time.Duration(l+1) * time.Second
		r.Judges[l].Add(slices.Repeat([]machine.Reading{quiet}, 100)...)
		if load.Share > 0 {
			r.Judges[l].Add(slices.Repeat([]machine.Reading{shared}, 300)...)
		}
		for round := 1; round <= r.Rounds; round++ {
			for _, c := range r.Cells {
				s := Sample{Load: l, Round: round, Cell: c}
				took, ok := cycles[load.Name][c.Row()]
				if !ok {
					took = 1000
				}
				v := measure.Visit{Cell: c.String(), Passes: 1, PassSlices: 1, Readings: []machine.Reading{quiet, quiet, shared}}
				v.Slices = []measure.Slice{{NS: took / 2, Before: 0}, {NS: 400, Before: 1}} // at 2 GHz
				if math.IsNaN(took) {
					v.Slices = v.Slices[1:]
				}
				s.Visits = []measure.Visit{v, v}
				r.Samples = append(r.Samples, s)
			}
		}
	}
	return r
}

// The page has a row for each load with the errors that it causes, and says whether the aim is reached. Of the canary's readings under load, three in four are
// disturbed; the first load takes twice the time of none.
func TestReport(t *testing.T) {
	nan := math.NaN()
	const load, other = "other processor, 50 %", "memory, 95 %"
	for _, c := range []struct {
		name   string
		cycles map[string]map[string]float64
		row    string // of load
		says   string // the sentence about the aim
	}{
		{"nothing off", map[string]map[string]float64{load: {}},
			"| x 2.0 | 75 % | 0.00 % | none | 4 of 4 | 0.00 % | 0 of 12 |", "It is reached."},
		{"within the aim", map[string]map[string]float64{load: {"magic": 1009, "noop": 1009}},
			"| x 2.0 | 75 % | 0.90 % | 0.90 % (magic, throughput) | 4 of 4 | 0.00 % | 0 of 12 |", "It is reached."},
		{"one off", map[string]map[string]float64{load: {"magic": 1030, "noop": 995}},
			"| x 2.0 | 75 % | 0.50 % | 3.00 % (magic, throughput) | 3 of 4 | 0.00 % | 0 of 12 |",
			"It is missed under: other processor, 50 % (1 cells off by more, 0 values missing)."},
		{"A/A off", map[string]map[string]float64{load: {"fancymagic": 1009, "fancymagic-again": 994}},
			"| x 2.0 | 75 % | 0.60 % | 0.90 % (fancymagic, throughput) | 4 of 4 | 1.49 % | 0 of 12 |",
			"It is missed under: other processor, 50 % (0 cells off by more, 0 values missing)."},
		{"values missing", map[string]map[string]float64{load: {"noop": nan}},
			"| x 2.0 | 75 % | 0.00 % | none | 3 of 3 | 0.00 % | 3 of 12 |",
			"It is missed under: other processor, 50 % (0 cells off by more, 3 values missing)."},
		{"more load than the aim speaks of", map[string]map[string]float64{load: {}, other: {"magic": 2000}},
			"| x 2.0 | 75 % | 0.00 % | none | 4 of 4 | 0.00 % | 0 of 12 |", "It is reached."},
		{"no quiet values", map[string]map[string]float64{"none": {"magic": nan, "noop": nan, "fancymagic": nan, "fancymagic-again": nan}, load: {}},
			"| x 2.0 | 75 % | 0.00 % | none | 0 of 0 | 0.00 % | 0 of 12 |", "It is missed under: none (0 cells off by more, 12 values missing)."},
	} {
		r := inventedNoise(c.cycles)
		r.Left = []string{"same processor, 50 %: no such processor can be pinned here"}
		var page bytes.Buffer
		if err := r.WriteMarkdown(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"# What a disturbed machine does to the numbers: invented\n", "| none | x 1.0 | 0 % |", "\n| " + load + " " + c.row + "\n",
			c.says, "\nNot measured: same processor, 50 %: no such processor can be pinned here.\n", "2.00 GHz", "5.00 cycles for a turn"} {
			if !strings.Contains(page.String(), want) {
				t.Errorf("%s: page lacks %q:\n%s", c.name, want, page.String())
			}
		}
		if strings.Contains(page.String(), "\n| same processor, 50 % ") {
			t.Errorf("%s: a load that was left out has a row", c.name)
		}
		loads := len(c.cycles)
		if c.cycles["none"] != nil {
			loads--
		}
		for _, line := range strings.Split(page.String(), "\n") {
			if strings.HasPrefix(line, "| lowest visit") && strings.Count(line, "|") != 1+2+loads { // an estimator, its spread, and a column for each load
				t.Errorf("%s: %q has another number of columns than there are loads", c.name, line)
			}
		}
	}
}

// The loads are none first, and then three kinds, each for three shares of the time.
func TestLoads(t *testing.T) {
	if len(Loads) != 10 || Loads[0].Share != 0 {
		t.Errorf("loads %+v", Loads)
	}
	names := map[string]bool{}
	for _, l := range Loads {
		if names[l.Name] {
			t.Errorf("two loads are %q", l.Name)
		}
		names[l.Name] = true
		if l.Share > 0 && !strings.HasSuffix(l.Name, fmt.Sprintf(", %.0f %%", 100*l.Share)) {
			t.Errorf("%+v", l)
		}
	}
}

// ReadSlices reads what WriteSlices writes, for simulations of guards.
func TestWriteSlices(t *testing.T) {
	r := inventedNoise(map[string]map[string]float64{"other processor, 85 %": {"magic": 1234}, "memory, 85 %": {}, "same processor, 85 %": {}, "other processor, 50 %": {}})
	path := filepath.Join(t.TempDir(), "slices.csv")
	var text bytes.Buffer
	if err := r.WriteSlices(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	// The head, and lines for two visits to each cell in each round, with and without the load that is recorded.
	if want := 1 + 2*r.Rounds*len(r.Cells)*2; len(lines) != want || lines[0] != slicesHead {
		t.Errorf("%d lines, want %d; the first is %q", len(lines), want, lines[0])
	}
	const cell = "technique=magic/piece=queen/mode=throughput/corpus=random16"
	for _, want := range []string{"0,2," + cell + ",0:1000 0:800!", "0.85,3," + cell + ",0:1234 0:800!"} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q in\n%s", want, text.String())
		}
	}
	all, err := ReadSlices(path)
	if err != nil || len(all) != len(r.Cells) {
		t.Fatalf("%d cells are read, %v", len(all), err)
	}
	for i, cell := range all {
		if cell.Cell != r.Cells[i] || len(cell.Processes[0]) != r.Rounds || len(cell.Processes[1]) != r.Rounds {
			t.Errorf("read %v with %d and %d processes", cell.Cell, len(cell.Processes[0]), len(cell.Processes[1]))
		}
		var j measure.Judge
		j.Add(RecordedReadings[0])
		want := 1000.0
		if cell.Cell.Technique == "magic" {
			want = 1234
		}
		visits := measure.Tally{Visits: cell.Processes[1][0]}
		if clean, slices := visits.Clean(&j); len(visits.Visits) != 2 || clean != 2 || slices != 4 || visits.Value(&j) != want {
			t.Errorf("%v under load: %d visits, %d of %d slices clean, value %v", cell.Cell, len(visits.Visits), clean, slices, visits.Value(&j))
		}
	}
}

// A short experiment of real loads ends, leaves no load behind, and changes nothing of where this program may run.
func TestNoiseEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	before, _ := machine.AllowedCPUs()
	cpu, _ := machine.ChooseCPU()
	last, total := 0, 0
	// With this seed the quiet part comes first. Each part before it looks at the processor for the better part of a second.
	const quietFirst = 11
	n := Experiment{Setup: run.Setup{Reference: "fancymagic", Questions: 256, Seed: quietFirst, Time: 10 * time.Microsecond, CPU: cpu}, Rounds: 1, Cap: 10 * time.Millisecond,
		Progress: func(done, of int) { last, total = done, of }}
	r, err := n.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := len(Loads) - len(r.Left); last != want || total != len(Loads) || len(r.Samples) != want*len(r.Cells) {
		t.Errorf("progress ends at %d of %d, %d samples of %d cells, left out: %q", last, total, len(r.Samples), len(r.Cells), r.Left)
	}
	var page, visits bytes.Buffer
	if err := r.WriteMarkdown(&page); err != nil || !strings.Contains(page.String(), "The aim is") {
		t.Errorf("%v:\n%s", err, page.String())
	}
	if err := r.WriteSlices(&visits); err != nil || visits.Len() == 0 {
		t.Errorf("%v, %d bytes of slices", err, visits.Len())
	}
	stacks := make([]byte, 1<<20)
	if text := string(stacks[:runtime.Stack(stacks, true)]); strings.Contains(text, "machine.bursts") {
		t.Errorf("a load goes on:\n%s", text)
	}
	if after, _ := machine.AllowedCPUs(); !slices.Equal(before, after) {
		t.Errorf("may run on %v, before on %v", after, before)
	}
}
