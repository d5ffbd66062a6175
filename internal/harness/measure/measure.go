// Package measure turns slices of work, each timed between two canaries, into cycles.
//
// Two things disturb measurements on shared machines: the clock, which moves by a fifth with the host's load, and other programs on
// the core. So a slice's time is multiplied by the clock that the canaries around it saw, which gives cycles, and a slice counts only
// if it is clean: the clock did not change, and the thread had the core to itself. A cell's value is a low quantile of its clean
// slices. A cell without clean slices has no value. Where neighbours never leave the core, a run may count disturbed slices, too.
package measure

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

// Slice is one timed part of a pass over a workload's questions.
type Slice struct {
	Index  int     // its position, the number of its part of the pass, from 0
	NS     float64 // nanoseconds
	Before int     // index of the reading before it; the next is the reading after it
}

// MarshalJSON writes a slice as [index, ns, before], which is short: a visit has many.
func (s Slice) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]float64{float64(s.Index), s.NS, float64(s.Before)})
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (s *Slice) UnmarshalJSON(text []byte) error {
	var x [3]float64
	err := json.Unmarshal(text, &x)
	s.Index, s.NS, s.Before = int(x[0]), x[1], int(x[2])
	return err
}

// Visit is the report of a measuring process about one visit to a cell.
type Visit struct {
	Cell       string        `json:"cell"`
	Passes     int           `json:"passes"`
	Elapsed    time.Duration `json:"elapsed"`   // canaries included
	PassSlices int           `json:"positions"` // slices in a pass, which are at positions 0 to PassSlices-1
	Answers    int           `json:"answers"`   // lookups in a pass; 0: a pass is one operation, such as Build
	Bytes      int           `json:"bytes"`     // size of the technique's tables
	// SizeUnknown says that the technique does not know the size of its tables: Bytes is the size of its object file's data.
	SizeUnknown bool              `json:"sizeUnknown,omitempty"`
	Readings    []machine.Reading `json:"readings"`
	Slices      []Slice           `json:"slices"`
}

// Timer times the slices of a visit. The zero value never waits.
type Timer struct {
	Limit float64       // the largest turn of a canary at which the thread has the core to itself
	Wait  time.Duration // total time that the visit may wait for such a turn
	// Spent returns the nanoseconds of the last slice of work that times itself, 0 if it did not; nil: no work does.
	Spent func() float64
	Visit
}

// Slice times work between two canaries. While the core is shared it waits, until Wait is used up.
func (t *Timer) Slice(position int, work func()) {
	if len(t.Readings) == 0 {
		t.Readings = append(t.Readings, machine.Canary())
	}
	for began := machine.Now(); t.Readings[len(t.Readings)-1].Turn > t.Limit && t.Wait > 0; {
		t.Readings = append(t.Readings, machine.Canary())
		now := machine.Now()
		t.Wait -= now - began
		began = now
	}
	ns := machine.Timed(t.planted(work))
	if t.Spent != nil {
		ns = cmp.Or(t.Spent(), ns)
	}
	t.Slices = append(t.Slices, Slice{position, ns, len(t.Readings) - 1})
	t.Readings = append(t.Readings, machine.Canary())
}

// The limits for clean slices, chosen by the experiment that results/*/noise.md shows.
const (
	quietest  = 0.02  // the quantile of all turns that stands for an unshared core; the minimum may be misread
	sharing   = 1.025 // a turn this many times as long means a shared core
	steady    = 1.01  // if the clocks before and after a slice differ by more, the slice is not clean
	drifting  = 1.03  // the same for a slice longer than longSlice, which cannot be split
	longSlice = 1e6   // ns
	otherCore = 0.8   // the share of the fastest clock below which a thread that roams is taken to be on a core of another type
	mostly    = 0.98  // the quantile of all clocks that counts as the fastest: single readings may be misread
)

