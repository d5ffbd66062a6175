package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

// Side is one of the programs that a Visitor measures: a run has one, a guard two.
type Side struct {
	Name string // begins the errors of visits, "" where there is one side
	// Visit is Process.Visit, of a process of the program.
	Visit  func(c grid.Cell, positions int, limit float64, wait time.Duration) (measure.Visit, error)
	Lowest measure.Lowest // the lowest values of all rounds
}

// Visitor has cells visited in turns, by a process of each side.
type Visitor struct {
	Sides     []Side
	Positions map[grid.Cell]int // slices in a pass, the same on all sides and in all rounds
	Judge     *measure.Judge    // says which slices are clean, and learns from all readings
	Late      func() bool       // whether nothing is waited for any more
	Apart     time.Duration     // between the visits to a cell beyond the first few, at least
	// After is called after each visit with the time that it took; nil: nobody has to know. first says whether it is the cell's first visit in this call of Visits.
	After func(c grid.Cell, visit *measure.Visit, first bool, took time.Duration)
	Move  func() error // called after a visit without a clean slice, nil for nothing: the process may leave its CPU
}

// Visits visits all cells several times, in a new order each time, until their values are confirmed. It returns the visits by side and cell. All sides of a cell get
// the same number of visits, because the lowest of more visits is lower.
func (v *Visitor) Visits(cells []grid.Cell, rng *rand.Rand) ([][]measure.Tally, error) {
	tallies := v.unvisited(cells)
	for n := 0; n < measure.MaxVisits && (n < measure.MinVisits || !v.Late()); n++ {
		began := time.Now()
		visited, err := v.pass(cells, tallies, rng, func(i int) bool { return v.wants(cells[i], tallies, i) })
		if err != nil {
			return nil, err
		}
		if !visited {
			break // no later pass would find more to visit, as nothing has changed
		}
		// Visits to few cells follow each other closely, and disturbances last for a while.
		if rest := v.Apart - time.Since(began); n >= measure.MinVisits && rest > 0 {
			time.Sleep(rest)
		}
	}
	for side, s := range v.Sides {
		for i, c := range cells {
			s.Lowest.Add(c.String(), v.Judge.Value(&tallies[side][i]))
		}
	}
	return tallies, nil
}

// Further visits all cells so many times more, in a new order each time, and leaves the lowest values as they are.
func (v *Visitor) Further(cells []grid.Cell, times int, rng *rand.Rand) ([][]measure.Tally, error) {
	tallies := v.unvisited(cells)
	for range times {
		if _, err := v.pass(cells, tallies, rng, func(int) bool { return true }); err != nil {
			return nil, err
		}
	}
	return tallies, nil
}

// unvisited returns tallies without visits, by side and cell.
func (v *Visitor) unvisited(cells []grid.Cell) [][]measure.Tally {
	tallies := make([][]measure.Tally, len(v.Sides))
	for side := range tallies {
		tallies[side] = make([]measure.Tally, len(cells))
	}
	return tallies
}

// wants reports whether a cell is to be visited once more, because its value is not confirmed on some side. The other rounds of a side confirm its value. In the
// first round, another side may do so as well.
func (v *Visitor) wants(c grid.Cell, tallies [][]measure.Tally, i int) bool {
	for side, s := range v.Sides {
		t, lowest := &tallies[side][i], s.Lowest[c.String()]
		confirms := func(others []measure.Tally) bool { // whether the value of another side, with these tallies, is near enough
			return &others[i] != t && !v.Judge.Wants(t, v.Judge.Value(&others[i])) // t is this side's own
		}
		if v.Judge.Wants(t, lowest) && (lowest > 0 || !slices.ContainsFunc(tallies, confirms)) {
			return true
		}
	}
	return false
}

// pass visits each wanted cell once on every side, in shuffled order. Whether a cell is wanted is asked once for all sides, when the first of them is reached.
func (v *Visitor) pass(cells []grid.Cell, tallies [][]measure.Tally, rng *rand.Rand, wants func(cell int) bool) (visited bool, err error) {
	sides, wanted := len(v.Sides), map[int]bool{}
	for _, k := range wideLast(cells, sides, rng.Perm(sides*len(cells))) {
		i, side := k/sides, k%sides // of the cell, and of the side on which k visits it
		if _, asked := wanted[i]; !asked {
			wanted[i] = wants(i)
		}
		if !wanted[i] {
			continue
		}
		if err := v.visit(cells[i], v.Sides[side], &tallies[side][i]); err != nil {
			return true, err
		}
		visited = true
	}
	return visited, nil
}

// visit visits a cell once on a side.
func (v *Visitor) visit(c grid.Cell, s Side, t *measure.Tally) error {
	began, wait := time.Now(), Patience
	if v.Late() {
		wait = 0
	}
	visit, err := s.Visit(c, v.Positions[c], v.Judge.Limit(), wait)
	if err != nil && s.Name != "" {
		err = fmt.Errorf("%s: %w", s.Name, err)
	}
	if err != nil {
		return err
	}
	v.Positions[c] = visit.PassSlices
	v.Judge.Add(visit.Readings...)
	t.Visits = append(t.Visits, visit)
	if v.After != nil {
		v.After(c, &visit, len(t.Visits) == 1, time.Since(began))
	}
	if v.Move == nil {
		return nil
	}
	if clean, _ := (&measure.Tally{Visits: []measure.Visit{visit}}).Clean(v.Judge); clean > 0 {
		return nil
	}
	return v.Move()
}

// Apart is how long visits of a run beyond the first few are apart, at least.
const Apart = 100 * time.Millisecond

// wideLast moves the cells of techniques that need AVX-512 to the end of an order, which has each cell once for every side: a processor that lowers its frequency
// for them, or stalls while it does so, may go on for some time after.
func wideLast(cells []grid.Cell, sides int, order []int) []int {
	var narrow, wide []int
	for _, k := range order {
		if needs(cells[k/sides].Technique, "avx512") {
			wide = append(wide, k)
		} else {
			narrow = append(narrow, k)
		}
	}
	return append(narrow, wide...)
}
