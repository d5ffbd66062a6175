package stats_test

import (
	"math"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Limits of shares agree with printed tables.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		k, n   int
		lo, hi float64
	}{
		{0, 10, 0, 0.30850},
		{10, 10, 0.69150, 1},
		{5, 10, 0.18709, 0.81291},
		{950, 1000, 0.93461, 0.96266},
		{1, 100, 0.00025, 0.05446},
		{0, 0, 0, 1}, // no tries tell nothing
	} {
		if lo, hi := stats.Share(c.k, c.n); math.Abs(lo-c.lo) > 2e-5 || math.Abs(hi-c.hi) > 2e-5 {
			t.Errorf("%d of %d: %.5f to %.5f, want %.5f to %.5f", c.k, c.n, lo, hi, c.lo, c.hi)
		}
	}
}
