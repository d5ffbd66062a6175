package run

import (
	"math/rand/v2"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

// Visitor has cells visited in turn by one process.
type Visitor struct {
	// Visit is Process.Visit.
	Visit     func(c grid.Cell, positions int, limit float64, wait time.Duration) (measure.Visit, error)
	Positions map[grid.Cell]int                                 // slices in a pass, the same in all rounds
	Judge     *measure.Judge                                    // says which slices are clean, and learns from all readings
	Seen      *measure.Judge                                    // learns from the readings of this process
	Lowest    measure.Lowest                                    // the lowest values of all rounds
	Late      func() bool                                       // whether nothing is waited for any more
	Tick      func(grid.Cell)                                   // called after the first visit to each cell
	Took      func(c grid.Cell, first bool, took time.Duration) // takes how long each visit took; may be nil
	Move      func() error                                      // called after a visit without a clean slice, nil for nothing: the process may leave its CPU
}

// Visits visits all cells several times, in a new order each time, and then repeats cells without clean slices.
func (v *Visitor) Visits(cells []grid.Cell, rng *rand.Rand) ([]measure.Tally, error) {
	tallies := make([]measure.Tally, len(cells))
	for n := 0; n < measure.MaxVisits && (n < measure.MinVisits || !v.Late()); n++ {
		began, visited := time.Now(), 0
		for _, i := range wideLast(cells, rng.Perm(len(cells))) {
			if !v.Judge.Wants(&tallies[i], v.Lowest[cells[i].String()]) {
				continue
			}
			arrived := time.Now()
			visit, err := v.Visit(cells[i], v.Positions[cells[i]], v.Judge.Limit(), PatienceUnless(v.Late))
			if err != nil {
				return nil, err
			}
			v.Positions[cells[i]] = visit.PassSlices
			v.Judge.Add(visit.Readings...)
			v.Seen.Add(visit.Readings...)
			tallies[i].Visits = append(tallies[i].Visits, visit)
			visited++
			if v.Took != nil {
				v.Took(cells[i], n == 0, time.Since(arrived))
			}
			if n == 0 {
				v.Tick(cells[i])
			}
			if v.Move == nil {
				continue
			}
			if clean, _ := (&measure.Tally{Visits: []measure.Visit{visit}}).Clean(v.Judge); clean == 0 {
				if err := v.Move(); err != nil {
					return nil, err
				}
			}
		}
		// Visits to few cells follow each other closely, and disturbances last for a while.
		if rest := apart - time.Since(began); visited > 0 && n >= measure.MinVisits && rest > 0 {
			time.Sleep(rest)
		}
	}
	for i, c := range cells {
		v.Lowest.Add(c.String(), v.Judge.Value(&tallies[i]))
	}
	return tallies, nil
}

// apart is how long visits beyond the first few are apart, at least.
const apart = 100 * time.Millisecond

// wideLast moves the cells of techniques that need AVX-512 to the end of an order: a processor that lowers its frequency for them,
// or stalls while it does so, may go on for some time after.
func wideLast(cells []grid.Cell, order []int) []int {
	var sorted, wide []int
	for _, i := range order {
		if needs(cells[i].Technique, "avx512") {
			wide = append(wide, i)
		} else {
			sorted = append(sorted, i)
		}
	}
	return append(sorted, wide...)
}

// PatienceUnless returns how long a visit may wait: not at all when it is late.
func PatienceUnless(late func() bool) time.Duration {
	if late() {
		return 0
	}
	return Patience
}
