package guard

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/lab/noise"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// recorded is a recorded cell, from whose slices a simulation draws visits.
type recorded noise.Recorded

// visits returns a function that draws visits of a process: in shuffled order, each once before any comes again, as a visit that is drawn
// twice would confirm itself. A visit's slices are drawn with replacement, each from the recorded slices of its position. Their times are
// multiplied by times.
func (r *recorded) visits(load, process int, times float64, rng *rand.Rand) func() measure.Visit {
	visits := r.Processes[load][process]
	var order []int
	return func() measure.Visit {
		if len(order) == 0 {
			order = rng.Perm(len(visits))
		}
		v := visits[order[0]]
		order = order[1:]
		passes := len(v.Slices) / r.Positions
		drawn := make([]measure.Slice, len(v.Slices))
		for i := range drawn {
			s := v.Slices[rng.IntN(passes)*r.Positions+i%r.Positions]
			if s.Index != i%r.Positions {
				panic(fmt.Sprintf("%v: slice %d is of position %d", r.Cell, i, s.Index))
			}
			s.NS *= times
			drawn[i] = s
		}
		v.Slices = drawn
		return v
	}
}

// simulation runs guards on recorded slices instead of on two source trees.
type simulation struct {
	cells     []recorded
	reference string
}

// sources chooses a recorded cell for each cell of a guard: for the reference's two rows those of one table, and for the cells
// of any other technique cells of one recorded technique, as these share their tables and so scatter alike.
func (m *simulation) sources(cells []grid.Cell, rng *rand.Rand) map[grid.Cell]*recorded {
	var references []*recorded
	others := map[string][]*recorded{} // by technique
	for i := range m.cells {
		if r := &m.cells[i]; r.Cell.Technique != m.reference {
			others[r.Cell.Technique] = append(others[r.Cell.Technique], r)
		} else if !r.Cell.AA {
			references = append(references, r)
		}
	}
	names := slices.Sorted(maps.Keys(others))
	find := func(c grid.Cell) *recorded { // which is there, as both rows of the reference are recorded in each table
		return &m.cells[slices.IndexFunc(m.cells, func(r recorded) bool { return r.Cell == c })]
	}
	tables := map[grid.Cell]*recorded{}
	sourceOf := map[string]string{} // recorded techniques, by those of cells
	chosen := map[grid.Cell]*recorded{}
	for _, c := range cells {
		if c.Technique != m.reference {
			if sourceOf[c.Technique] == "" {
				sourceOf[c.Technique] = names[rng.IntN(len(names))]
			}
			of := others[sourceOf[c.Technique]]
			chosen[c] = of[rng.IntN(len(of))]
			continue
		}
		if tables[tableOf(c)] == nil {
			tables[tableOf(c)] = references[rng.IntN(len(references))]
		}
		source := tables[tableOf(c)].Cell
		source.Technique, source.AA = c.Technique, c.AA
		chosen[c] = find(source)
	}
	return chosen
}

// guard simulates a guard of some cells. In head, a cell takes as many times as long as slower says, 1 if it says nothing. Everything
// but the slices is the guard's own: the order and number of visits, the values, the rounds, dropping and confirming.
func (m *simulation) guard(cells []grid.Cell, threshold float64, slower map[grid.Cell]float64, seed uint64) (*Comparison, error) {
	draws := rand.New(rand.NewPCG(seed, 2))
	sources := m.sources(cells, draws)
	s := (&sides{Guard: &Guard{Setup: run.Setup{Reference: m.reference, Seed: seed}, Threshold: threshold, Progress: func(int, int) {}}}).prepare()
	s.canary.Known = 1 // the turn of clean slices in noise.RecordedReadings
	s.round = func(pairs []pair, _ int, rng *rand.Rand) error {
		for range processes(threshold) {
			if err := m.once(s, pairs, sources, slower, draws, rng); err != nil {
				return err
			}
		}
		return nil
	}
	c := &Comparison{Threshold: threshold, Confirmed: true, Rounds: stats.RoundsForPairs(len(cells))}
	return c, s.compare(c, cells)
}

// once simulates the measurement by a process of each side. A process measures all cells of its side, as when the slices were recorded.
func (m *simulation) once(s *sides, pairs []pair, sources map[grid.Cell]*recorded, slower map[grid.Cell]float64, draws, rng *rand.Rand) error {
	drawn := [2]int{draws.Int(), draws.Int()} // modulo the number of recorded processes, the process of each side
	for _, block := range s.blocks(pairs) {
		// A load disturbs both sides, which are visited alternately.
		load := draws.IntN(2) // 0 without a load, 1 with a load
		var process [2]int
		for side := range process {
			process[side] = drawn[side] % len(sources[pairs[block[0]].cell].Processes[load])
		}
		for side := range process {
			draw := map[grid.Cell]func() measure.Visit{}
			for _, i := range block {
				c := pairs[i].cell
				times := 1.0
				if x := slower[c]; side == 1 && x > 0 {
					times = x
				}
				draw[c] = sources[c].visits(load, process[side], times, draws)
			}
			s.visitor.Sides[side].Visit = func(c grid.Cell, _ int, _ float64, _ time.Duration) (measure.Visit, error) { return draw[c](), nil }
		}
		if err := s.block(pairs, block, rng); err != nil {
			return err
		}
	}
	return nil
}

