package measure

import "math"

// Rule says how many visits a cell needs in a round, and what value they give. If the judge takes every slice for clean, one visit is
// enough.
type Rule int

const (
	// LowestVisit takes the lowest of at least two visits, or one visit that other rounds confirm.
	LowestVisit Rule = iota
	// Quickest takes the quickest clean slice: for work such as Build, which is as long as many slices and the same in every visit.
	Quickest
)

// By the rule Quickest a cell is visited until it has cleanSlices, or mostSlices of any kind.
const (
	cleanSlices = 2
	mostSlices  = 6
)

// Value returns a cell's cycles in a round, NaN if it has none yet.
func (r Rule) Value(t *Tally, j *Judge) float64 {
	if r == Quickest || j.Any {
		return t.Once(j)
	}
	return t.Value(j)
}

// Wants reports whether a cell is to be visited once more in a round, given the lowest value of other rounds, 0 if there is none.
func (r Rule) Wants(t *Tally, j *Judge, others float64) bool {
	switch {
	case j.Any:
		return len(t.Visits) == 0
	case r == Quickest:
		clean, all := t.Clean(j)
		return clean < cleanSlices && all < mostSlices
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
