package measure

import "math"

// Value returns a cell's cycles in a round, NaN if it has none yet. If the judge takes every slice for clean, one visit is enough.
func (j *Judge) Value(t *Tally) float64 {
	if j.Any {
		return t.Once(j)
	}
	return t.Value(j)
}

// Wants reports whether a cell is to be visited once more in a round, given the lowest value of other rounds, 0 if there is none.
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
