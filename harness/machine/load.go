package machine

import (
	"context"
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
	Memory  Kind = "memory"  // the outer caches and the memory bus
)

// Burden keeps a CPU busy for a share of the time, in bursts, until the context is done.
func Burden(ctx context.Context, cpu int, share float64, kind Kind) error {
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

// streamed is larger than most outer caches.
const streamed = 64 << 20 / 8

func bursts(ctx context.Context, share float64, kind Kind) {
	var words []uint64
	if kind == Memory {
		words = make([]uint64, streamed)
	}
	at := 0
	for ctx.Err() == nil {
		busy := time.Duration(share * float64(Burst))
		for began := time.Now(); time.Since(began) < busy; {
			if kind == Compute {
				canarySink += independent(independentTurns, canaryK)
				continue
			}
			part := words[at : at+1<<16]
			for i := range part {
				part[i]++
			}
			at = (at + 1<<16) % streamed
		}
		if rest := Burst - busy; rest > 0 {
			time.Sleep(rest)
		}
	}
}
