package machine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// Burst is the time from the start of a burst of a Burden to the start of the next. Burdens show how neighbours affect a measurement.
const Burst = 20 * time.Millisecond

// Kind is the part of a processor that a Burden keeps busy.
type Kind string

// The kinds of burdens.
const (
	Compute Kind = "compute" // the execution units of a core
	Loads   Kind = "loads"   // its inner caches
	Vector  Kind = "vector"  // its vector units
	Memory  Kind = "memory"  // the outer caches and the memory bus
)

// Kinds lists all kinds.
var Kinds = []Kind{Compute, Loads, Vector, Memory}

// Burden keeps a part of a CPU busy for a share of the time, in bursts, until the context is done.
func Burden(ctx context.Context, cpu int, share float64, kind Kind) error {
	switch {
	case !slices.Contains(Kinds, kind):
		return fmt.Errorf("no kind %q of work (have: %v)", kind, Kinds)
	case !(share > 0 && share <= 1):
		return fmt.Errorf("a share of %v (want more than 0, and at most 1)", share)
	}
	return pinned(cpu, func() { bursts(ctx, share, kind) })
}

// Numbers of 64-bit words.
const (
	near     = 256 << 10 / 8 // written by Loads: more than a first-level cache holds, less than a second-level cache
	streamed = 64 << 20 / 8  // written by Memory: more than most outer caches hold
	part     = near / 4      // written between two looks at the clock; it divides both, so no part goes over the end
)

// bursts keeps the part of the processor that kind names busy in bursts, on the calling thread.
func bursts(ctx context.Context, share float64, kind Kind) {
	var words []uint64
	switch kind {
	case Loads:
		words = make([]uint64, near)
	case Memory:
		words = make([]uint64, streamed)
	}
	sums := [8]float64{1, 2, 3, 4, 5, 6, 7, 8}
	at := 0 // the next word to write
	for ctx.Err() == nil {
		busy := time.Duration(share * float64(Burst))
		for began := time.Now(); time.Since(began) < busy; {
			switch kind {
			case Compute:
				canarySink += independent(independentTurns, canaryK)
			case Vector:
				for range independentTurns {
					for i := range sums {
						sums[i] = math.FMA(sums[i], 0.999, 1) // never more than 1000
					}
				}
			default: // Loads and Memory
				for i := range words[at : at+part] {
					words[at+i]++
				}
				at = (at + part) % len(words)
			}
		}
		if rest := Burst - busy; rest > 0 {
			time.Sleep(rest)
		}
	}
	canarySink += uint64(sums[0])
}
