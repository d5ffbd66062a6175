package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

var nan = math.NaN()

// without returns values with missing ones in some rounds.
func without(values []float64, rounds ...int) []float64 {
	values = slices.Clone(values)
	for _, k := range rounds {
		values[k] = nan
	}
	return values
}

// Missing values change nothing but the number of values: the same rounds left out of both series give the same answers.
func TestMissing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var a, b, x, y, left, right []float64
		for range 12 {
			shared := math.Exp(rng.NormFloat64())
			v, w := shared*math.Exp(0.01*rng.NormFloat64()), shared*math.Exp(0.01*rng.NormFloat64())
			switch rng.IntN(4) {
			case 0:
				a, b, right = append(a, nan), append(b, w), append(right, w)
			case 1:
				a, b, left = append(a, v), append(b, nan), append(left, v)
			default:
				a, b, x, y, left, right = append(a, v), append(b, w), append(x, v), append(y, w), append(left, v), append(right, w)
			}
		}
		if len(x) < stats.MinRounds {
			continue // then a ratio rests on all values of both
		}
		before := slices.Clone(a)
		if got, want := stats.Median(a), stats.Median(left); got != want {
			t.Fatalf("median %v, want %v", got, want)
		}
		if got, want := stats.Ratio(a, b), stats.Ratio(x, y); got != want {
			t.Fatalf("ratio %v, want %v", got, want)
		}
		if got, want := stats.AANoise(a, b), stats.AANoise(x, y); got != want {
			t.Fatalf("noise %v, want %v", got, want)
		}
		if got, want := stats.SignedRank(a, b), stats.SignedRank(x, y); got != want {
			t.Fatalf("signed ranks %v, want %v", got, want)
		}
		if got, want := stats.MannWhitney(a, b), stats.MannWhitney(left, right); got != want {
			t.Fatalf("U test %v, want %v", got, want)
		}
		if !slices.EqualFunc(a, before, func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) }) {
			t.Fatal("the values were changed")
		}
	}
}

// Pairing by place instead of by round would find a ratio of about 10 here, or of 0.1.
func TestMissingIsPairedByRound(t *testing.T) {
	rounds := []float64{1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10}
	slower := make([]float64, len(rounds))
	for k, v := range rounds {
		slower[k] = 1.5 * v
	}
	for first := range rounds {
		r := stats.Ratio(without(slower, first), without(rounds, 13-first))
		if !near(r.Median, 1.5) || !near(r.Lo, 1.5) || !near(r.Hi, 1.5) {
			t.Errorf("without round %d: %v", first, r)
		}
	}
}

// Series that share too few rounds are compared by their own intervals, and only if both have one. The bounds hold the ratio in at least 95 of 100 cases, and a
// disturbance of whole rounds, which pairing would take out, makes them wider.
func TestRatioOfFewPairs(t *testing.T) {
	const ratio, cases = 1.05, 2000
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rounds := range []float64{0, 0.1} { // spread of whole rounds
		held := 0
		for range cases {
			a, b := make([]float64, 12), make([]float64, 12)
			for k := range a {
				shared := math.Exp(rounds * rng.NormFloat64())
				a[k], b[k] = ratio*shared*math.Exp(0.02*rng.NormFloat64()), shared*math.Exp(0.02*rng.NormFloat64())
			}
			a, b = without(a, 0, 1, 2, 3, 4), without(b, 7, 8, 9, 10, 11) // two rounds have both
			r, back := stats.Ratio(a, b), stats.Ratio(b, a)
			if !near(r.Median*back.Median, 1) || !near(r.Lo*back.Hi, 1) || !near(r.Hi*back.Lo, 1) {
				t.Fatalf("%v and %v are not reciprocal", r, back)
			}
			if !r.Excludes(ratio) {
				held++
			}
			if few := stats.Ratio(without(a, 5, 6), b); few.Finite() {
				t.Fatalf("five values of one series: %v", few)
			}
		}
		if held < cases*95/100 {
			t.Errorf("%d of %d intervals hold the ratio", held, cases)
		}
	}
}

