package measure_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Readings of the machine that these tests invent: it runs at 2 GHz, and a turn takes 5 cycles on an unshared core.
var (
	quiet  = machine.Reading{Clock: 2, Turn: 5}
	shared = machine.Reading{Clock: 2, Turn: 8}
)

// judge has seen the invented machine quiet 1000 times.
func judge() *measure.Judge {
	var j measure.Judge
	j.Add(slices.Repeat([]machine.Reading{quiet}, 1000)...)
	return &j
}

// between returns a visit of one slice, which takes some nanoseconds, with a reading before and a reading after it.
func between(before, after machine.Reading, ns float64) *measure.Visit {
	return &measure.Visit{
		Cell: "cell", Passes: 1, PassSlices: 1, Readings: []machine.Reading{before, after}, Slices: []measure.Slice{{NS: ns}},
	}
}

// visit returns a visit with a slice for each number of cycles, in passes over so many positions. Negative cycles stand for a disturbed slice.
func visit(positions int, cycles ...float64) measure.Visit {
	v := measure.Visit{Cell: "cell", Passes: len(cycles) / positions, PassSlices: positions}
	for i, c := range cycles {
		r := quiet
		if c < 0 {
			r = shared
		}
		v.Readings = append(v.Readings, r, r)
		v.Slices = append(v.Slices, measure.Slice{Index: i % positions, NS: math.Abs(c) / 2, Before: 2 * i})
	}
	return v
}

// same reports whether numbers are equal, but for rounding; NaN equals NaN.
func same(a, b float64) bool {
	return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) || a == b
}

// A slice is clean if the clock is steady and the turns around it are short.
func TestCleanSlices(t *testing.T) {
	clock := func(ghz float64) machine.Reading { return machine.Reading{Clock: ghz, Turn: 5} }
	turn := func(cycles float64) machine.Reading { return machine.Reading{Clock: 2, Turn: cycles} }
	short := 0.9e6 * float64(machine.Stretch()) // ns, where a slice above 1e6 counts as long. Clocks may differ by 1 % around a short slice, and by 3 % around a long one
	long := 1.1e6 * float64(machine.Stretch())
	for _, c := range []struct {
		name          string
		before, after machine.Reading
		ns            float64 // how long the slice takes
		want          bool    // whether it is clean
	}{
		{"quiet", quiet, quiet, 1000, true},
		{"shared before", shared, quiet, 1000, false},
		{"shared after", quiet, shared, 1000, false},
		{"turn just below the limit of 5 * 1.025", turn(5.12), turn(5.12), 1000, true},
		{"turn above the limit", quiet, turn(5.13), 1000, false},
		{"turn quicker than quiet", turn(4), quiet, 1000, true},
		{"clock that moves a little", clock(2), clock(2.018), 1000, true},
		{"clock that rises", clock(2), clock(2.022), 1000, false},
		{"clock that falls", clock(2.022), clock(2), 1000, false},
		{"clock that is lower all the time", clock(1.5), clock(1.5), 1000, true},
		{"clock that drifts in a short slice", clock(2), clock(2.05), short, false},
		{"clock that drifts in a long slice", clock(2), clock(2.05), long, true},
		{"clock that jumps in a long slice", clock(2), clock(2.07), long, false},
		{"long slice on a shared core", quiet, shared, long, false},
	} {
		v := between(c.before, c.after, c.ns)
		if got := judge().Cleaner()(v, v.Slices[0]); got != c.want {
			t.Errorf("%s: clean is %v", c.name, got)
		}
		one := measure.Tally{Visits: []measure.Visit{*v}}
		if clean, all := one.Clean(judge()); all != 1 || clean == 1 != c.want {
			t.Errorf("%s: %d of %d slices are clean", c.name, clean, all)
		}
		if got := one.Once(judge()); math.IsNaN(got) == c.want {
			t.Errorf("%s: value %v", c.name, got)
		}
		if !(&measure.Judge{Any: true}).Cleaner()(v, v.Slices[0]) {
			t.Errorf("%s: not clean where any slice is", c.name)
		}
	}
	// Where the system pins no thread, a clock below 0.8 of the fastest, here of 2 GHz, is that of a core of another type.
	for ghz, want := range map[float64]bool{2: true, 1.65: true, 1.5: false} {
		v := between(clock(ghz), clock(ghz), 1000)
		j := judge()
		j.Roams = true
		if got := j.Cleaner()(v, v.Slices[0]); got != want {
			t.Errorf("%v GHz on a thread that roams: clean is %v", ghz, got)
		}
	}
	v := between(shared, shared, 1000)
	if !new(measure.Judge).Cleaner()(v, v.Slices[0]) {
		t.Error("a judge that has seen nothing calls a turn too long")
	}
}

