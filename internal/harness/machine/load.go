package machine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// Load in bursts, for experiments that show how neighbours affect a measurement.

// Burst is the time from the beginning of one burst of a Burden to the next.
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

// Kinds are all kinds.
var Kinds = []Kind{Compute, Loads, Vector, Memory}

// Burden keeps a CPU busy for a share of the time, in bursts, until the context is done.
func Burden(ctx context.Context, cpu int, share float64, kind Kind) error {
	switch {
	case !slices.Contains(Kinds, kind):
		return fmt.Errorf("no kind %q of work (have: %v)", kind, Kinds)
	case !(share > 0 && share <= 1):
		return fmt.Errorf("a share of %v (want more than 0, and at most 1)", share)
	}
	return pinned(cpu, func() { bursts(ctx, share, kind) })
}

// pinned runs work on a thread that is pinned to a CPU, and leaves the caller's thread as it is.
func pinned(cpu int, work func()) error {
	done := make(chan error)
	go func() { // the pinned thread ends with this goroutine
		err := Pin(cpu)
		if err == nil {
			work()
		}
		done <- err
	}()
	return <-done
}

// How many words the kinds that load write in turns: more than a first cache holds and less than a second one, and more than most outer ones.
const (
	near     = 256 << 10 / 8
	streamed = 64 << 20 / 8
	part     = near / 4
)

func bursts(ctx context.Context, share float64, kind Kind) {
	var words []uint64
	switch kind {
	case Loads:
		words = make([]uint64, near)
	case Memory:
		words = make([]uint64, streamed)
	}
	sums := [8]float64{1, 2, 3, 4, 5, 6, 7, 8}
	at := 0
	for ctx.Err() == nil {
		busy := time.Duration(share * float64(Burst))
		for began := time.Now(); time.Since(began) < busy; {
			switch kind {
			case Compute:
				canarySink += independent(independentTurns, canaryK)
			case Vector:
				for range independentTurns {
					for i := range sums {
						sums[i] = math.FMA(sums[i], 0.999, 1)
					}
				}
			default:
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
