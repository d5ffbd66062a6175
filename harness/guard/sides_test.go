package guard

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Each side's program is built from its own tree, and a tree that does not build is named.
func TestSidesAreBuilt(t *testing.T) {
	tiertest.Slow(t)
	roots := [2]string{t.TempDir(), t.TempDir()}
	s := prepared(t, &Guard{}, roots)
	program := func(side int, source string) {
		t.Helper()
		write(t, filepath.Join(roots[side], "go.mod"), "module m\n")
		write(t, filepath.Join(roots[side], "cmd", "slidebench", "main.go"), source)
	}
	for side := range roots {
		program(side, fmt.Sprintf("package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"%d\") }\n", side))
	}
	programs, err := s.build(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(programs[0]) != len(programs[1]) {
		t.Errorf("names of different lengths: %q", programs)
	}
	for side, program := range programs {
		if said, err := exec.Command(program).Output(); err != nil || string(said) != fmt.Sprint(side) {
			t.Errorf("side %d: %q, %v", side, said, err)
		}
	}
	program(1, "package main\n")
	if _, err := s.build(2); err == nil || !strings.Contains(err.Error(), roots[1]) {
		t.Errorf("%v, want an error that names %s", err, roots[1])
	}
}

// write writes a file, in a folder that need not be there yet.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// prepared returns the sides of two source trees. Every slice counts as clean: a disturbed machine is no reason to fail.
func prepared(t *testing.T, g *Guard, roots [2]string) *sides {
	t.Helper()
	s, err := newSides(t.Context(), g, roots, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s.canary.Any = true
	return s
}

// A cell that is dropped without being shown equal could not have been called slower alone, whatever its further rounds: not even if all of them
// were slower, and by more than those before. References stay while anything of their table does.
func TestDroppedCellsCouldNotHaveBeenSlower(t *testing.T) {
	const rounds = 12
	dropped, kept, goesOn := 0, 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}}}
		pairs := invented(seed, rounds, true, map[string]float64{"pext": 1.01 + 0.02*rng.Float64()})
		for i := range pairs {
			pairs[i].noise, pairs[i].shown = 0, 0
		}
		// Another table, which nothing is left of.
		other := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "throughput", Corpus: "random16"}
		for _, name := range []string{"magic", "fancymagic", "fancymagic-again"} {
			x := pair{cell: other, paired: true}
			x.cell.Technique = name
			for k := range rounds {
				x.base, x.head = append(x.base, 1), append(x.head, 1+0.01*float64(1-2*(k%2)))
			}
			pairs = append(pairs, x)
		}
		whole := make([]pair, len(pairs))
		copy(whole, pairs)
		for done := 1; done < rounds; done++ {
			for i := range pairs {
				if !pairs[i].dropped {
					pairs[i].base, pairs[i].head = whole[i].base[:done], whole[i].head[:done]
				}
			}
			s.drop(pairs, done, rounds)
			for i := range pairs {
				x := &pairs[i]
				at := len(x.base)
				switch {
				case !x.dropped:
					kept++
					continue
				case at < stats.MinRounds:
					t.Fatalf("seed %d: %v is dropped after %d rounds", seed, x.cell, at)
				case strings.HasPrefix(x.cell.Technique, "fancymagic"):
					for _, y := range pairs {
						if tableOf(y.cell) == tableOf(x.cell) && !y.dropped {
							t.Fatalf("seed %d: %v is dropped while %v is not", seed, x.cell, y.cell)
						}
					}
					continue
				}
				dropped++
				// The rest of its rounds as bad as can be, among cells that all are equal otherwise.
				best := make([]pair, len(pairs))
				for k := range best {
					best[k] = pair{cell: pairs[k].cell, paired: true, base: slices.Repeat([]float64{1}, rounds), head: slices.Repeat([]float64{1}, rounds)}
				}
				best[i].base, best[i].head = slices.Clone(x.base), slices.Clone(x.head)
				for k := at; k < rounds; k++ {
					best[i].base, best[i].head = append(best[i].base, 1), append(best[i].head, math.Pow(10, float64(k)))
				}
				if j := judge(best, 0)[i]; j.Slower {
					t.Fatalf("seed %d: %v is dropped after %d rounds and could have been slower: %+v", seed, x.cell, at, j)
				}
			}
		}
		if x := pairs[len(pairs)-1]; !x.dropped {
			goesOn++ // as the reference's cells may show a difference together
		}
		judged := judge(pairs, 0)
		for i, x := range pairs {
			if x.dropped && judged[i].Slower {
				t.Errorf("seed %d: %v was dropped and is called slower", seed, x.cell)
			}
		}
	}
	if goesOn > 20 {
		t.Errorf("the reference of a table of which nothing is left goes on in %d of 200 guards", goesOn)
	}
	if dropped == 0 || kept == 0 {
		t.Errorf("%d times dropped, %d times kept: nothing is tested", dropped, kept)
	}
}