// With Beside, a slice is clean however long the turns around it are, if the clock is steady; without it, only after short turns.
func TestBesideANeighbour(t *testing.T) {
	at := func(clock, turn float64) machine.Reading { return machine.Reading{Clock: clock, Turn: turn} }
	for _, c := range []struct {
		before, after machine.Reading
		alone, beside bool // whether the slice is clean without and with Beside
	}{
		{at(2, 5), at(2, 5), true, true},
		{at(2, 5), at(2, 8), false, true},
		{at(2, 8), at(2, 11), false, true},
		{at(2, 8), at(2.1, 8), false, false},
	} {
		for beside, want := range map[bool]bool{false: c.alone, true: c.beside} {
			j := &measure.Judge{Known: 5, Beside: beside}
			for i := range 1000 {
				j.Add(at(2, 7+float64(i%5))) // turns of 7 to 11 cycles: never quiet
			}
			v := between(c.before, c.after, 1000)
			if got := j.Cleaner()(v, v.Slices[0]); got != want {
				t.Errorf("beside %v, readings %v and %v: clean is %v", beside, c.before, c.after, got)
			}
			if !j.NeverQuiet() || j.Disturbed() != 1 {
				t.Errorf("beside %v: disturbed %v of the time", beside, j.Disturbed())
			}
		}
	}
}

// Cycles are by the mean of the clocks around a slice, whatever the clock of other slices.
func TestCycles(t *testing.T) {
	v := between(machine.Reading{Clock: 1, Turn: 5}, machine.Reading{Clock: 3, Turn: 5}, 1000)
	if got := v.Cycles(v.Slices[0]); got != 2000 {
		t.Errorf("%v cycles, want 2000", got)
	}
}

// The turn that stands for an unshared core does not follow a few readings that are too low, and one quiet reading in ten is enough for it.
func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		name  string
		turns map[float64]int // how many readings of which turn
		known float64         // the turn of an unshared core of the processor, 0 if unknown
		quiet float64         // as Quiet returns it
		never bool            // as NeverQuiet returns it
	}{
		{"nothing", nil, 0, 0, false},
		{"nothing, known", nil, 5, 0, false},
		{"quiet", map[float64]int{5: 1000}, 0, 5, false},
		{"one lucky reading", map[float64]int{3: 1, 5: 999}, 0, 5, false},
		{"one in a hundred lucky", map[float64]int{1: 10, 5: 990}, 0, 5, false},
		{"one in a hundred lucky, known", map[float64]int{1: 10, 5: 990}, 5, 5, false},
		{"shared nine times in ten", map[float64]int{5: 100, 8: 900}, 0, 5, false},
		{"always shared, unknown", map[float64]int{8: 1000}, 0, 8, false},
		{"always shared, known", map[float64]int{8: 1000}, 5, 5, true},
		{"a little more than known", map[float64]int{5.1: 1000}, 5, 5.1, false},
		{"better than known", map[float64]int{4: 1000}, 5, 4, false},
	} {
		j := measure.Judge{Known: c.known}
		for turn, n := range c.turns {
			j.Add(slices.Repeat([]machine.Reading{{Clock: 2, Turn: turn}}, n)...)
		}
		limit := c.quiet * 1.025
		if c.quiet == 0 {
			limit = math.Inf(1)
		}
		if !same(j.Quiet(), c.quiet) || !same(j.Limit(), limit) || j.NeverQuiet() != c.never {
			t.Errorf("%s: quiet %v, limit %v, never quiet %v; want %v, %v, %v", c.name, j.Quiet(), j.Limit(), j.NeverQuiet(), c.quiet, limit, c.never)
		}
	}
}

// The known turn of each processor is that of the least disturbed committed record of such a processor. Platforms of all records count as measured.
func TestKnownTurns(t *testing.T) {
	least := map[string]float64{} // by microarchitecture
	known := map[string]float64{}
	for _, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		text, path, err := results.ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		var record struct {
			Machine struct{ Fingerprint machine.Fingerprint }
			Canary  measure.Judge
		}
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		name := record.Machine.Fingerprint.Microarchitecture
		known[name] = machine.Known(record.Machine.Fingerprint)
		if !machine.Measured(record.Machine.Fingerprint) {
			t.Errorf("%s: results of a platform that is said to have none", path)
		}
		if j := (measure.Judge{Turns: record.Canary.Turns}); known[name] > 0 && j.Quiet() > 0 {
			least[name] = cmp.Or(min(least[name], j.Quiet()), j.Quiet()) // 0 before the first
		}
	}
	if len(least) == 0 {
		t.Error("no record of a processor whose turn is known")
	}
	for name, turn := range least {
		if math.Abs(turn/known[name]-1) > 0.005 {
			t.Errorf("%s: %.3f cycles for a turn in the records, %.3f is said to be known", name, turn, known[name])
		}
	}
}

