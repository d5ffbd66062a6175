package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// near reports whether numbers are equal but for rounding.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) }

// The bounds of an interval are equally far from both ends of the sorted values. In comments, P is the chance that so many values lie on one side of the median.
func TestMedian(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []float64
		want   stats.Interval
	}{
		{[]float64{7}, stats.Interval{Median: 7, Lo: -inf, Hi: inf}},
		{[]float64{5, 1, 3, 2, 4}, stats.Interval{Median: 3, Lo: -inf, Hi: inf}},
		// P(all six on one side) = 2/64: the range holds the median with 97 %.
		{[]float64{6, 1, 5, 2, 4, 3}, stats.Interval{Median: 3.5, Lo: 1, Hi: 6}},
		{[]float64{9, 1, 5, 2, 4, 3, 8}, stats.Interval{Median: 4, Lo: 1, Hi: 9}},
		// P(at most one of eight on one side) = 18/256 is too much, X1..X7 would do, and so would X2..X8.
		{[]float64{8, 1, 5, 2, 4, 3, 7, 6}, stats.Interval{Median: 4.5, Lo: 1, Hi: 8}},
		// P(at most one of nine on one side) = 20/512: the second and the eighth.
		{[]float64{9, 1, 5, 2, 4, 3, 8, 7, 6}, stats.Interval{Median: 5, Lo: 2, Hi: 8}},
	} {
		before := slices.Clone(c.values)
		if got := stats.Median(c.values); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
		if !slices.Equal(c.values, before) {
			t.Errorf("values reordered: %v, were %v", c.values, before)
		}
	}
}

// The median decides how many decimals all three numbers have.
func TestFormat(t *testing.T) {
	for _, c := range []struct {
		i     stats.Interval
		scale float64
		want  string
	}{
		{stats.Interval{Median: 1.8842, Lo: 1.87, Hi: 1.9014}, 1, "1.884 [1.870, 1.901]"},
		{stats.Interval{Median: 3_456_789, Lo: 3_400_000, Hi: 12_000_000}, 1e-6, "3.457 [3.400, 12.000]"},
		{stats.Interval{Median: 12.345, Lo: 9, Hi: 13}, 1, "12.35 [9.00, 13.00]"},
		{stats.Interval{Median: 123.45, Lo: 100, Hi: 130}, 1, "123.5 [100.0, 130.0]"},
		{stats.Interval{Median: 2, Lo: math.Inf(-1), Hi: math.Inf(1)}, 1, "2.000 [?]"},
		{stats.Interval{Median: math.NaN()}, 1, "?"},
	} {
		if got := c.i.Format(c.scale); got != c.want {
			t.Errorf("%v: got %q, want %q", c.i, got, c.want)
		}
	}
}

// The rounds differ tenfold, the ratio within a round does not.
func TestRatioPairsRounds(t *testing.T) {
	a := []float64{10, 200, 30, 400, 50, 60}
	b := []float64{5, 100, 15, 200, 25, 30, 1e9} // the last is of a round that a lacks
	if got := stats.Ratio(a, b); !near(got.Median, 2) || !near(got.Lo, 2) || !near(got.Hi, 2) {
		t.Errorf("got %v, want 2 [2, 2]", got)
	}
	if got := stats.Ratio(a[:5], b); got.Finite() || got.Lo != 0 || got.Excludes(1) {
		t.Errorf("5 rounds: got %v, want no bounds", got)
	}
}

// Ratio(a, b) and Ratio(b, a) are reciprocal, bounds included. The values only have to vary.
func TestRatioIsReciprocal(t *testing.T) {
	for n := 6; n < 30; n++ {
		a, b := make([]float64, n), make([]float64, n)
		for k := range n {
			a[k], b[k] = 1+float64(k*k%7), 2+float64(k*5%11)
		}
		x, y := stats.Ratio(a, b), stats.Ratio(b, a)
		if !near(x.Median, 1/y.Median) || !near(x.Lo, 1/y.Hi) || !near(x.Hi, 1/y.Lo) {
			t.Errorf("%d rounds: %v is not the reciprocal of %v", n, x, y)
		}
	}
}