func TestNothing(t *testing.T) {
	none, some := []float64{nan, nan}, []float64{1, nan}
	for _, i := range []stats.Interval{stats.Median(nil), stats.Median(none), stats.Ratio(some, []float64{nan, 1})} {
		if i.Known() || i.Finite() || i.Excludes(1) || i.Format(1) != "?" {
			t.Errorf("%v is not none", i)
		}
	}
	if !math.IsInf(stats.AANoise(some, none), 1) || stats.MannWhitney(some, none) != 1 || stats.SignedRank(some, none) != 1 {
		t.Error("something is said of nothing")
	}
	if !math.IsInf(stats.Resolution(0.01, nil), 1) || !math.IsInf(stats.Resolution(0.01, []stats.Interval{stats.None}), 1) {
		t.Error("something is significant in an empty table")
	}
}

// draw returns two series of rounds of which the second takes ratio times as long, with a spread.
func draw(rng *rand.Rand, rounds int, ratio, spread float64) (a, b []float64) {
	for range rounds {
		shared := math.Exp(0.1 * rng.NormFloat64())
		a = append(a, shared*math.Exp(spread*rng.NormFloat64()))
		b = append(b, ratio*shared*math.Exp(spread*rng.NormFloat64()))
	}
	return a, b
}

// Differences beyond the resolution are significant in at least nine of ten cases; much smaller ones seldom are.
func TestResolution(t *testing.T) {
	const techniques, rounds, spread = 40, 9, 0.01
	rng := rand.New(rand.NewPCG(5, 6))
	above, below, all := 0, 0, 0
	for range 50 {
		reference, again := draw(rng, rounds, 1, spread)
		noise := stats.AANoise(reference, again)
		var ratios []stats.Interval
		for range techniques {
			var other []float64
			for _, v := range reference {
				other = append(other, v*math.Exp(spread*math.Sqrt2*rng.NormFloat64()))
			}
			ratios = append(ratios, stats.Ratio(other, reference))
		}
		resolution := stats.Resolution(noise, ratios)
		if resolution < noise {
			t.Fatalf("resolution %v below the noise %v", resolution, noise)
		}
		for _, r := range ratios {
			all++
			for planted, seen := range map[float64]*int{1.5 * resolution: &above, 0.3 * resolution: &below} {
				// Moved so that its median is the planted difference.
				moved := r.Times(math.Exp(planted) / r.Median)
				if moved.Excludes(1) && math.Log(moved.Median) > noise {
					*seen++
				}
			}
		}
	}
	if above < all*95/100 {
		t.Errorf("%d of %d differences above the resolution are significant", above, all)
	}
	if below > all/10 {
		t.Errorf("%d of %d differences far below the resolution are significant", below, all)
	}
	if got := stats.Resolution(nan, []stats.Interval{{Median: 1, Lo: 0.9, Hi: 1.05}}); !near(got, math.Log(1/0.9)) {
		t.Errorf("of one interval %v", got)
	}
	var arms []stats.Interval // of 1 to 10 %
	for k := range 10 {
		arms = append(arms, stats.Interval{Median: 1, Lo: 0.999, Hi: math.Exp(0.01 * float64(10-k))})
	}
	if got := stats.Resolution(0.001, arms); !near(got, 0.09) {
		t.Errorf("of ten intervals %v, want that no more than one in ten reaches further", got)
	}
	arms[3].Hi = math.Inf(1)
	if got := stats.Resolution(0.001, arms); !near(got, 0.1) {
		t.Errorf("of ten intervals, one without bounds, %v", got)
	}
	if got := stats.Resolution(0.2, []stats.Interval{{Median: 1, Lo: 0.9, Hi: 1.05}, stats.None}); got != 0.2 {
		t.Errorf("below the noise: %v", got)
	}
}
