package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// simulated returns the values of cells in some runs of six rounds, and each cell's median in the next run. The part common to a run and each cell's own part have the
// given standard deviations, of logarithms; in one cell of ten its own is eight times as large.
func simulated(rng *rand.Rand, runs, cells int, common, own float64) (ends []int, values [][]float64, next []float64) {
	const rounds, noise = 6, 0.001
	shared := make([]float64, runs+1)
	for i := range shared {
		shared[i] = common * rng.NormFloat64()
	}
	for i := range runs {
		ends = append(ends, rounds*(i+1))
	}
	for c := range cells {
		spread := own
		if c%10 == 0 {
			spread *= 8
		}
		var all []float64
		for i := range runs + 1 {
			here := math.Log(float64(10+c)) + shared[i] + spread*rng.NormFloat64()
			for range rounds {
				all = append(all, math.Exp(here+noise*rng.NormFloat64()))
			}
		}
		values, next = append(values, all[:runs*rounds]), append(next, Median(all[runs*rounds:]).Median)
	}
	return ends, values, next
}

// Intervals for the next run contain it as often as they promise, if runs move all cells or each cell alone, from two runs on.
func TestNextRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		runs        int
		common, own float64 // standard deviations, as for simulated
	}{
		{2, 0, 0.005}, // each cell moves alone
		{2, 0.005, 0.005},
		{2, 0.01, 0.002}, // all cells move together for the most part
		{3, 0.005, 0.005},
		{5, 0.01, 0.002},
		{5, 0, 0.01},
	} {
		in, ratiosIn, all := 0, 0, 0 // times and ratios of the next run that lie in their intervals, of so many
		const times, cells = 80, 30
		var arms float64
		for range times {
			ends, values, next := simulated(rng, c.runs, cells, c.common, c.own)
			r := NewRuns(ends, values)
			for i, v := range values {
				interval := r.Median(v)
				arms += interval.Arm() / (cells * times) // so that arms is their mean
				all++
				if !interval.Excludes(next[i]) {
					in++
				}
				if ratio := r.Ratio(v, values[(i+1)%len(values)], r); !ratio.Excludes(next[i] / next[(i+1)%len(next)]) {
					ratiosIn++
				}
			}
		}
		for what, n := range map[string]int{"times": in, "ratios": ratiosIn} {
			least := 0.9
			if c.runs == 2 && c.common > c.own { // two runs tell little of what moves all cells: less than the method promises
				least = 0.84
			}
			if share := float64(n) / float64(all); share < least || share > 0.99 {
				t.Errorf("%d runs, common %v, own %v: %.1f %% of %s lie in the interval (want about 95 %%)", c.runs, c.common, c.own, 100*share, what)
			}
		}
		// Intervals that reach much farther than the standard deviation of a cell's runs are useless: over all cells, the mean of its square is below common² + 9 own². Much
		// farther is 12.5 times as far, about Student's bound for one degree of freedom, as two runs have.
		if wide := 12.5 * math.Sqrt(c.common*c.common+9*c.own*c.own); arms > wide {
			t.Errorf("%d runs, common %v, own %v: intervals reach %.2f %% from their medians", c.runs, c.common, c.own, 100*arms)
		}
	}
}

// NewRuns learns from fewestCells cells on. Then a cell with a single run has an interval, too.
func TestNextRunOfFewCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	ends, values, _ := simulated(rng, 2, fewestCells, 0.01, 0.01)
	if NewRuns(ends, values[1:]) != nil {
		t.Error("so few cells tell how far runs lie apart")
	}
	r := NewRuns(ends, values)
	if r == nil || r.Count(values[0]) != 2 {
		t.Fatal("want two runs of each cell")
	}
	// In a cell with one run, the others' spread gives an interval, not much narrower than that of two runs.
	once := append([]float64{}, values[1]...)
	for i := range ends[0] {
		once[i] = math.NaN()
	}
	if r.Count(once) != 1 || !(r.Median(once).Arm() > r.Median(values[1]).Arm()/2) || !r.Median(once).Finite() {
		t.Errorf("of one run: %v, of two: %v", r.Median(once), r.Median(values[1]))
	}
	// A run with too few values does not count.
	once[0] = values[1][0]
	if r.Count(once) != 1 {
		t.Error("one value counts as a run")
	}
	for i := range once {
		once[i] = math.NaN()
	}
	if r.Median(once).Known() || r.Ratio(once, values[0], r).Known() {
		t.Error("no values have a median")
	}
	// Equal runs have their common median, and a narrow interval.
	ends, values, _ = simulated(rng, 3, 10, 0, 0)
	for c := range values {
		for i := range values[c] {
			values[c][i] = float64(2 + c)
		}
	}
	if m := NewRuns(ends, values).Median(values[3]); math.Abs(m.Median-5) > 1e-9 || !m.Finite() || m.Arm() > 1e-3 {
		t.Errorf("equal runs have the median %v", m)
	}
	// Two groups with one run in common, here the second of three, do not tell how far runs lie apart: the ratio of their cells has no bounds.
	ends, values, _ = simulated(rng, 3, 2*fewestCells, 0.01, 0.01)
	early, late := values[:fewestCells], values[fewestCells:]
	for c := range fewestCells {
		for i := range ends[0] {
			early[c][ends[1]+i], late[c][i] = math.NaN(), math.NaN()
		}
	}
	if ratio := NewRuns(ends, early).Ratio(early[0], late[0], NewRuns(ends, late)); !ratio.Known() || ratio.Finite() {
		t.Errorf("the ratio of groups with one run in common: %v", ratio)
	}
}

// Bounds of Student's t distribution agree with printed tables.
func TestStudent(t *testing.T) {
	for degrees, want := range map[float64]float64{1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984} {
		if got := studentBound(degrees); math.Abs(got-want) > 0.001 {
			t.Errorf("%v degrees: %.4f (want %.3f)", degrees, got, want)
		}
	}
	if a, b := studentBound(2.5), studentBound(2); !(a < b && a > studentBound(3)) {
		t.Errorf("2.5 degrees: %v", a)
	}
}
