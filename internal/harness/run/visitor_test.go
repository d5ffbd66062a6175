package run

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

// oneSlice returns a visit of one clean slice, which takes so many nanoseconds at 1 GHz.
func oneSlice(ns float64) measure.Visit {
	quiet := machine.Reading{Clock: 1, Turn: 5}
	return measure.Visit{PassSlices: 1, Passes: 1, Readings: []machine.Reading{quiet, quiet}, Slices: []measure.Slice{{NS: ns}}}
}

// A visitor that is late visits each cell as often as it must, and has no patience. Visits of a run beyond the first few are apart.
func TestLateVisitor(t *testing.T) {
	cells := []grid.Cell{{Technique: "magic", Mode: "latency"}, {Technique: "pext", Mode: "latency"}}
	for _, c := range []struct {
		late        bool
		apart       time.Duration
		visits      int           // to each cell
		wait, takes time.Duration // for which each visit may wait; of all visits
	}{
		{false, Apart, measure.MaxVisits, Patience, (measure.MaxVisits - measure.MinVisits) * Apart},
		{false, 0, measure.MaxVisits, Patience, 0},
		{true, Apart, measure.MinVisits, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) { // where only the rests between visits take time
			visits, began := 0, time.Now()
			visit := func(_ grid.Cell, _ int, _ float64, wait time.Duration) (measure.Visit, error) {
				if visits++; wait != c.wait {
					t.Errorf("late is %v: waits for %v, want %v", c.late, wait, c.wait)
				}
				return measure.Visit{PassSlices: 1}, nil // without a clean slice
			}
			v := Visitor{Sides: []Side{{Visit: visit, Lowest: measure.Lowest{}}}, Positions: map[grid.Cell]int{}, Judge: new(measure.Judge),
				Late: func() bool { return c.late }, Apart: c.apart}
			if _, err := v.Visits(cells, rand.New(rand.NewPCG(1, 1))); err != nil || visits != c.visits*len(cells) {
				t.Errorf("late is %v: %d visits, %v; want %d to each cell", c.late, visits, err, c.visits)
			}
			if took := time.Since(began); took != c.takes {
				t.Errorf("late is %v, apart by %v: takes %v, want %v", c.late, c.apart, took, c.takes)
			}
		})
	}
}

