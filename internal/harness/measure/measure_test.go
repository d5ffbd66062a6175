package measure_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The invented machine runs at 2 GHz, and a turn takes 5 cycles on a core of one's own.
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

// tally returns a tally with a visit of one slice for each number of cycles, negative for a disturbed slice.
func tally(cycles ...float64) *measure.Tally {
	t := new(measure.Tally)
	for _, c := range cycles {
		t.Visits = append(t.Visits, visit(1, c))
	}
	return t
}

// same reports whether numbers are equal, but for rounding; NaN equals NaN.
func same(a, b float64) bool {
	return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) || a == b
}

// A slice is clean if the clock is steady and the turns around it are short.
func TestCleanSlices(t *testing.T) {
	clock := func(ghz float64) machine.Reading { return machine.Reading{Clock: ghz, Turn: 5} }
	turn := func(cycles float64) machine.Reading { return machine.Reading{Clock: 2, Turn: cycles} }
	short := 0.9e6 * float64(machine.Stretch())
	long := 1.1e6 * float64(machine.Stretch())
	for _, c := range []struct {
		name          string
		before, after machine.Reading
		ns            float64
		want          bool
	}{
		{"quiet", quiet, quiet, 1000, true},
		{"shared before", shared, quiet, 1000, false},
		{"shared after", quiet, shared, 1000, false},
		{"turn at the limit", turn(5.12), turn(5.12), 1000, true},
		{"turn above the limit", quiet, turn(5.13), 1000, false},
		{"turn quicker than quiet", turn(4), quiet, 1000, true},
		{"clock that moves a little", clock(2), clock(2.018), 1000, true},
		{"clock that rises", clock(2), clock(2.022), 1000, false},
		{"clock that falls", clock(2.022), clock(2), 1000, false},
		{"clock that is another one throughout", clock(1.5), clock(1.5), 1000, true},
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
	// Where the system pins no thread, a much slower clock is that of another core.
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
	turn := func(clock, cycles float64) machine.Reading { return machine.Reading{Clock: clock, Turn: cycles} }
	for _, c := range []struct {
		before, after machine.Reading
		alone, beside bool
	}{
		{turn(2, 5), turn(2, 5), true, true},
		{turn(2, 5), turn(2, 8), false, true},
		{turn(2, 8), turn(2, 11), false, true},
		{turn(2, 8), turn(2.1, 8), false, false},
	} {
		for beside, want := range map[bool]bool{false: c.alone, true: c.beside} {
			j := &measure.Judge{Known: 5, Beside: beside}
			for i := range 1000 {
				j.Add(turn(2, 7+float64(i%5)))
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
		known float64
		quiet float64
		never bool
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
			least[name] = cmp.Or(min(least[name], j.Quiet()), j.Quiet())
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
	for _, any := range []bool{false, true} {
		j := judge()
		j.Any = any
		if got := j.Disturbed(); got != 0 {
			t.Errorf("any is %v: a quiet machine is disturbed %v of the time", any, got)
		}
		j.Add(slices.Repeat([]machine.Reading{shared}, 3000)...)
		if got := j.Disturbed(); got != 0.75 {
			t.Errorf("any is %v: disturbed %v of the time, want 0.75", any, got)
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

// A cell's value is the sum over positions of the lowest visit's low quantile; of many positions, of the mean of the two lowest visits.
func TestValue(t *testing.T) {
	nan := math.NaN()
	visits := func(v ...measure.Visit) *measure.Tally { return &measure.Tally{Visits: v} }
	for _, c := range []struct {
		name       string
		t          *measure.Tally
		want, once float64
	}{
		{"no visit", &measure.Tally{}, nan, nan},
		{"one visit", tally(100), 100, 100},
		{"one visit, disturbed", tally(-100), nan, nan},
		{"two that agree", tally(100, 101), 100, 100},
		{"two that do not", tally(100, 101.1), 100, 100},
		{"the lowest of many", tally(150, 120, 100.4, 130, 100), 100, 100},
		{"all but one crowded", tally(90, 120, 120.4, 130, 121), 90, 90},
		{"lower ones of disturbed slices", tally(-50, -50.1, 120, 100.4, 100), 100, 100},
		{"disturbed slices alone", tally(-100, -100, -100), nan, nan},
		{"one clean slice among disturbed ones", tally(-100, 100, -100), nan, 100},
		{"a low quantile of each visit", visits(visit(1, 90, 100, 110, 120, 130), visit(1, 99, 100.2, 200, 300, 400)), 100, 100},
		{"and its disturbed slices", visits(visit(1, -1, -2, 100, 110, 120, -3, 90, 130), visit(1, 100.2, -5)), 100, 100},
		{"positions", visits(visit(2, 100, 1000), visit(2, 100.2, 1002)), 1100, 1100},
		{"positions of different visits", visits(visit(2, 100, -1), visit(2, 100.2, 1000), visit(2, -1, 1002)), 1100, 1100},
		{"a position without a clean slice", visits(visit(2, 100, -1000), visit(2, 100.2, -1000)), nan, nan},
		{"a position of one clean visit", visits(visit(2, 100, 1000), visit(2, 100.2, -2000)), nan, 1100},
		{"four positions", visits(visit(4, 100, 200, 300, 400), visit(4, 90, 220, 300, 400)), 90 + 200 + 300 + 400, 90 + 200 + 300 + 400},
		{"many positions", visits(visit(5, 100, 200, 300, 400, 500), visit(5, 90, 220, 300, 400, 500), visit(5, 150, 250, 400, 500, 600)),
			95 + 210 + 300 + 400 + 500, 90 + 200 + 300 + 400 + 500},
		{"many positions, one visit", visits(visit(5, 100, 200, 300, 400, 500)), nan, 1500},
	} {
		if got := c.t.Value(judge()); !same(got, c.want) {
			t.Errorf("%s: value %v, want %v", c.name, got, c.want)
		}
		if got := c.t.Once(judge()); !same(got, c.once) {
			t.Errorf("%s: by one visit %v, want %v", c.name, got, c.once)
		}
	}
}

// Neither disturbed slices nor the order of visits change the value of drawn visits.
func TestValueIsOfCleanSlices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		all, clean := new(measure.Tally), new(measure.Tally)
		for range 3 + rng.IntN(8) {
			var with, without []float64
			for range 1 + rng.IntN(12) {
				c := 100 + 5*rng.Float64()
				if rng.IntN(3) == 0 {
					with = append(with, -c/3)
					continue
				}
				with, without = append(with, c), append(without, c)
			}
			all.Visits = append(all.Visits, visit(1, with...))
			clean.Visits = append(clean.Visits, visit(1, without...))
		}
		want := clean.Value(judge())
		rng.Shuffle(len(all.Visits), func(i, k int) { all.Visits[i], all.Visits[k] = all.Visits[k], all.Visits[i] })
		if got := all.Value(judge()); !same(got, want) {
			t.Fatalf("value %v, without the disturbed slices %v", got, want)
		}
		if want < 100 {
			t.Fatalf("value %v, lower than any clean slice", want)
		}
	}
}

// Quantile is one of all clean slices of all visits together; the quickest visit counts disturbed slices, too.
func TestQuantile(t *testing.T) {
	two := &measure.Tally{Visits: []measure.Visit{visit(1, 100, 140, -200), visit(1, 110, 120, 130)}}
	for q, want := range map[float64]float64{0: 100, 0.25: 110, 0.5: 120, 1: 140} {
		if got := two.Quantile(judge(), q); !same(got, want) {
			t.Errorf("quantile %v: %v, want %v", q, got, want)
		}
	}
	if got := new(measure.Tally).Quantile(judge(), 0.5); !math.IsNaN(got) {
		t.Errorf("%v of nothing", got)
	}
	if got := two.QuickestVisit(); !same(got, 60) { // one slice a pass: (110+120+130)/3 cycles at 2 GHz
		t.Errorf("quickest visit: %v ns a pass, want 60", got)
	}
}

// A cell is visited again until its lowest visits agree with each other or with other rounds, or until the limits for visits.
func TestWants(t *testing.T) {
	fill := func(n int, cycles ...float64) []float64 { // fills up with visits without clean slices
		return append(cycles, slices.Repeat([]float64{-1}, n-len(cycles))...)
	}
	apart := make([]float64, 0, measure.MaxVisits)
	for x := 100.0; len(apart) < cap(apart); x *= 1.02 {
		apart = append(apart, x)
	}
	for _, c := range []struct {
		name   string
		cycles []float64
		others float64
		want   bool
	}{
		{"no visit", nil, 0, true},
		{"one visit", []float64{100}, 0, true},
		{"one visit that other rounds confirm", []float64{100}, 98.5, false},
		{"one visit that is better than other rounds", []float64{100}, 103, true},
		{"one visit, other rounds are better", []float64{100}, 97, true},
		{"one visit without a clean slice", []float64{-100}, 98.5, true},
		{"two that agree", []float64{100, 100}, 0, false},
		{"the lowest two agree", []float64{100, 150, 100.5}, 0, false},
		{"the lowest is alone", []float64{90, 100, 100.5}, 0, true},
		{"the lowest of seven is alone", fill(7, 90, 100, 100.5), 0, true},
		{"the lowest of eight is alone", fill(8, 90, 100, 100.5), 0, false},
		{"no two agree", []float64{100, 110, 120}, 0, true},
		{"no two of seven agree", apart[:7], 0, true},
		{"no two of eight agree", apart[:8], 0, false},
		{"no two of the most agree", apart, 0, false},
		{"nothing clean", fill(23), 0, true},
		{"nothing clean in the most", fill(24), 0, false},
		{"other rounds are a little better", []float64{100, 100, 100}, 98.5, false},
		{"other rounds confirm one that is alone", []float64{100, 110, 120}, 98.5, false},
		{"other rounds are better", []float64{100, 100, 100}, 97, true},
		{"other rounds are better, four visits that agree", fill(4, 100, 100, 100), 97, false},
		{"other rounds are better, four visits apart", fill(4, 100, 110, 120), 97, true},
		{"other rounds are far better, four visits that agree", fill(4, 100, 100, 100), 85, true},
		{"other rounds are worse", []float64{100, 100, 100}, 150, false},
		{"other rounds are better, eight visits", fill(8, 100, 100, 100), 97, false},
		{"other rounds are far better, seven visits that agree", fill(7, 100, 100, 100), 85, true},
		{"other rounds are far better, eight visits that agree", fill(8, 100, 100, 100), 85, false},
		{"other rounds are far better, eight visits apart", fill(8, 100, 110, 120), 85, true},
		{"other rounds are far better, the most visits apart", fill(24, 100, 110, 120), 85, false},
	} {
		if got := tally(c.cycles...).Wants(judge(), c.others); got != c.want {
			t.Errorf("%s: wants one more visit: %v", c.name, got)
		}
	}
	// One position that nothing confirms is enough.
	two := &measure.Tally{Visits: []measure.Visit{visit(2, 100, 1000), visit(2, 100, 1100), visit(2, 100, 1200)}}
	if !two.Wants(judge(), 0) {
		t.Error("a position that nothing confirms: wants no visit")
	}
	// Of many positions a visit has few slices each.
	many := func(n int) *measure.Tally {
		return &measure.Tally{Visits: slices.Repeat([]measure.Visit{visit(5, 10, 10, 10, 10, 10)}, n)}
	}
	if !many(1).Wants(judge(), 50) {
		t.Error("one visit of five positions: wants no second one")
	}
	if many(2).Wants(judge(), 0) || many(8).Wants(judge(), 48) {
		t.Error("visits of five positions: wants one more")
	}
	if !many(8).Wants(judge(), 40) {
		t.Error("eight visits of five positions, other rounds are far better: wants no further one")
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
	for i := range cells {
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

// Lowest keeps the lowest value of a cell so far, and ignores missing values.
func TestLowest(t *testing.T) {
	l := measure.Lowest{}
	const c = "magic"
	for _, x := range []struct{ value, want float64 }{{math.NaN(), 0}, {5, 5}, {7, 5}, {math.NaN(), 5}, {4, 4}} {
		if l.Add(c, x.value); l[c] != x.want {
			t.Errorf("after %v: %v, want %v", x.value, l[c], x.want)
		}
	}
}

// If any slice counts as clean, one visit is enough; otherwise two visits must have a clean slice.
func TestJudgesVisits(t *testing.T) {
	j, any := judge(), &measure.Judge{Any: true}
	for _, visits := range []*measure.Tally{{}, tally(100), tally(-1, -1)} {
		if got := any.Wants(visits, 0); got != (len(visits.Visits) == 0) {
			t.Errorf("%d visits, any slice is clean: wants one more: %v", len(visits.Visits), got)
		}
	}
	if !j.Wants(tally(100), 0) {
		t.Error("one visit: wants no more")
	}
	if got := any.Value(tally(-100)); !same(got, 100) {
		t.Errorf("one visit, any slice is clean: %v", got)
	}
	if got := j.Value(tally(100, -150)); !math.IsNaN(got) {
		t.Errorf("one clean visit of two: %v", got)
	}
}

// Slices take as long as their work. A rehearsal runs this test with its own file in place of planted.go: then slices of the technique that it slows take longer.
func TestPlanted(t *testing.T) {
	tiertest.Slow(t)
	slower := os.Getenv("SLIDEBENCH_PLANTED")
	for _, name := range []string{"magic", "magic32"} {
		timer := measure.Timer{Visit: measure.Visit{Cell: "/technique=" + name + "/"}}
		timer.Slice(0, func() { time.Sleep(2 * time.Millisecond) })
		if ns := timer.Slices[0].NS; (ns > 1e8) != (slower == name) {
			t.Errorf("%v ns for 2 ms of %s, slower is %q", ns, name, slower)
		}
	}
}
