package machine

import (
	"encoding/json"
	"runtime"
	"time"
)

// A canary is two loops of some microseconds that show the present state of a processor:
//
//   - A chain of additions and exclusive-ors, each waiting for the result before it. Each takes one cycle, so the time of the chain shows
//     the clock. Its operands are in registers and unknown to the compiler: some processors fold additions of small constants
//     while they rename registers. On the processors that we measured both instructions take one cycle. On others they may take longer, as perhaps on
//     the Pentium 4 and on POWER: there a "cycle" is another unit, the same for all rows.
//     On amd64 the compiler makes LEAQ of an addition whose sum goes to a third register. LEAQ takes one cycle as well, but three
//     on some of Intel's processors if the base is R13 or BP: a test reads the machine code.
//   - Five such chains at once, which keep more execution units busy than one thread of a shared core gets. Their time in units of
//     the chain's time does not depend on the clock. It rises when another thread works on the same core.
//
// Neither loop reads memory. A program that only crowds the outer caches or the memory bus affects neither.
const (
	chainTurns       = 4000
	chainCycles      = 8 * chainTurns // a turn of the chain has 8 steps of a cycle each
	independentTurns = 3000
	few              = 32 // untimed turns of each loop, at the start of a canary
)

// Operands that the compiler cannot know, and a sink for results, so that the compiler keeps the loops.
var (
	canaryK, canaryL uint64 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	canarySink       uint64
)

// chain is the first loop of a canary. It returns its result so that the compiler keeps it.
//
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

// independent is the second loop of a canary: five independent chains.
//
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
	Turn  float64 // cycles for a turn of the independent chains; it rises with other threads' share of the core
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

// Canary measures the clock, and how much of the core the calling thread has. It takes about 12 us, times Stretch.
//
// Half of the chain runs before the independent chains and half after, and the quicker half determines the clock. If the system takes
// the processor away for a moment, only the other half is slow, and a reading never makes the core look better than it is.
func Canary() Reading {
	n := Stretch()
	// A few untimed turns, as the slice before may have driven this code out of the caches, the code that reads the clock included.
	canarySink += chain(few, canaryK, canaryL) + independent(few, canaryK) + uint64(Now())
	began := Now()
	canarySink += chain(n*chainTurns/2, canaryK, canaryL)
	first := Now()
	canarySink += independent(n*independentTurns, canaryK)
	second := Now()
	canarySink += chain(n*chainTurns/2, canaryK, canaryL)
	ended := Now()
	cost := timerHere().cost
	half := max(1, float64(min(first-began, ended-second))-cost) // a clock that stands still gives a reading that CheckReadings refuses, and not Inf
	clock := float64(n*chainCycles/2) / half
	turn := max(1, float64(second-first)-cost) * clock / float64(n*independentTurns)
	return Reading{Clock: clock, Turn: turn}
}

// Watch reads canaries on a CPU for the time d, but at least one. Waiting for the CPU counts as time.
func Watch(cpu int, d time.Duration) (readings []Reading, err error) {
	began := time.Now()
	err = pinned(cpu, func() {
		for ok := true; ok; ok = time.Since(began) < d {
			readings = append(readings, Canary())
		}
	})
	return readings, err
}

// Known returns the cycles of a turn on an unshared core of known processors, 0 for others. Only this number reveals a core that is shared all the time.
func Known(f Fingerprint) float64 { return unsharedTurns[f.Microarchitecture] }

// unsharedTurns holds the cycles of a turn on unshared cores by microarchitecture, from the records of results.
var unsharedTurns = map[string]float64{"Zen 3": 6.00, "Zen 4": 6.00, "Zen 5": 5.00}

// CycleCheck compares the cycle of the chain with other clocks.
type CycleCheck struct {
	TimeStamp float64 `json:"timeStamp"` // ticks of the time-stamp counter per nanosecond, 0 without such a counter
	Counted   float64 `json:"counted"`   // cycles that the processor's own counter sees in a cycle of the chain, 0 without such a counter
}

// CheckCycle compares the chain's cycle with the time-stamp counter, and with the processor's cycle counter if programs can read it: they must be equal.
func CheckCycle() (check CycleCheck) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const times = 1000
	began, stamp := Now(), timeStamp()
	work := func() {
		for range times {
			canarySink += chain(chainTurns, canaryK, canaryL)
		}
	}
	counted, err := countedCycles(work)
	if err != nil {
		work()
	}
	check.TimeStamp = float64(timeStamp()-stamp) / float64(Now()-began)
	if err == nil {
		check.Counted = float64(counted) / (times * chainCycles)
	}
	return check
}
