package measure

import (
	"math"
	"slices"
)

// Low is the quantile of a visit's clean slices that stands for the visit. A minimum would follow slices whose clock canaries misread as too slow.
const Low = 0.25

// agree is the largest ratio of the values of two visits that confirm each other.
const agree = 1.01

// Visits to a cell in a round. One is enough if it is near the best of other rounds. Else there are at least MinVisits, and further ones
//   - up to someVisits while other rounds have a lower value,
//   - up to fewVisits while the two lowest visits differ, or the best of other rounds is far lower,
//   - up to MaxVisits while both hold, or the cell has no value.
const (
	MinVisits  = 2
	someVisits = 4
	fewVisits  = 8
	MaxVisits  = 24
)

// near is the largest ratio to the best of other rounds, either way, that needs no further visit: layouts differ as much, and so do neighbours' uses of caches.
const near = 1.02

// farWorse is a ratio to the best of other rounds that few layouts exceed: a disturbance is likely, but if visits confirm each other, a slow layout is, and
// further visits do not help. Of cells with more than fewVisits visits, 295 of 334 stayed far worse on a quiet VM, and 302 of 569 on a disturbed VM.
const farWorse = 1.1

// Tally collects a cell's visits of a round.
type Tally struct {
	Visits []Visit
}

// Value returns the cycles of a pass: the sum over its positions (see Visit) of the lowest visit's value there, which is a low quantile of that visit's clean
// slices. If other programs crowd the outer caches, visits are slow without a canary noticing; the lowest is the least crowded. The lowest value on which
// two visits agree would be off by a third when all visits but one are crowded. The value is NaN if some position has clean slices in fewer than two
// visits, or in none where there is one visit of few positions. A machine's noise.md compares this estimator with others.
//
// In a pass of many positions, a visit has few slices of each, and misread clocks make some too quick: the mean of the two lowest visits counts.
func (t *Tally) Value(j *Judge) (cycles float64) {
	least := MinVisits
	if len(t.Visits) == 1 && t.Visits[0].PassSlices < manyPositions {
		least = 1 // Wants asked for no second visit
	}
	return t.value(j, Low, least)
}

// manyPositions is the number of positions from which on a visit has few slices of each.
const manyPositions = 5

// Wants reports whether one more visit may improve the value, given the lowest value of other rounds, 0 if there is none.
func (t *Tally) Wants(j *Judge, others float64) bool {
	n := len(t.Visits)
	if n == 0 || n >= MaxVisits {
		return n == 0
	}
	value := t.Value(j)
	if value <= others*near && value >= others/near {
		return false
	}
	far := others > 0 && value > others*farWorse
	few := t.Visits[0].PassSlices < manyPositions // else the mean of the two lowest visits counts, and they need not agree
	confirmed := few && t.confirmed(j)
	switch {
	case n < MinVisits, math.IsNaN(value), far && !confirmed:
		return true
	case far, few && !confirmed:
		return n < fewVisits
	}
	return others > 0 && value > others && n < someVisits
}

// confirmed reports whether the two lowest visits of each position agree.
func (t *Tally) confirmed(j *Judge) bool {
	return !slices.ContainsFunc(t.byPosition(j, Low), func(visits []float64) bool {
		slices.Sort(visits)
		return len(visits) < MinVisits || visits[1] > visits[0]*agree
	})
}

// settled sorts the values of a position's visits and returns the value of the position, NaN if fewer than least visits have one. positions says how many positions a pass has.
func settled(visits []float64, positions, least int) float64 {
	slices.Sort(visits)
	switch {
	case len(visits) < least:
		return math.NaN()
	case least == 1 || positions < manyPositions:
		return visits[0]
	}
	return (visits[0] + visits[1]) / 2
}

// Once returns the value of a cell that needs no confirmation by a second visit, NaN if some position has no clean slice.
func (t *Tally) Once(j *Judge) (cycles float64) { return t.value(j, Low, 1) }

// value adds up the values of all positions. least is the number of visits that must have clean slices in each position, 1 or MinVisits.
func (t *Tally) value(j *Judge, quantile float64, least int) (cycles float64) {
	positions := t.byPosition(j, quantile)
	if len(positions) == 0 {
		return math.NaN()
	}
	for _, visits := range positions {
		cycles += settled(visits, len(positions), least)
	}
	return cycles
}

// byPosition returns, for each position, the values of the visits that have clean slices there: a quantile of those slices' cycles.
func (t *Tally) byPosition(j *Judge, quantile float64) [][]float64 {
	if len(t.Visits) == 0 {
		return nil
	}
	positions := make([][]float64, t.Visits[0].PassSlices)
	clean := make([][]float64, len(positions)) // by position, the cycles of one visit's clean slices
	isClean := j.Cleaner()
	for i := range t.Visits {
		v := &t.Visits[i]
		for p := range clean {
			clean[p] = clean[p][:0]
		}
		for _, s := range v.Slices {
			if isClean(v, s) {
				clean[s.Index] = append(clean[s.Index], v.Cycles(s))
			}
		}
		for p, cycles := range clean {
			if len(cycles) > 0 {
				slices.Sort(cycles)
				positions[p] = append(slices.Grow(positions[p], len(t.Visits)-i), cycles[int(quantile*float64(len(cycles)-1))]) // grown once for all visits
			}
		}
	}
	return positions
}

// Quantile returns the cycles of a pass by another estimator than Value, for comparison: a quantile of the clean slices of all visits together.
func (t *Tally) Quantile(j *Judge, quantile float64) float64 {
	if len(t.Visits) == 0 {
		return math.NaN()
	}
	all := Visit{PassSlices: t.Visits[0].PassSlices}
	for _, v := range t.Visits {
		for _, s := range v.Slices {
			s.Before += len(all.Readings)
			all.Slices = append(all.Slices, s)
		}
		all.Readings = append(all.Readings, v.Readings...)
	}
	return (&Tally{[]Visit{all}}).value(j, quantile, 1)
}

// Clean returns how many slices were timed, and how many of them are clean.
func (t *Tally) Clean(j *Judge) (clean, all int) {
	isClean := j.Cleaner()
	for i := range t.Visits {
		v := &t.Visits[i]
		for _, s := range v.Slices {
			if all++; isClean(v, s) {
				clean++
			}
		}
	}
	return clean, all
}

// QuickestVisit returns the mean nanoseconds of a pass in the quickest visit, without looking at canaries.
func (t *Tally) QuickestVisit() float64 {
	quickest := math.NaN()
	for _, v := range t.Visits {
		sum := 0.0
		for _, s := range v.Slices {
			sum += s.NS
		}
		if mean := sum / float64(v.Passes); !(mean >= quickest) {
			quickest = mean
		}
	}
	return quickest
}

// Value returns a cell's cycles in a round, NaN for none yet: those of Tally.Once if every slice counts as clean, and else those of Tally.Value.
func (j *Judge) Value(t *Tally) float64 {
	if j.Any {
		return t.Once(j)
	}
	return t.Value(j)
}

// Wants is like Tally.Wants, but one visit is enough if every slice counts as clean.
func (j *Judge) Wants(t *Tally, others float64) bool {
	if j.Any {
		return len(t.Visits) == 0
	}
	return t.Wants(j, others)
}

// Lowest has the lowest value of each cell in all rounds so far, by the cell's name.
type Lowest map[string]float64

// Add takes a value into account, unless it is missing.
func (l Lowest) Add(cell string, value float64) {
	if before, ok := l[cell]; !math.IsNaN(value) && (!ok || value < before) {
		l[cell] = value
	}
}
