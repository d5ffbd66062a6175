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

// A canary is two loops of some microseconds that tell what a processor is doing now:
//
//   - A chain of additions and exclusive-ors, each waiting for the one before. Each takes one cycle, so the time of the chain is the
//     clock. Its operands are in registers and unknown to the compiler: some processors fold additions of small constants while
//     they rename registers. On the processors
//     that we measured both instructions take one cycle. We have not looked up others: where one takes another time, as may be on
//     the Pentium 4 or on POWER, a "cycle" below is another unit, the same for all rows.
//     On amd64 the compiler makes LEAQ of an addition whose sum goes to a third register. That takes one cycle as well, but three on
//     some of Intel's processors where the base is R13 or BP: a test reads the machine code.
//   - Five such chains at once, which keep more execution units busy than one thread of a shared core gets. Their time in units of
//     the chain's does not depend on the clock. It rises when another thread works on the same core.
//
// Neither reads memory. A program that only crowds the outer caches or the memory bus leaves both alone.
const (
	chainTurns       = 4000
	chainCycles      = 8 * chainTurns // that the chain takes
	independentTurns = 3000
	few              = 32 // turns to warm up
)

// Canary keepers: operands that the compiler cannot know, and a place for answers.
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

// Reading is what a canary saw.
type Reading struct {
	Clock float64 // of the processor, in GHz: cycles of the chain per nanosecond
	Turn  float64 // cycles for a turn of the independent chains: the more, the more of the core somebody else has
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

// timer is what is known of the clock that times are read from, in nanoseconds.
type timer struct {
	cost       float64 // of reading the clock twice, by the median: it is in every time
	resolution float64 // steps in which it moves
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
	// Times that occur often lie one step of the clock apart, give or take a nanosecond for rounding.
	before := math.Inf(1)
	for _, took := range slices.Sorted(maps.Keys(times)) {
		if times[took] >= len(costs)/100 {
			t.resolution = max(t.resolution, took-before)
			before = took
		}
	}
	return t
})

// Stretch is how many times longer a canary and a slice of work have to be here than where times are read to 10 ns, for the same
// precision: 1 on Linux, 10 where the clock of the system moves every 100 ns.
func Stretch() int { return min(100, max(1, int(timerHere().resolution/10))) }

// Timed returns how many nanoseconds work takes, without reading the clock.
func Timed(work func()) float64 {
	began := time.Now()
	work()
	return max(1, float64(time.Since(began))-timerHere().cost)
}

// Canary reads the clock and the share of the core that the calling thread has. It takes about 12 us, times Stretch.
//
// Half of the chain runs before the independent chains and half after, and the quicker half tells the clock: where the system took the
// processor away for a moment, the other half says so, and a reading never makes the core look better than it is.
func Canary() Reading {
	n := Stretch()
	// Once around untimed: what ran before may have driven all of this from the caches, the reading of the clock included.
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
	done := make(chan struct{})
	go func() { // the pinned thread ends with this goroutine
		defer close(done)
		if err = Pin(cpu); errors.Is(err, errors.ErrUnsupported) {
			err = nil
		}
		for began := time.Now(); err == nil && time.Since(began) < d; {
			readings = append(readings, Canary())
		}
	}()
	<-done
	return readings, err
}

// Known returns the turn of the independent chains on a core of one's own for processors that we have seen, 0 for all others. A
// core that is shared all the time shows itself by nothing else.
func Known(f Fingerprint) float64 { return turns[f.Microarchitecture] }

// turns are by microarchitecture, from the records of results.
var turns = map[string]float64{"Zen 5": 5.00}

// Timer says how finely time is read here, and what reading it costs, in nanoseconds.
func Timer() (resolution, cost float64) { return timerHere().resolution, timerHere().cost }

// CycleCheck compares the cycle of the chain with other clocks.
type CycleCheck struct {
	TimeStamp float64 `json:"timeStamp"` // ticks of the time-stamp counter per nanosecond, 0 where there is none
	Counted   float64 `json:"counted"`   // cycles that the processor's own counter sees in a cycle of the chain, 0 where there is none
}

// CheckCycle compares the chain's cycle with the time-stamp counter, and with the processor's cycle counter where programs can read
// one: that must see one cycle for each.
func CheckCycle() (check CycleCheck) {
	done := make(chan struct{})
	go func() {
		defer close(done)
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
	}()
	<-done
	return check
}