// A cell that was dropped is not called slower, whatever its few values say.
func TestDroppedCellsAreNotCalledSlower(t *testing.T) {
	pairs := invented(1, 16, true, map[string]float64{"pext": 1.05})
	if got := slowerOnes(judge(pairs, 0.01)); !slices.Equal(got, []string{"pext"}) {
		t.Fatalf("slower are %v, want pext", got)
	}
	pairs[3].dropped = true
	if got := slowerOnes(judge(pairs, 0.01)); len(got) > 0 {
		t.Errorf("slower are %v, of dropped cells", got)
	}
}

// Both sides of a cell get as many visits as the side that wants more, and when the guard is late as few as they must. A side's other rounds
// confirm its value; only in the first round does the other side do so.
func TestBothSidesAreVisitedAlike(t *testing.T) {
	constant := func(ns float64) func(int) float64 { return func(int) float64 { return ns } }
	falling := func(visit int) float64 { return 90 / float64(visit) } // no visit confirms one before it
	for _, c := range []struct {
		name   string
		most   time.Duration
		head   func(visit int) float64 // ns; base takes 100
		lowest [2]float64              // cycles, of other rounds; 0: this is the first
		want   int
	}{
		{"nothing confirms it", 0, falling, [2]float64{}, 8},
		{"late", 1, falling, [2]float64{}, measure.MinVisits},
		{"the other side confirms it", 0, constant(101), [2]float64{}, 1},
		{"two visits confirm it", 0, constant(110), [2]float64{}, 2},
		{"its own rounds confirm it", 0, constant(90), [2]float64{200, 180}, 1},
		{"its own rounds were better", 0, constant(100), [2]float64{200, 190}, 4},
	} {
		s := &sides{Guard: &Guard{Cap: c.most}, positions: map[results.Cell]int{}, lowest: [2]measure.Lowest{{}, {}}}
		pairs := []pair{{cell: results.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}}}
		for side, lowest := range c.lowest {
			if lowest > 0 {
				s.lowest[side].Add(pairs[0].cell.String(), lowest)
			}
		}
		quiet := machine.Reading{Clock: 2, Turn: 5}
		var visits [2]int
		visit := func(side int, _ results.Cell) (measure.Visit, error) {
			visits[side]++
			ns := 100.0
			if side == 1 {
				ns = c.head(visits[side])
			}
			return measure.Visit{Positions: 1, Readings: []machine.Reading{quiet, quiet}, Slices: []measure.Slice{{NS: ns}}}, nil
		}
		if err := s.block(pairs, []int{0}, visit, rand.New(rand.NewPCG(1, 1))); err != nil || visits != [2]int{c.want, c.want} {
			t.Errorf("%s: %d visits, %v; want %d on either side", c.name, visits, err, c.want)
		}
		head := 2 * c.head(c.want)
		if x := pairs[0]; !slices.Equal(x.base, []float64{200}) || !slices.Equal(x.head, []float64{head}) {
			t.Errorf("%s: cycles %v and %v, want 200 and %v", c.name, x.base, x.head, head)
		}
		if s.lowest[0][pairs[0].cell.String()] != 200 || s.lowest[1][pairs[0].cell.String()] > head {
			t.Errorf("%s: lowest are %v", c.name, s.lowest)
		}
	}
}