// All sides of a cell get as many visits as the one that wants most, and further visits of a cell on one side come between those on the other. A side's other rounds
// confirm its value; only in the first round does another side do so. Two visits of a side confirm each other if they are within 1 %, other rounds and sides within 2 %.
func TestSidesAreVisitedAlike(t *testing.T) {
	constant := func(ns float64) func(int) float64 { return func(int) float64 { return ns } }
	falling := func(visit int) float64 { return 90 / float64(visit) } // no visit confirms one before it
	for _, c := range []struct {
		name   string
		late   bool
		sides  []func(visit int) float64 // the value of a side's visit, counted from 1, in nanoseconds, which are cycles
		lowest []float64                 // of other rounds, by side; 0: this is the first
		want   int                       // visits to each side; 4 and 8 are the limits someVisits and fewVisits of package measure
	}{
		{"one side, nothing confirms it", false, []func(int) float64{falling}, []float64{0}, 8},
		{"one side, two visits confirm it", false, []func(int) float64{constant(100)}, []float64{0}, 2},
		{"one side, its other rounds confirm it", false, []func(int) float64{constant(100)}, []float64{100}, 1},
		{"two sides, nothing confirms one", false, []func(int) float64{constant(100), falling}, []float64{0, 0}, 8},
		{"late", true, []func(int) float64{constant(100), falling}, []float64{0, 0}, measure.MinVisits},
		{"they confirm each other", false, []func(int) float64{constant(100), constant(101)}, []float64{0, 0}, 1},
		{"two visits confirm each", false, []func(int) float64{constant(100), constant(110)}, []float64{0, 0}, 2},
		{"their own rounds confirm both", false, []func(int) float64{constant(100), constant(90)}, []float64{100, 90}, 1},
		{"the other side confirms no later round", false, []func(int) float64{constant(100), constant(100)}, []float64{100, 95}, 4},
		{"three sides, two confirm each other and none the third", false, []func(int) float64{constant(100), constant(101), constant(150)}, []float64{0, 0, 0}, 2},
		{"three sides, each is confirmed by another", false, []func(int) float64{constant(100), constant(101.5), constant(103)}, []float64{0, 0, 0}, 1},
	} {
		cell := grid.Cell{Technique: "magic", Mode: "latency"}
		v := Visitor{Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return c.late }}
		visits, firsts, order := make([]int, len(c.sides)), 0, []int{}
		for side, ns := range c.sides {
			visit := func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) {
				visits[side]++
				order = append(order, side)
				return oneSlice(ns(visits[side])), nil
			}
			v.Sides = append(v.Sides, Side{Visit: visit, Lowest: measure.Lowest{}})
			if c.lowest[side] > 0 {
				v.Sides[side].Lowest.Add(cell.String(), c.lowest[side])
			}
		}
		v.After = func(_ grid.Cell, _ *measure.Visit, first bool, _ time.Duration) {
			if first {
				firsts++
			}
		}
		tallies, err := v.Visits([]grid.Cell{cell}, rand.New(rand.NewPCG(1, 1)))
		if err != nil || firsts != len(c.sides) {
			t.Errorf("%s: %v, %d first visits", c.name, err, firsts)
			continue
		}
		for side := range c.sides {
			value := v.Judge.Value(&tallies[side][0])
			want := c.sides[side](c.want)
			if lowest := v.Sides[side].Lowest[cell.String()]; visits[side] != c.want || len(tallies[side][0].Visits) != c.want || value != want || lowest > want {
				t.Errorf("%s, side %d: %d visits, value %v, lowest %v; want %d and %v", c.name, side, visits[side], value, lowest, c.want, want)
			}
		}
		for n := range c.want { // in every pass each side once
			pass := order[n*len(c.sides) : (n+1)*len(c.sides)]
			if slices.Sort(pass); !slices.Equal(pass, slices.Compact(slices.Clone(pass))) {
				t.Errorf("%s: pass %d visits sides %v", c.name, n+1, pass)
			}
		}
	}
}

// The visits of a pass stand in shuffled order over cells and sides, and an error names its side, if it has a name.
func TestPassesAreShuffled(t *testing.T) {
	var cells []grid.Cell
	for i := range 8 {
		cells = append(cells, grid.Cell{Technique: fmt.Sprint("t", i)})
	}
	for _, name := range []string{"", "head"} {
		var order []string
		v := Visitor{Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return true }}
		for side := range 2 {
			visit := func(c grid.Cell, _ int, _ float64, _ time.Duration) (measure.Visit, error) {
				if order = append(order, fmt.Sprint(c.Technique, side)); len(order) == 33 { // after two passes over 8 cells on 2 sides
					return measure.Visit{}, errors.New("the end")
				}
				return oneSlice(100 * float64(side+1)), nil
			}
			v.Sides = append(v.Sides, Side{Visit: visit, Lowest: measure.Lowest{}})
		}
		v.Sides[0].Name, v.Sides[1].Name = name, name
		rng := rand.New(rand.NewPCG(1, 1))
		if _, err := v.Visits(cells, rng); err != nil || len(order) != 32 {
			t.Fatalf("%d visits, %v", len(order), err)
		}
		first, second := order[:16], order[16:]
		if slices.Equal(first, second) || slices.IsSorted(first) {
			t.Errorf("order %v, then %v", first, second)
		}
		want := "the end"
		if name != "" {
			want = name + ": " + want
		}
		if _, err := v.Visits(cells, rng); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A pass that visits nothing is the last: no further order is drawn.
func TestVisitsEnd(t *testing.T) {
	cells := []grid.Cell{{Technique: "magic"}, {Technique: "pext"}, {Technique: "noop"}}
	side := Side{Lowest: measure.Lowest{}, Visit: func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) { return oneSlice(100), nil }}
	for _, c := range cells {
		side.Lowest.Add(c.String(), 100)
	}
	v := Visitor{Sides: []Side{side}, Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return false }}
	rng, twice := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	if _, err := v.Visits(cells, rng); err != nil {
		t.Fatal(err)
	}
	for range 2 { // one pass of visits, and one without
		twice.Perm(len(cells))
	}
	if rng.Uint64() != twice.Uint64() {
		t.Error("a pass follows one that visited nothing")
	}
}

