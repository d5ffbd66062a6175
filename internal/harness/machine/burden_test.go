package machine

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"
)

// A burden ends with its context and leaves the caller's thread as it is; an impossible burden is an error.
func TestBurdenEndsWithItsContext(t *testing.T) {
	before, err := AllowedCPUs()
	if err != nil {
		t.Skip(err)
	}
	cpu := before[len(before)-1]
	for _, kind := range Kinds {
		for _, share := range []float64{0.1, 1} {
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- Burden(ctx, cpu, share, kind) }()
			select {
			case err := <-ended:
				t.Errorf("%s, %v of the time: ended before its context did: %v", kind, share, err)
			case <-time.After(3 * Burst): // it still runs
			}
			stop()
			select {
			case err := <-ended:
				if err != nil {
					t.Errorf("%s, %v of the time: %v", kind, share, err)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s, %v of the time: goes on after its context", kind, share)
			}
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := Burden(ended, cpu, 1, Compute); err != nil {
		t.Error(err)
	}
	for _, c := range []struct { // impossible burdens
		share float64
		kind  Kind
	}{{1, "idle"}, {0, Compute}, {1.1, Compute}, {math.NaN(), Compute}} {
		if err := Burden(ended, cpu, c.share, c.kind); err == nil {
			t.Errorf("%+v is a burden", c)
		}
	}
	if err := Burden(t.Context(), 1<<20, 1, Compute); err == nil {
		t.Error("burdens a CPU that no machine has")
	}
	if after, err := AllowedCPUs(); err != nil || !slices.Equal(before, after) {
		t.Errorf("may run on %v, before on %v, %v", after, before, err)
	}
}