// Judge says which slices are clean, from all readings of a run. Records contain it, so that a resumed run judges by all. The zero value is ready for use.
type Judge struct {
	Turns  Histogram `json:"turns"`  // in thousandths of a cycle
	Clocks Histogram `json:"clocks"` // in MHz, rounded to clockStep
	// Known is the turn of an unshared core if it is known for the processor, 0 if not. Only Known reveals a machine that is never quiet.
	Known float64 `json:"known,omitempty"`
	// Beside makes slices count as clean however long their turns are, for machines that are never quiet. The lowest visits of a round are then those
	// that neighbours disturb least, and the remaining disturbance shows as differences between rounds.
	Beside bool `json:"beside,omitempty"`
	// Any makes every slice count as clean: for tests, and to show the effect of the canaries.
	Any bool `json:"any,omitempty"`
	// Roams says that the thread may move between cores of several types, since the system pins none.
	Roams bool `json:"roams,omitempty"`

	quiet    float64 // the quantile at the last look at all turns
	all      int     // readings so far
	lookedAt int     // readings at that look
}

// clockStep is the width of a bar of the histogram of clocks, in MHz.
const clockStep = 25

// Clone returns a copy that stays the same when readings are added to the judge.
func (j Judge) Clone() Judge {
	j.Turns, j.Clocks = maps.Clone(j.Turns), maps.Clone(j.Clocks)
	return j
}

// longest is the longest turn in the histogram, in cycles: longer turns count as this one.
const longest = 50

// Add takes readings into account.
func (j *Judge) Add(readings ...machine.Reading) {
	if j.all == 0 {
		j.all = j.Turns.count() // the judge may come from a record
	}
	for _, r := range readings {
		j.Turns.add(int(math.Round(1000 * min(r.Turn, longest))))
		j.Clocks.add(clockStep * int(math.Round(1000*r.Clock/clockStep)))
	}
	j.all += len(readings)
}

// Quiet returns the turn of an unshared core, 0 without readings: a low quantile of the turns, found anew whenever these grow by a hundredth, or Known if clearly lower.
func (j *Judge) Quiet() float64 {
	if j.quiet == 0 || 100*(j.all-j.lookedAt) > j.all {
		j.lookedAt = j.all
		j.quiet = float64(j.Turns.Quantile(quietest)) / 1000
	}
	if j.Known > 0 && j.quiet > j.Known*sharing {
		return j.Known
	}
	return j.quiet
}

// Limit returns the largest turn of a clean slice, +Inf before there are readings.
func (j *Judge) Limit() float64 {
	if q := j.Quiet(); q > 0 && !j.Any && !j.Beside {
		return q * sharing
	}
	return math.Inf(1)
}

// NeverQuiet reports whether even the quiet turns of this run are longer than the known turn of an unshared core.
func (j *Judge) NeverQuiet() bool {
	return j.Known > 0 && float64(j.Turns.Quantile(quietest))/1000 > j.Known*sharing
}

// Disturbed returns the share of readings in which the core was shared.
func (j *Judge) Disturbed() float64 {
	most := int(1000 * sharing * j.Quiet()) // not Limit, which depends on Any and Beside
	disturbed := 0
	for turn, n := range j.Turns {
		if turn > most {
			disturbed += n
		}
	}
	return float64(disturbed) / float64(max(1, j.Turns.count()))
}

// Clock returns the most frequent clock, in GHz, and its share of the readings; 0 before there are readings.
func (j *Judge) Clock() (ghz, share float64) {
	at := 0
	for _, mhz := range j.Clocks.keys() {
		if j.Clocks[mhz] > j.Clocks[at] {
			at = mhz
		}
	}
	return float64(at) / 1000, float64(j.Clocks[at]) / float64(max(1, j.Clocks.count()))
}