// Half the usual threshold takes four processes, and others two at least; and a round has one value of all of them for each side.
func TestProcesses(t *testing.T) {
	for threshold, want := range map[float64]int{0: 4, 0.001: 4, 0.005: 4, 0.0058: 3, 0.007: 2, 0.01: 2, 0.05: 2} {
		if n := processes(threshold); n != want {
			t.Errorf("threshold %v: %d processes, want %d", threshold, n, want)
		}
	}
	nan := math.NaN()
	for _, c := range []struct{ base, head, wantBase, wantHead []float64 }{
		{[]float64{5, 1, 4}, []float64{6, 8, 2}, []float64{5, 1}, []float64{6, 2}},
		{[]float64{5, nan, 4}, []float64{6, nan, 8}, []float64{5, 4}, []float64{6, 8}},
		{[]float64{5, nan, nan}, []float64{6, nan, nan}, []float64{5, nan}, []float64{6, nan}},
		{[]float64{5, 3}, []float64{6, 7}, []float64{5, 3}, []float64{6, 7}},
		{[]float64{5}, []float64{6}, []float64{5}, []float64{6}}, // dropped
	} {
		x := pair{base: slices.Clone(c.base), head: slices.Clone(c.head)}
		x.merge(1)
		same := func(a, b float64) int {
			if math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) {
				return 0
			}
			return 1
		}
		if slices.CompareFunc(x.base, c.wantBase, same) != 0 || slices.CompareFunc(x.head, c.wantHead, same) != 0 {
			t.Errorf("%v and %v become %v and %v, want %v and %v", c.base, c.head, x.base, x.head, c.wantBase, c.wantHead)
		}
	}
}

// A cell that six rounds show to have changed by less than the threshold is dropped, however far it leans; one that changed by more,
// or whose rounds do not show it, goes on.
func TestEqualCellsAreDropped(t *testing.T) {
	for _, c := range []struct {
		name    string
		ratios  []float64
		dropped bool
	}{
		{"slower by less", []float64{1.004, 1.005, 1.006, 1.004, 1.005, 1.006}, true},
		{"quicker by less", []float64{0.996, 0.995, 0.994, 0.996, 0.995, 0.994}, true},
		{"five rounds", []float64{1.004, 1.005, 1.006, 1.004, 1.005}, false},
		{"slower by more", []float64{1.004, 1.005, 1.006, 1.004, 1.005, 1.011}, false},
		{"quicker by more", []float64{0.996, 0.995, 0.994, 0.996, 0.995, 0.98}, false},
	} {
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}, Threshold: 0.01}}
		pairs := []pair{{cell: results.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}, paired: true}}
		for _, r := range c.ratios {
			pairs[0].base, pairs[0].head = append(pairs[0].base, 1), append(pairs[0].head, r)
		}
		if s.drop(pairs, len(c.ratios), 18); pairs[0].dropped != c.dropped {
			t.Errorf("%s: dropped %v, want %v", c.name, pairs[0].dropped, c.dropped)
		}
	}
}

// A cell without values in enough rounds is named, and not judged; nor is one that is slower, and then has too few to be confirmed.
func TestCompareNamesWhatIsUnmeasured(t *testing.T) {
	var cells []results.Cell
	for _, x := range invented(1, 1, true, nil) {
		cells = append(cells, x.cell)
	}
	rounds := stats.RoundsForPairs(len(cells))
	for _, c := range []struct {
		name    string
		slower  float64
		missing func(round int) bool
		judged  int
	}{
		{"never measured", 1, func(int) bool { return true }, len(cells) - 1},
		{"not confirmed", 1.1, func(round int) bool { return round > rounds && round%2 == 0 }, len(cells)},
	} {
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}, Progress: func(int, int) {}}}
		s.round = func(pairs []pair, round int, rng *rand.Rand) error {
			for i := range pairs {
				base, head := 1+0.001*rng.Float64(), 1+0.001*rng.Float64()
				if pairs[i].cell.Technique == "pext" {
					if head *= c.slower; c.missing(round) {
						base, head = math.NaN(), math.NaN()
					}
				}
				pairs[i].base, pairs[i].head = append(pairs[i].base, base), append(pairs[i].head, head)
			}
			return nil
		}
		got := &Comparison{Rounds: rounds}
		if err := s.compare(got, cells); err != nil {
			t.Fatal(err)
		}
		if len(got.Unmeasured) != 1 || got.Unmeasured[0].Technique != "pext" || len(got.Cells) != c.judged || len(got.Regressions()) != 0 {
			t.Errorf("%s: unmeasured %v, %d cells judged, regressions %v", c.name, got.Unmeasured, len(got.Cells), got.Regressions())
		}
	}
}
