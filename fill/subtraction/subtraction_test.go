package subtraction

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/fill/internal/prefix"
)

// No borrow gets out of its byte, whatever stands on the h-file, and sliders in a row count as one.
func TestEast(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		sliders, occ := rng.Uint64()&rng.Uint64(), rng.Uint64()&rng.Uint64()
		if got, want := east(sliders, occ), prefix.East(sliders, ^occ); got != want {
			t.Fatalf("sliders %#x, occupancy %#x: got %#x, Kogge-Stone says %#x", sliders, occ, got, want)
		}
	}
}
