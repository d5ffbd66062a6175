package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

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
	false5 := 0
	for range tries {
		var a, b []float64
		for range rounds {
			round := math.Exp(rng.NormFloat64()) // what happens to both values of a round
			a = append(a, round*math.Exp(0.02*rng.NormFloat64()))
			b = append(b, round*math.Exp(0.02*rng.NormFloat64()))
		}
		if stats.SignedRank(a, b) <= 0.05 {
			false5++
		}
	}
	if part := float64(false5) / tries; part > 0.06 || part < 0.03 {
		t.Errorf("%.3f of all cases without a difference are called significant at 0.05", part)
	}
}

func TestRoundsForPairs(t *testing.T) {
	for _, c := range []struct{ cells, want int }{{1, 9}, {126, 16}, {1000, 19}} {
		if got := stats.RoundsForPairs(c.cells); got != c.want {
			t.Errorf("%d cells: %d rounds, want %d", c.cells, got, c.want)
		}
	}
}

// drawn returns pairs of values, some of them equal and some as far apart as others, to one side or the other.
func drawn(rng *rand.Rand, n int) (values, reference []float64) {
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
		values, reference := drawn(rng, rng.IntN(14))
		more := rng.IntN(10)
		best := stats.BestSignedRank(values, reference, more)
		for range 10 {
			later, ones := drawn(rng, more)
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