// Cleaner returns a function that reports whether a slice is clean, by the canaries around it and the readings so far. Cleaner itself sorts all turns: call it once for many slices.
func (j *Judge) Cleaner() func(v *Visit, s Slice) bool {
	all, limit, long := j.Any, j.Limit(), longSlice*float64(machine.Stretch())
	slow := 0.0 // in GHz
	if j.Roams {
		slow = otherCore * float64(j.Clocks.Quantile(mostly)) / 1000
	}
	return func(v *Visit, s Slice) bool {
		if all {
			return true
		}
		before, after := v.Readings[s.Before], v.Readings[s.Before+1]
		apart := steady
		if s.NS > long {
			apart = drifting
		}
		fastest, slowest := max(before.Clock, after.Clock), min(before.Clock, after.Clock)
		return fastest <= slowest*apart && slowest >= slow && max(before.Turn, after.Turn) <= limit
	}
}

// Cycles returns the duration of a slice in cycles, by the mean of the clocks before and after it.
func (v *Visit) Cycles(s Slice) float64 {
	return s.NS * (v.Readings[s.Before].Clock + v.Readings[s.Before+1].Clock) / 2
}

// Histogram counts whole numbers.
type Histogram map[int]int

// add counts a number.
func (h *Histogram) add(x int) {
	if *h == nil {
		*h = Histogram{}
	}
	(*h)[x]++
}

// count returns how many numbers were counted.
func (h Histogram) count() (all int) {
	for _, n := range h {
		all += n
	}
	return all
}

// keys returns the different numbers in rising order.
func (h Histogram) keys() []int { return slices.Sorted(maps.Keys(h)) }

// Quantile returns the smallest number x so that at least the share q of all counted numbers are x or less, 0 if nothing was counted.
func (h Histogram) Quantile(q float64) int {
	all, below := h.count(), 0
	for _, x := range h.keys() {
		if below += h[x]; float64(below) >= q*float64(all) {
			return x
		}
	}
	return 0
}

// Check returns an error if a visit's numbers are impossible or contradict each other.
func (v *Visit) Check() error {
	if v.PassSlices < 1 || v.Passes < 1 || len(v.Slices) == 0 {
		return fmt.Errorf("%s: a visit of %d passes over %d positions, with %d slices", v.Cell, v.Passes, v.PassSlices, len(v.Slices))
	}
	for _, r := range v.Readings {
		if !(r.Clock > 0) || !(r.Turn > 0) { // NaN is not above 0, either
			return fmt.Errorf("%s: reading %+v", v.Cell, r)
		}
	}
	if err := machine.CheckReadings(v.Readings); err != nil {
		return fmt.Errorf("%s: %w", v.Cell, err)
	}
	for _, s := range v.Slices {
		if s.Index < 0 || s.Index >= v.PassSlices || s.Before < 0 || s.Before+1 >= len(v.Readings) || !(s.NS > 0) {
			return fmt.Errorf("%s: slice %+v among %d positions and %d readings", v.Cell, s, v.PassSlices, len(v.Readings))
		}
	}
	return nil
}

// Repeats detects a broken clock, by which repeated work always takes exactly the same time.
type Repeats struct {
	first map[place]float64 // ns of the first slice
	alike int               // slices that took exactly as long as the first of their place
	apart bool              // some slice took another time than the first of its place
}

// place names work that every pass repeats: a slice of a cell.
type place struct {
	cell     string
	position int
}

// enough is the number of repeated slices of which, even on the quietest machine, at least one takes another time than the first.
const enough = 8

// Add takes a visit into account. It returns an error if all repeated slices so far took exactly the same time.
func (r *Repeats) Add(v *Visit) error {
	if r.first == nil {
		r.first = map[place]float64{}
	}
	for _, s := range v.Slices {
		at := place{v.Cell, s.Index}
		switch before, known := r.first[at]; {
		case !known:
			r.first[at] = s.NS
		case before == s.NS:
			r.alike++
		default:
			r.apart = true
		}
	}
	if !r.apart && r.alike >= enough {
		return fmt.Errorf("%s: %d slices of work all took exactly as long as the same work before: the clock is broken", v.Cell, r.alike)
	}
	return nil
}
