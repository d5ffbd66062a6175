package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/measure"
)

// tally returns a tally with a visit of one slice for each number of cycles, negative for a disturbed slice, by visit of measure_test.go.
func tally(cycles ...float64) *measure.Tally {
	t := new(measure.Tally)
	for _, c := range cycles {
		t.Visits = append(t.Visits, visit(1, c))
	}
	return t
}

// A cell's value is the sum over positions of the lowest visit's low quantile; of many positions, of the mean of the two lowest visits.
func TestValue(t *testing.T) {
	nan := math.NaN()
	visits := func(v ...measure.Visit) *measure.Tally { return &measure.Tally{Visits: v} }
	for _, c := range []struct {
		name       string
		t          *measure.Tally
		want, once float64 // by Value and by Once
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
				if rng.IntN(3) == 0 { // a disturbed slice that is quicker than all clean ones
					with = append(with, -c/3)
					continue
				}
				with, without = append(with, c), append(without, c)
			}
			all.Visits = append(all.Visits, visit(1, with...))
			clean.Visits = append(clean.Visits, visit(1, without...))
		}
		want := clean.Value(judge()) // NaN, which is below no number, if fewer than two visits have clean slices
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

// A cell is visited again until its lowest visits agree with each other, by at most 1 %, or with other rounds, by 2 %, or until the limits for visits: 4 while other rounds are
// better, 8 while visits differ or other rounds are far better, by more than 10 %, and 24 while both hold.
func TestWants(t *testing.T) {
	fill := func(n int, cycles ...float64) []float64 { // n visits: those of cycles, and others without clean slices
		return append(cycles, slices.Repeat([]float64{-1}, n-len(cycles))...)
	}
	apart := make([]float64, 0, measure.MaxVisits) // cycles of visits, of which no two agree
	for x := 100.0; len(apart) < cap(apart); x *= 1.02 {
		apart = append(apart, x)
	}
	for _, c := range []struct {
		name   string
		cycles []float64 // of a visit each, as for tally
		others float64   // the lowest value of other rounds, 0 for none
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
	// One position whose lowest visits differ is enough.
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

// Lowest keeps the lowest value of a cell so far, and ignores missing values.
func TestLowest(t *testing.T) {
	l := measure.Lowest{}
	const cell = "magic"
	for _, x := range []struct{ value, want float64 }{{math.NaN(), 0}, {5, 5}, {7, 5}, {math.NaN(), 5}, {4, 4}} {
		if l.Add(cell, x.value); l[cell] != x.want {
			t.Errorf("after %v: %v, want %v", x.value, l[cell], x.want)
		}
	}
}

// If any slice counts as clean, one visit is enough; otherwise two visits must have a clean slice.
func TestJudgesVisits(t *testing.T) {
	j, lenient := judge(), &measure.Judge{Any: true}
	for _, visits := range []*measure.Tally{{}, tally(100), tally(-1, -1)} {
		if got := lenient.Wants(visits, 0); got != (len(visits.Visits) == 0) {
			t.Errorf("%d visits, any slice is clean: wants one more: %v", len(visits.Visits), got)
		}
	}
	if !j.Wants(tally(100), 0) {
		t.Error("one visit: wants no more")
	}
	if got := lenient.Value(tally(-100)); !same(got, 100) {
		t.Errorf("one visit, any slice is clean: %v", got)
	}
	if got := j.Value(tally(100, -150)); !math.IsNaN(got) {
		t.Errorf("one clean visit of two: %v", got)
	}
}
