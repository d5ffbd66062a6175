package machine

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A canary is two loops of some microseconds that show the present state of a processor:
//
//   - A chain of additions and exclusive-ors, each waiting for the last. Each takes one cycle, so the time of the chain shows
//     the clock. Its operands are in registers and unknown to the compiler: some processors fold additions of small constants
//     while they rename registers. On the processors that we measured both instructions take one cycle. We have not looked up
//     others: if an instruction takes another time, as may be on the Pentium 4 or on POWER, a "cycle" below is another unit, the
//     same for all rows.
//     On amd64 the compiler makes LEAQ of an addition whose sum goes to a third register. LEAQ takes one cycle as well, but three
//     on some of Intel's processors if the base is R13 or BP: a test reads the machine code.
//   - Five such chains at once, which keep more execution units busy than one thread of a shared core gets. Their time in units of
//     the chain's time does not depend on the clock. It rises when another thread works on the same core.
//
// Neither loop reads memory. A program that only crowds the outer caches or the memory bus affects neither.
const (
	chainTurns       = 4000
	chainCycles      = 8 * chainTurns // cycles of the chain
	independentTurns = 3000
	few              = 32 // turns to warm up
)

// Operands that the compiler cannot know, and a sink for results, so that the compiler keeps the loops.
var (
	canaryK, canaryL uint64 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	canarySink       uint64
)

//go:noinline
func chain(turns int, k, l uint64) uint64 {
	x := k
	for range turns {
		x += k
		x ^= l
		x += k
		x ^= l
		x += k
		x ^= l
		x += k
		x ^= l
	}
	return x
}

//go:noinline
func independent(turns int, k uint64) uint64 {
	a, b, c, d, e := k, k+1, k+2, k+3, k+4
	for range turns {
		a += k
		b += k
		c += k
		d += k
		e += k
		a ^= k
		b ^= k
		c ^= k
		d ^= k
		e ^= k
		a += k
		b += k
		c += k
		d += k
		e += k
		a ^= k
		b ^= k
		c ^= k
		d ^= k
		e ^= k
	}
	return a + b + c + d + e
}

// Reading is the result of a canary.
type Reading struct {
	Clock float64 // clock of the processor in GHz: cycles of the chain per nanosecond
	Turn  float64 // cycles for a turn of the independent chains; it rises with the share of the core that others have
}

// MarshalJSON writes a reading as [clock, turn].
func (r Reading) MarshalJSON() ([]byte, error) { return json.Marshal([2]float64{r.Clock, r.Turn}) }

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *Reading) UnmarshalJSON(text []byte) error {
	var pair [2]float64
	err := json.Unmarshal(text, &pair)
	r.Clock, r.Turn = pair[0], pair[1]
	return err
}

// timer describes the clock from which times are read, in nanoseconds.
type timer struct {
	cost       float64 // median time of reading the clock twice, which is part of every measured time
	resolution float64 // steps in which the clock moves
}

var timerHere = sync.OnceValue(func() timer {
	var costs []float64
	times := map[float64]int{}
	for range 4000 {
		began := time.Now()
		took := float64(time.Since(began))
		costs = append(costs, took)
		times[took]++
	}
	slices.Sort(costs)
	middle := costs[len(costs)/4 : 3*len(costs)/4] // a median alone would be a multiple of the resolution
	t := timer{resolution: 1}
	for _, c := range middle {
		t.cost += c / float64(len(middle))
	}
	// Times that occur often differ by one step of the clock, give or take a nanosecond for rounding.
	before := math.Inf(1)
	for _, took := range slices.Sorted(maps.Keys(times)) {
		if times[took] >= len(costs)/100 {
			t.resolution = max(t.resolution, took-before)
			before = took
		}
	}
	return t
})

// Stretch is the factor by which canaries and slices of work have to be longer here than with a clock that resolves 10 ns, for the
// same precision: 1 on Linux, 10 if the system's clock moves every 100 ns.
func Stretch() int { return min(100, max(1, int(timerHere().resolution/10))) }

// Timed returns how many nanoseconds work takes, without reading the clock.
func Timed(work func()) float64 {
	began := time.Now()
	work()
	return max(1, float64(time.Since(began))-timerHere().cost)
}

// Canary reads the clock and the share of the core that the calling thread has. It takes about 12 us, times Stretch.
//
// Half of the chain runs before the independent chains and half after, and the quicker half determines the clock. If the system takes
// the processor away for a moment, only the other half is slow, and a reading never makes the core look better than it is.
func Canary() Reading {
	n := Stretch()
	// One untimed round: the code before may have driven all of this from the caches, the code that reads the clock included.
	canarySink += chain(few, canaryK, canaryL) + independent(few, canaryK) + uint64(time.Now().Nanosecond())
	began := time.Now()
	canarySink += chain(n*chainTurns/2, canaryK, canaryL)
	first := time.Now()
	canarySink += independent(n*independentTurns, canaryK)
	second := time.Now()
	canarySink += chain(n*chainTurns/2, canaryK, canaryL)
	ended := time.Now()
	cost := timerHere().cost
	half := max(1, float64(min(first.Sub(began), ended.Sub(second)))-cost)
	clock := float64(n*chainCycles/2) / half
	turn := max(1, float64(second.Sub(first))-cost) * clock / float64(n*independentTurns)
	return Reading{Clock: clock, Turn: turn}
}

// Watch reads canaries on a CPU for some time.
func Watch(cpu int, d time.Duration) (readings []Reading, err error) {
	watch := func() {
		for began := time.Now(); time.Since(began) < d; {
			readings = append(readings, Canary())
		}
	}
	if err = pinned(cpu, watch); errors.Is(err, errors.ErrUnsupported) {
		watch()
		err = nil
	}
	return readings, err
}

// Known returns the turn of the independent chains on an unshared core, for processors that we have seen, 0 for all others. Only
// this number reveals a core that is shared all the time.
func Known(f Fingerprint) float64 { return turns[f.Microarchitecture] }

// turns holds the turns by microarchitecture, from the records of results.
var turns = map[string]float64{"Zen 3": 6.00, "Zen 5": 5.00}

// Timer returns the resolution of the clock from which times are read, and the time of reading it twice, in nanoseconds.
func Timer() (resolution, cost float64) { return timerHere().resolution, timerHere().cost }

// CycleCheck compares the cycle of the chain with other clocks.
type CycleCheck struct {
	TimeStamp float64 `json:"timeStamp"` // ticks of the time-stamp counter per nanosecond, 0 without such a counter
	Counted   float64 `json:"counted"`   // cycles that the processor's own counter sees in a cycle of the chain, 0 without such a counter
}

// CheckCycle compares the chain's cycle with the time-stamp counter, and with the processor's cycle counter if programs can read it:
// that must see one cycle for each cycle of the chain.
func CheckCycle() (check CycleCheck) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const times = 1000
	began, stamp := time.Now(), timeStamp()
	work := func() {
		for range times {
			canarySink += chain(chainTurns, canaryK, canaryL)
		}
	}
	counted, err := countedCycles(work)
	if err != nil {
		work()
	}
	check.TimeStamp = float64(timeStamp()-stamp) / float64(time.Since(began))
	if err == nil {
		check.Counted = float64(counted) / (times * chainCycles)
	}
	return check
}