// Disturbed is the share of readings with long turns, whether or not any slice counts as clean.
func TestDisturbed(t *testing.T) {
	for _, all := range []bool{false, true} {
		j := judge()
		j.Any = all
		if got := j.Disturbed(); got != 0 {
			t.Errorf("Any is %v: a quiet machine is disturbed %v of the time", all, got)
		}
		j.Add(slices.Repeat([]machine.Reading{shared}, 3000)...)
		if got := j.Disturbed(); got != 0.75 {
			t.Errorf("Any is %v: disturbed %v of the time, want 0.75", all, got)
		}
	}
	if got := new(measure.Judge).Disturbed(); got != 0 {
		t.Errorf("disturbed %v of the time before there were readings", got)
	}
	never := measure.Judge{Known: 5}
	never.Add(shared, shared)
	if got := never.Disturbed(); got != 1 {
		t.Errorf("a core that is never quiet is disturbed %v of the time", got)
	}
}

// Clock is the most frequent clock after rounding, the lower one of two.
func TestClock(t *testing.T) {
	var j measure.Judge
	if ghz, share := j.Clock(); ghz != 0 || share != 0 {
		t.Errorf("%v GHz, %v of the time before there were readings", ghz, share)
	}
	for ghz, n := range map[float64]int{2.61: 3, 3.01: 2, 2.995: 2, 4: 3} {
		j.Add(slices.Repeat([]machine.Reading{{Clock: ghz, Turn: 5}}, n)...)
	}
	if ghz, share := j.Clock(); ghz != 3 || share != 0.4 {
		t.Errorf("%v GHz, %v of the time; want 3, seen most after rounding, 0.4 of the time", ghz, share)
	}
	j.Add(machine.Reading{Clock: 2.6, Turn: 5})
	if ghz, _ := j.Clock(); ghz != 2.6 {
		t.Errorf("%v GHz of two that are seen as often, want the lower one", ghz)
	}
}

// Quantiles of a histogram are numbers that were counted.
func TestHistogram(t *testing.T) {
	h := measure.Histogram{1: 1, 10: 98, 1000: 1}
	for q, want := range map[float64]int{0: 1, 0.01: 1, 0.02: 10, 0.5: 10, 0.99: 10, 0.995: 1000, 1: 1000} {
		if got := h.Quantile(q); got != want {
			t.Errorf("quantile %v: %d, want %d", q, got, want)
		}
	}
	if got := (measure.Histogram{}).Quantile(0.5); got != 0 {
		t.Errorf("%d of nothing", got)
	}
}

// Readings added to a judge do not change its clone.
func TestCloneIsApart(t *testing.T) {
	j := judge()
	c := j.Clone()
	j.Add(slices.Repeat([]machine.Reading{{Clock: 3, Turn: 1}}, 5000)...)
	if ghz, _ := c.Clock(); c.Quiet() != 5 || ghz != 2 {
		t.Errorf("a clone follows: turn %v, clock %v", c.Quiet(), ghz)
	}
}

// Visits and judges are the same after writing and reading them as JSON.
func TestVisitsSurviveJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		v := visit(3, rng.Float64(), 1e9*rng.Float64(), 1000*rng.Float64(), 1, 2, 3)
		v.Answers, v.Bytes, v.Elapsed = rng.IntN(1<<20), rng.IntN(1<<20), 12345
		for i := range v.Readings {
			v.Readings[i] = machine.Reading{Clock: 5 * rng.Float64(), Turn: 10 * rng.Float64()}
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var again measure.Visit
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, v) {
			t.Fatalf("%v: %+v came back as %+v", err, v, again)
		}
	}
	j := judge()
	j.Known = 5
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var again measure.Judge
	err = json.Unmarshal(text, &again)
	if err != nil || !reflect.DeepEqual(again.Turns, j.Turns) || !reflect.DeepEqual(again.Clocks, j.Clocks) || again.Limit() != j.Limit() {
		t.Errorf("%v: judge %+v came back as %+v", err, j, again)
	}
	// A resumed run judges by the readings before and after the break.
	for _, x := range []*measure.Judge{j, &again} {
		x.Add(make([]machine.Reading, 10)...)
	}
	if again.Limit() != j.Limit() {
		t.Errorf("the limit is %v after going on, and %v without a break", again.Limit(), j.Limit())
	}
}