// The noise is that of the farther bound, whichever row comes first.
func TestAANoise(t *testing.T) {
	ref := []float64{1, 1, 1, 1, 1, 1}
	again := []float64{1, 1.02, 0.9, 1, 1.05, 1.01}
	if got, want := stats.AANoise(ref, again), -math.Log(0.9); !near(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if a, b := stats.AANoise(ref, again), stats.AANoise(again, ref); !near(a, b) {
		t.Errorf("not symmetric: %v, %v", a, b)
	}
	if got := stats.AANoise(ref[:5], again[:5]); !math.IsInf(got, 1) {
		t.Errorf("5 rounds: got %v, want +Inf", got)
	}
}

// P-values are the share of all orders of both samples that are at least as extreme, on either side.
func TestMannWhitney(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4, 5, 6}, []float64{7, 8, 9, 10, 11, 12}, 2. / 924}, // C(12,6) = 924
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2. / 20},
		{[]float64{4, 4, 6, 6}, []float64{1, 1, 2, 2}, 2. / 70}, // ties within the samples
		{[]float64{1, 2, 2}, []float64{2, 3, 4}, 6. / 20},       // and between them: 3 of 20 orders are as extreme on this side, and 3 on the other
		{[]float64{1, 1, 1}, []float64{1, 1, 1}, 1},
	} {
		if got := stats.MannWhitney(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v, %v: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// The smallest p-value is multiplied by the number of all, the next one by one less, and none falls below a smaller one.
func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{nil, []float64{}},
		{[]float64{0.04}, []float64{0.04}},
		// 3 x 0.01, 2 x 0.03, and 1 x 0.04, which is raised to the 0.06 of the smaller p-value 0.03.
		{[]float64{0.04, 0.01, 0.03}, []float64{0.06, 0.03, 0.06}},
		{[]float64{0.5, 0.6}, []float64{1, 1}},
	} {
		if got := stats.Holm(c.p); !slices.EqualFunc(got, c.want, near) {
			t.Errorf("%v: got %v, want %v", c.p, got, c.want)
		}
	}
}

// The rows are the least and the greatest number of cells for which so many rounds are enough.
func TestRoundsFor(t *testing.T) {
	for _, c := range []struct{ cells, want int }{
		{0, 6}, {1, 6}, {23, 6}, {24, 7}, {85, 7}, {86, 8}, {321, 8}, {322, 9}, {1215, 9}, {1216, 10},
	} {
		if got := stats.RoundsFor(c.cells); got != c.want {
			t.Errorf("%d cells: got %d rounds, want %d", c.cells, got, c.want)
		}
	}
}

// MannWhitney's own counting agrees with the library, with ties and missing values.
func TestMannWhitneyIsTheLibrarys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		sample := func() (values []float64) {
			for range 1 + rng.IntN(9) {
				values = append(values, float64(rng.IntN(12)))
			}
			return values
		}
		a, b := sample(), sample()
		if slices.Max(a) < slices.Min(b) || slices.Max(b) < slices.Min(a) {
			continue // for samples apart the library's p-value is 0 if there are ties; see TestMannWhitney
		}
		want := benchmath.AssumeNothing.Compare(benchmath.NewSample(slices.Clone(a), &benchmath.DefaultThresholds), benchmath.NewSample(slices.Clone(b), &benchmath.DefaultThresholds)).P
		if got := stats.MannWhitney(append(a, math.NaN()), b); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, %v: %v, want %v", a, b, got, want)
		}
	}
}

// Median returns the hull of benchmath's interval and its mirror image, for any number of values.
func TestMedianIsBenchmaths(t *testing.T) {
	summary := func(values []float64) benchmath.Summary {
		return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), stats.Confidence)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 100 {
		var values, negated []float64
		for range n + 1 {
			v := math.Exp(rng.NormFloat64())
			values, negated = append(values, v), append(negated, -v)
		}
		s, mirror := summary(slices.Clone(values)), summary(negated)
		if got, want := stats.Median(values), (stats.Interval{Median: s.Center, Lo: min(s.Lo, -mirror.Hi), Hi: max(s.Hi, -mirror.Lo)}); got != want {
			t.Errorf("%d values: %v, want %v", n+1, got, want)
		}
	}
}

// The ratios are the values. Of n ratios other than 1, there are 2^n choices of signs, and the p-value counts both sides.
func TestSignedRank(t *testing.T) {
	ones := []float64{1, 1, 1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{1.1, 1.2, 1.3, 1.4, 1.5, 1.6}, 2.0 / 64},       // all above: one of 64 choices of signs, on either side
		{[]float64{0.9, 0.8, 0.7, 0.6, 0.5, 0.4}, 2.0 / 64},       // all below
		{[]float64{1 / 1.1, 1.2, 1.3, 1.4, 1.5, 1.6}, 4.0 / 64},   // rank 1 below: sums 0 and 1
		{[]float64{1.1, 1 / 1.2, 1.3, 1.4, 1.5, 1.6}, 6.0 / 64},   // rank 2 below: sums 0, 1, 2
		{[]float64{1.1, 1.2, 1 / 1.3, 1.4, 1.5, 1.6}, 10.0 / 64},  // rank 3 below: 3 is also 1+2
		{[]float64{1.1, 1, 1.2, 1.3, 1.4, 1, 1.5, 1.6}, 2.0 / 64}, // equal pairs left out
		{[]float64{1.1, 1 / 1.1}, 1},                              // nothing can be said
		{[]float64{1, 1, 1}, 1},
	} {
		if got := stats.SignedRank(c.values, ones); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: p = %v, want %v", c.values, got, c.want)
		}
	}
}

// If only rounds differ, p-values of at most 0.05 come up in at most one case of twenty.
func TestSignedRankHoldsItsLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const tries, rounds = 4000, 10
	significant := 0
	for range tries {
		var a, b []float64
		for range rounds {
			round := math.Exp(rng.NormFloat64()) // what happens to both values of a round
			a = append(a, round*math.Exp(0.02*rng.NormFloat64()))
			b = append(b, round*math.Exp(0.02*rng.NormFloat64()))
		}
		if stats.SignedRank(a, b) <= 0.05 {
			significant++
		}
	}
	if part := float64(significant) / tries; part > 0.06 || part < 0.03 { // 4000 tries scatter by 0.003, and ten rounds allow only some p-values
		t.Errorf("%.3f of all cases without a difference are called significant at 0.05", part)
	}
}