// TestSimulatedGuards counts what guards over recorded slices find, and how often they raise a false alarm. The promise is that at most one in
// 100 guards of equal trees says that anything is slower. The aim for what is found is 95 in 100, and a technique of the whole catalogue that
// becomes 2 % slower in all its cells reaches it, as does a named technique that becomes 1 % slower, with a threshold of 0.5 %. A single cell does
// not: of either guard's, three in four are found, as processes of one program differ by 2 to 4 % where tables do not fit the core's own caches. The
// test fails if the exact limits of a count contradict the promise, or the smallest share to be found, and logs the counts.
func TestSimulatedGuards(t *testing.T) {
	tiertest.Slow(t)
	paths := resultstest.Committed(t, "../../../results", "*/slices.csv.gz") // files that make noise writes
	tries := map[string]int{"whole": 2, "named": 6}                          // one guard alone could not contradict 95 %
	if tiertest.Nightly() {
		tries = map[string]int{"whole": 1000, "named": 5000}
	} else if tiertest.Minutes() {
		tries = map[string]int{"whole": 10, "named": 60}
	}
	const reference = "fancymagic"
	whole, err := guarded(run.Selection{}, reference, build.Build{})
	if err != nil {
		t.Fatal(err)
	}
	named, err := guarded(run.Selection{Techniques: []string{"magic"}}, reference, build.Build{})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		all, err := noise.ReadSlices(path)
		if err != nil {
			t.Error(err)
			continue
		}
		m := &simulation{reference: reference}
		for _, r := range all {
			m.cells = append(m.cells, recorded(r))
		}
		t.Logf("%s: %d recorded cells, %d processes without load and %d with", name, len(all), len(all[0].Processes[0]), len(all[0].Processes[1]))
		for _, c := range []struct {
			name      string
			tries     int
			cells     []grid.Cell
			threshold float64
			times     float64 // how many times as long planted cells take
			technique bool    // all cells of a technique are planted, else one
			least     float64 // of planted slowdowns that are found
		}{
			{"whole catalogue, a cell", tries["whole"], whole, 0.01, 1.02, false, 0.5},
			{"whole catalogue, a technique", tries["whole"], whole, 0.01, 1.02, true, 0.95},
			{"named technique, a cell", tries["named"], named, 0.005, 1.01, false, 0.5},
			{"named technique, all of it", tries["named"], named, 0.005, 1.01, true, 0.95},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				var found, blamed atomic.Int64
				each(t, c.tries, func(seed uint64) error {
					slower := plant(c.cells, reference, c.technique, c.times, rand.New(rand.NewPCG(seed, 3)))
					slowed := map[string]bool{} // techniques
					for cell := range slower {
						slowed[cell.Technique] = true
					}
					guarded, err := m.guard(c.cells, c.threshold, slower, seed)
					if err != nil {
						return err
					}
					right, wrong := false, false
					for _, j := range guarded.Regressions() {
						is := slower[j.Cell] > 0 || j.Together > 0 && slowed[j.Technique]
						right = right || is
						wrong = wrong || !is
					}
					count(&found, right)
					count(&blamed, wrong)
					return nil
				})
				event := fmt.Sprintf("%d cells: a slowdown of %.0f %% is found, threshold %.1f %%,", len(c.cells), 100*(c.times-1), 100*c.threshold)
				if _, hi := limits(t, event, &found, c.tries); hi < c.least {
					t.Errorf("at most %.2f %% are found, want %.0f %%", 100*hi, 100*c.least)
				}
				if lo, _ := limits(t, "another cell is blamed", &blamed, c.tries); lo > 0.01 {
					t.Errorf("other cells are blamed in at least %.2f %%, at most 1 %% is promised", 100*lo)
				}
			})
			if c.technique {
				continue
			}
			t.Run(name+"/"+c.name+", equal trees", func(t *testing.T) {
				var alarmed atomic.Int64
				each(t, c.tries, func(seed uint64) error {
					equal, err := m.guard(c.cells, c.threshold, nil, seed+1<<32) // other seeds than those of slowdowns
					if err == nil {
						count(&alarmed, len(equal.Regressions()) > 0)
					}
					return err
				})
				if lo, _ := limits(t, "equal trees raise an alarm", &alarmed, c.tries); lo > 0.01 {
					t.Errorf("at least %.2f %% are false alarms, at most 1 %% is promised", 100*lo)
				}
			})
		}
	}
}

// plant draws a cell of a technique, neither a control nor the reference, and returns the factor times for the cell, or for all cells of its technique.
func plant(cells []grid.Cell, reference string, all bool, times float64, rng *rand.Rand) map[grid.Cell]float64 {
	planted := cells[rng.IntN(len(cells))]
	for grid.IsControl(planted.Technique) || strings.HasPrefix(planted.Technique, reference) {
		planted = cells[rng.IntN(len(cells))]
	}
	slower := map[grid.Cell]float64{planted: times}
	for _, c := range cells {
		if all && c.Technique == planted.Technique {
			slower[c] = times
		}
	}
	return slower
}

// count adds 1 to n if the answer is yes.
func count(n *atomic.Int64, yes bool) {
	if yes {
		n.Add(1)
	}
}

// limits logs in how many guards an event happened, and returns the exact limits of its share.
func limits(t *testing.T, event string, n *atomic.Int64, tries int) (lo, hi float64) {
	lo, hi = stats.Share(int(n.Load()), tries)
	t.Logf("%s in %d of %d guards, %.2f to %.2f %%", event, n.Load(), tries, 100*lo, 100*hi)
	return lo, hi
}

// each calls f with the seeds 1 to n, as many at a time as there are processors.
func each(t *testing.T, n int, f func(seed uint64) error) {
	t.Helper()
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := next.Add(1); seed <= uint64(n); seed = next.Add(1) {
				if err := f(seed); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
		})
	}
	wg.Wait()
}
