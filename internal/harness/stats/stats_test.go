package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b)) }

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

func TestRatioPairsRounds(t *testing.T) {
	// The rounds differ tenfold, the ratio within a round does not.
	a := []float64{10, 200, 30, 400, 50, 60}
	b := []float64{5, 100, 15, 200, 25, 30, 1e9}
	if got := stats.Ratio(a, b); !near(got.Median, 2) || !near(got.Lo, 2) || !near(got.Hi, 2) {
		t.Errorf("got %v, want 2 [2, 2]", got)
	}
	if got := stats.Ratio(a[:5], b); got.Finite() || got.Lo != 0 || got.Excludes(1) {
		t.Errorf("5 rounds: got %v, want no bounds", got)
	}
}

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

func TestMannWhitney(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4, 5, 6}, []float64{7, 8, 9, 10, 11, 12}, 2. / 924}, // C(12,6) = 924
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2. / 20},
		{[]float64{4, 4, 6, 6}, []float64{1, 1, 2, 2}, 2. / 70}, // ties within the samples
		{[]float64{1, 2, 2}, []float64{2, 3, 4}, 6. / 20},       // and between them: 3 of 20 orders put the least on one side
		{[]float64{1, 1, 1}, []float64{1, 1, 1}, 1},
	} {
		if got := stats.MannWhitney(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v, %v: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{nil, []float64{}},
		{[]float64{0.04}, []float64{0.04}},
		// 3 x 0.01, 2 x 0.03, and 1 x 0.04 raised to what came before it.
		{[]float64{0.04, 0.01, 0.03}, []float64{0.06, 0.03, 0.06}},
		{[]float64{0.5, 0.6}, []float64{1, 1}},
	} {
		if got := stats.Holm(c.p); !slices.EqualFunc(got, c.want, near) {
			t.Errorf("%v: got %v, want %v", c.p, got, c.want)
		}
	}
}

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
		draw := func() (values []float64) {
			for range 1 + rng.IntN(9) {
				values = append(values, float64(rng.IntN(12)))
			}
			return values
		}
		a, b := draw(), draw()
		if slices.Max(a) < slices.Min(b) || slices.Max(b) < slices.Min(a) {
			continue // of which the library says 0 if there are ties; see TestMannWhitney
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