// Further visits do not ask whether they are wanted, and leave the lowest values alone.
func TestFurtherVisits(t *testing.T) {
	cells := []grid.Cell{{Technique: "magic"}, {Technique: "pext"}}
	v := Visitor{Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return true }}
	v.Sides = []Side{{Lowest: measure.Lowest{}, Visit: func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) { return oneSlice(100), nil }}}
	tallies, err := v.Further(cells, 5, rand.New(rand.NewPCG(1, 1)))
	if err != nil || len(tallies[0][0].Visits) != 5 || len(tallies[0][1].Visits) != 5 || len(v.Sides[0].Lowest) > 0 {
		t.Errorf("%v, lowest %v, %v", tallies, v.Sides[0].Lowest, err)
	}
}

// Cells of techniques that need AVX-512 come after all others, in the order drawn, on all sides.
func TestWideCellsComeLast(t *testing.T) {
	// The first and the third need AVX-512. An order has the indices of cells, times sides, plus the side.
	cells := []grid.Cell{{Technique: "gather"}, {Technique: "magic"}, {Technique: "obstructionavx512"}, {Technique: "obstructionavx2"}, {Technique: "noop"}}
	for _, c := range []struct {
		sides       int
		order, want []int
	}{
		{1, []int{0, 1, 2, 3, 4}, []int{1, 3, 4, 0, 2}},
		{1, []int{4, 2, 3, 0, 1}, []int{4, 3, 1, 2, 0}},
		{2, []int{5, 9, 0, 2, 4, 3, 1, 8, 7, 6}, []int{9, 2, 3, 8, 7, 6, 5, 0, 4, 1}},
	} {
		if got := wideLast(cells, c.sides, c.order); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.order, got, c.want)
		}
	}
	if got := wideLast(cells[1:2], 1, []int{0}); len(got) != 1 {
		t.Errorf("nothing wide: got %v", got)
	}
}

// A visitor leaves the CPU after a visit without a clean slice, and after no other.
func TestUncleanVisitsMove(t *testing.T) {
	clean := []machine.Reading{{Clock: 3, Turn: 5}, {Clock: 3, Turn: 5}}
	shared := []machine.Reading{{Clock: 3, Turn: 5}, {Clock: 3, Turn: 7}}
	moves, visits := []int{}, 0
	visit := func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) {
		visits++
		readings := [][]machine.Reading{clean, shared, clean}[min(visits, 3)-1]
		return measure.Visit{PassSlices: 1, Passes: 1, Readings: readings, Slices: []measure.Slice{{NS: 1000}}}, nil
	}
	v := Visitor{
		Sides: []Side{{Visit: visit, Lowest: measure.Lowest{}}}, Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return true },
		Move: func() error { moves = append(moves, visits); return nil },
	}
	v.Judge.Add(slices.Repeat(clean, 50)...)
	if _, err := v.Visits([]grid.Cell{{Technique: "magic"}, {Technique: "pext"}}, rand.New(rand.NewPCG(1, 1))); err != nil || !slices.Equal(moves, []int{2}) {
		t.Errorf("moves after visits %v of %d, %v; want one after the second", moves, visits, err)
	}
	v.Move = func() error { return errors.New("nowhere") }
	visits = 1 // the next visit, the second, has no clean slice
	if _, err := v.Visits([]grid.Cell{{Technique: "magic"}}, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a move that fails is no error")
	}
}