// Check refuses a visit with any impossible number.
func TestCheck(t *testing.T) {
	for name, spoil := range map[string]func(v *measure.Visit){
		"":                               func(*measure.Visit) {},
		"no positions":                   func(v *measure.Visit) { v.PassSlices = 0 },
		"no passes":                      func(v *measure.Visit) { v.Passes = 0 },
		"no slices":                      func(v *measure.Visit) { v.Slices = nil },
		"no readings":                    func(v *measure.Visit) { v.Readings = nil },
		"position below 0":               func(v *measure.Visit) { v.Slices[1].Index = -1 },
		"position too high":              func(v *measure.Visit) { v.Slices[1].Index = 2 },
		"slice before all readings":      func(v *measure.Visit) { v.Slices[1].Before = -1 },
		"slice after the last reading":   func(v *measure.Visit) { v.Slices[1].Before = len(v.Readings) - 1 },
		"no time":                        func(v *measure.Visit) { v.Slices[1].NS = 0 },
		"time below 0":                   func(v *measure.Visit) { v.Slices[1].NS = -5 },
		"time that is no number":         func(v *measure.Visit) { v.Slices[1].NS = math.NaN() },
		"reading without a clock":        func(v *measure.Visit) { v.Readings[2].Clock = 0 },
		"reading of a clock too fast":    func(v *measure.Visit) { v.Readings[2].Clock = 16000 },
		"reading without a turn":         func(v *measure.Visit) { v.Readings[2].Turn = 0 },
		"reading whose turn is a puzzle": func(v *measure.Visit) { v.Readings[2].Turn = math.NaN() },
	} {
		v := visit(2, 100, 1000)
		spoil(&v)
		if err := v.Check(); (err != nil) != (name != "") || err != nil && !strings.HasPrefix(err.Error(), "cell: ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A clock by which repeated work always takes exactly the same time is broken. One slice that differs shows that it works; work that is done once shows nothing.
func TestRepeats(t *testing.T) {
	var cells []measure.Visit
	for i := range 20 {
		v := visit(2, 100, 1000, 100, 1000)
		v.Cell = fmt.Sprint("cell ", i)
		cells = append(cells, v)
	}
	var r measure.Repeats
	for i := range cells { // each has two slices that repeat its first two, so after the fourth, eight slices were alike
		if err := r.Add(&cells[i]); (err != nil) != (i >= 3) || err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("cell %d: %d slices", i, 2*i+2)) {
			t.Errorf("cell %d: %v", i, err)
		}
	}
	cells[2].Slices[2].NS++
	r = measure.Repeats{}
	for i := range cells {
		if err := r.Add(&cells[i]); err != nil {
			t.Errorf("one slice took longer, and yet: %v", err)
		}
	}
	r = measure.Repeats{}
	for range 20 {
		v := visit(1, 100)
		v.Cell = fmt.Sprint(rand.Int())
		if err := r.Add(&v); err != nil {
			t.Errorf("nothing was done twice, and yet: %v", err)
		}
	}
}

// A slice has a canary before and after it. While the core is shared, it waits until the visit's time for waiting is used up.
func TestTimer(t *testing.T) {
	calls := 0
	patient := measure.Timer{Limit: math.Inf(1), Wait: time.Hour}
	for p := range 3 {
		patient.Slice(p, func() { calls++ })
	}
	patient.Cell, patient.Passes, patient.PassSlices = "cell", 1, 3
	if err := patient.Check(); err != nil || calls != 3 || len(patient.Readings) != 4 || patient.Wait != time.Hour {
		t.Errorf("%d calls, %d readings, waits for %v more, %v; want 3 calls, 4 readings, no wait", calls, len(patient.Readings), patient.Wait, err)
	}
	for p, s := range patient.Slices {
		if s.Index != p || s.Before != p {
			t.Errorf("slice %d: %+v", p, s)
		}
	}
	hurried := measure.Timer{Limit: 0.001} // no core is that good
	hurried.Slice(0, func() {})
	if len(hurried.Readings) != 2 {
		t.Errorf("%d readings without time to wait", len(hurried.Readings))
	}
	waiting := measure.Timer{Limit: 0.001, Wait: time.Millisecond}
	waiting.Slice(0, func() {})
	if last := len(waiting.Readings) - 2; waiting.Wait > 0 || last < 1 || waiting.Slices[0].Before != last {
		t.Errorf("%d readings, %v left to wait, slice %+v", len(waiting.Readings), waiting.Wait, waiting.Slices[0])
	}
}
