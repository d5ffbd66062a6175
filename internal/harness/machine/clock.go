package machine

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"
)

// clock returns the time for Now, and threadTime how long the calling thread has run, 0 where that is not known. Tests replace them.
var clock, threadTime = systemClock, systemThreadTime

// Now returns the time since some fixed moment, by the system's finest clock.
func Now() time.Duration { return clock() }

// Play replaces the clock for tests until restore is called.
func Play(other func() time.Duration) (restore func()) {
	clock, threadTime, timerHere = other, func() time.Duration { return 0 }, sync.OnceValue(newTimer)
	return func() { clock, threadTime, timerHere = systemClock, systemThreadTime, sync.OnceValue(newTimer) }
}

// timer describes the precision of the clock, in nanoseconds.
type timer struct {
	cost       float64 // mean time between two successive readings, which is part of every measured time
	resolution float64 // length of the clock's steps, +Inf if it stands still
}

// timerHere returns the timer of this machine's clock, measured once.
var timerHere = sync.OnceValue(newTimer)

// newTimer measures the precision of the clock by reading it many times.
func newTimer() timer {
	var costs []float64
	times := map[float64]int{} // how often each cost occurred
	for range 4000 {
		began := Now()
		took := float64(Now() - began)
		costs = append(costs, took)
		times[took]++
	}
	slices.Sort(costs)
	middle := costs[len(costs)/4 : 3*len(costs)/4] // a median alone would be a multiple of the resolution
	t := timer{resolution: 1}                      // no clock shows less than a nanosecond
	for _, c := range middle {
		t.cost += c / float64(len(middle))
	}
	if costs[len(costs)/2] == 0 { // the clock is read more often than it moves
		t.resolution = shortestStep()
		return t
	}
	// Times that occur often differ by one step of the clock, give or take a nanosecond for rounding.
	before := math.Inf(1)
	for _, took := range slices.Sorted(maps.Keys(times)) {
		if times[took] >= len(costs)/100 {
			t.resolution = max(t.resolution, took-before)
			before = took
		}
	}
	// No step is longer than the shortest time that the clock has shown.
	moved := slices.IndexFunc(costs, func(took float64) bool { return took > 0 }) // there is one, as the median is
	t.resolution = min(t.resolution, costs[moved])
	return t
}

// shortestStep waits for some steps of a clock that is read more often than it moves, and returns the shortest in nanoseconds.
func shortestStep() float64 {
	const (
		steps    = 5
		patience = 1 << 24 // readings, of a nanosecond or more each: the slowest clocks that we know move every 15.6 ms
	)
	shortest := math.Inf(1)
	for range steps {
		before, after := Now(), Now()
		for n := 0; after == before && n < patience; n++ {
			after = Now()
		}
		if after == before {
			break
		}
		shortest = min(shortest, float64(after-before))
	}
	return shortest
}

// Timer returns the length of the clock's steps and the time between two successive readings, in nanoseconds.
func Timer() (resolution, cost float64) { return timerHere().resolution, timerHere().cost }

// Stretch is the factor by which canaries and slices of work have to be longer here than with a clock that resolves 10 ns, for the
// same precision: 1 on Linux, 10 if the system's clock moves every 100 ns. A clock that would need more than 100 is too coarse: see CheckStep.
func Stretch() int { return int(min(100, max(1, timerHere().resolution/10))) }

// Timed returns how many nanoseconds a call of work takes, less the cost of reading the clock, but at least 1. Time for which other programs had the thread's processor in
// the middle of the work is left out: canaries around it do not see that. The calling goroutine must be locked to its thread.
func Timed(work func()) float64 {
	had, began := threadTime(), Now()
	work()
	took := max(1, float64(Now()-began)-timerHere().cost)
	if had = threadTime() - had; had > 0 && float64(had) < interrupted*took {
		return float64(had)
	}
	return took
}

// Slices of work last at least shortSlice, and the steps of a clock may be as long as a hundredth of that.
const (
	shortSlice  = 100e3            // ns
	coarsest    = shortSlice / 100 // ns
	interrupted = 0.99             // of a slice: a thread that ran for less was interrupted, as other programs had its processor
)

// CheckStep returns an error if a clock is too coarse to time slices of work. step is the length of its steps in nanoseconds.
func CheckStep(step float64) error {
	switch {
	case step <= coarsest:
		return nil
	case math.IsInf(step, 1):
		return fmt.Errorf("the clock stands still: nothing can be measured here")
	}
	return fmt.Errorf("the clock moves in steps of %v, and slices of work take from %v on: nothing can be measured here (want steps of at most %v)",
		time.Duration(step), time.Duration(shortSlice), time.Duration(coarsest))
}

// The clocks of processors, in GHz, with room on both sides: records under liquid helium are somewhat over 9 GHz, and even an
// emulated core does five instructions in 100 ns. Steps that CheckStep lets pass change a reading by a few percent at most.
const (
	slowestClock = 0.05
	fastestClock = 12
)

// CheckClock returns an error for a clock, in GHz, that no processor has.
func CheckClock(ghz float64) error {
	if ghz >= slowestClock && ghz <= fastestClock {
		return nil
	}
	return fmt.Errorf("a clock of %.5g GHz, which no processor has (want %v to %v): times mean nothing", ghz, slowestClock, fastestClock)
}

// CheckReadings returns an error if readings show a clock that no processor has: any that is too fast, or half of them too slow. The system may
// take the processor away within a canary, which makes it look slow, and nothing makes it look fast.
func CheckReadings(readings []Reading) error {
	if len(readings) == 0 {
		return nil
	}
	var clocks []float64
	for _, r := range readings {
		clocks = append(clocks, r.Clock)
	}
	slices.Sort(clocks)
	seen := clocks[len(clocks)/2]
	if highest := clocks[len(clocks)-1]; highest > fastestClock {
		seen = highest
	}
	if err := CheckClock(seen); err != nil {
		return fmt.Errorf("canaries see %w here", err)
	}
	return nil
}

// CheckTimer returns an error if nothing can be measured here: an emulator plays the processor, control groups grant less than one CPU, threads may not
// be pinned, the clock is too coarse, or canaries show a clock that no processor has.
func CheckTimer() error {
	if err := checkEmulator(here.emulator(Detect())); err != nil {
		return err
	}
	if err := cmp.Or(here.checkQuota(), checkPin()); err != nil {
		return err
	}
	if err := CheckStep(timerHere().resolution); err != nil {
		return err
	}
	var readings []Reading
	for range 9 { // odd, as CheckReadings takes the middle reading
		readings = append(readings, Canary())
	}
	return CheckReadings(readings)
}
