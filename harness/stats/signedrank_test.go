package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/harness/stats"
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

// Where nothing differs but the rounds, p-values of 0.05 and less come up in at most one case of twenty.
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