// For 1, 126 and 1000 cells, 2/2^n must be at most 0.05, 0.0004 and 0.00005: from 6, 13 and 16 rounds on. Three more follow.
func TestRoundsForPairs(t *testing.T) {
	for _, c := range []struct{ cells, want int }{{1, 9}, {126, 16}, {1000, 19}} {
		if got := stats.RoundsForPairs(c.cells); got != c.want {
			t.Errorf("%d cells: %d rounds, want %d", c.cells, got, c.want)
		}
	}
}

// drawnPairs returns n values, and 1 as the reference of each: most lean to one side; some ratios are powers of two, which tie or are 1, and some values are missing.
func drawnPairs(rng *rand.Rand, n int) (values, reference []float64) {
	lean := rng.NormFloat64()
	for range n {
		d := lean + rng.NormFloat64()
		switch rng.IntN(10) {
		case 0:
			d = math.Round(d)
		case 1:
			d = math.NaN()
		}
		values, reference = append(values, math.Exp2(d)), append(reference, 1)
	}
	return values, reference
}

// No later rounds, even with ties and missing values, bring the p-value below BestSignedRank; rounds that all lean to the leading side, and farther than any before,
// bring it there.
func TestBestSignedRankIsALowerBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	reached := 0
	for range 4000 {
		values, reference := drawnPairs(rng, rng.IntN(14))
		more := rng.IntN(10)
		best := stats.BestSignedRank(values, reference, more)
		for range 10 {
			later, ones := drawnPairs(rng, more)
			if len(values) > 0 && more > 0 && rng.IntN(2) == 0 { // a tie with an early round, or its reciprocal
				later[0] = values[rng.IntN(len(values))]
				if rng.IntN(2) == 0 {
					later[0] = 1 / later[0]
				}
			}
			if p := stats.SignedRank(append(later[:0:0], append(values, later...)...), append(reference, ones...)); p < best*(1-1e-9) {
				t.Fatalf("%v and then %v: p = %v, lower than %v", values, later, p, best)
			}
		}
		for _, side := range []float64{1e9, 1e-9} {
			all, ones := append([]float64{}, values...), append([]float64{}, reference...)
			for k := range more {
				all, ones = append(all, math.Pow(side, float64(k+1))), append(ones, 1)
			}
			if p := stats.SignedRank(all, ones); math.Abs(p-best) < 1e-9*best {
				reached++
				break
			}
		}
	}
	if reached < 4000 {
		t.Errorf("reached in %d of 4000 cases", reached)
	}
}

// AAShown is how far the interval is from 1: 0 if it contains 1, and infinite with fewer than six pairs.
func TestAAShown(t *testing.T) {
	ones := []float64{1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		again []float64
		want  float64
	}{
		{[]float64{1.01, 1.02, 1.03, 1.04, 1.05, 1.06}, math.Log(1.01)},
		{[]float64{0.94, 0.95, 0.96, 0.97, 0.98, 0.99}, -math.Log(0.99)},
		{[]float64{0.5, 1.02, 1.03, 1.04, 1.05, 1.06}, 0},
		{[]float64{1.1, 1.1, 1.1, 1.1, 1.1}, math.Inf(1)},
		{[]float64{1.1, 1.1, 1.1, 1.1, 1.1, math.NaN()}, math.Inf(1)},
	} {
		got := stats.AAShown(ones, c.again)
		if math.Abs(got-c.want) > 1e-12 && got != c.want {
			t.Errorf("%v: %v, want %v", c.again, got, c.want)
		}
		if noise := stats.AANoise(ones, c.again); noise < got {
			t.Errorf("%v: %v is shown, more than the whole noise of %v", c.again, got, noise)
		}
	}
}

var nan = math.NaN() // a missing value

// without returns the values without those of some rounds, counted from 0.
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
		var a, b, x, y, left, right []float64 // two series; their values in common rounds; all values of a, and of b
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
			continue // with so few pairs a ratio rests on all values of both
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
		r := stats.Ratio(without(slower, first), without(rounds, len(rounds)-1-first)) // never the same round, as their number is even
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

// Without values, or without rounds in common, nothing is said.
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

// draw returns two series, of which the second takes ratio times as long. Whole rounds differ by about 10 %, and each value by its own spread.
func draw(rng *rand.Rand, rounds int, ratio, spread float64) (a, b []float64) {
	for range rounds {
		shared := math.Exp(0.1 * rng.NormFloat64())
		a = append(a, shared*math.Exp(spread*rng.NormFloat64()))
		b = append(b, ratio*shared*math.Exp(spread*rng.NormFloat64()))
	}
	return a, b
}

// Differences of 1.5 times the resolution are significant in at least 95 of 100 cases; of 0.3 times, in at most 10.
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
	var arms []stats.Interval // which reach 10, 9, ... 1 % up
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
