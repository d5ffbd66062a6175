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
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Each side's program is built from its own tree, and the error about a tree that does not build names the tree.
func TestSidesAreBuilt(t *testing.T) {
	tiertest.Slow(t)
	roots := [2]string{t.TempDir(), t.TempDir()}
	s := prepared(t, &Guard{}, roots)
	program := func(side int, source string) {
		t.Helper()
		write(t, filepath.Join(roots[side], "go.mod"), "module m\n")
		write(t, filepath.Join(roots[side], "cmd", "measure", "main.go"), source)
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

// write writes a file, and makes its folder if there is none.
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

// A block appends the cycles of a lookup on each side to its pairs, and NaN to both if one side has no value. The visitor has the sides' names and lowest values.
func TestBlockAddsToPairs(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ base, head, wantBase, wantHead float64 }{ // ns; cycles
		{100, 101, 50, 50.5}, {100, nan, nan, nan}, {nan, 100, nan, nan},
	} {
		s := (&sides{Guard: &Guard{Cap: 1}}).prepare()
		pairs := []pair{{cell: grid.Cell{Technique: "pext"}}, {cell: grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}}}
		quiet := machine.Reading{Clock: 2, Turn: 5}
		for side, ns := range []float64{c.base, c.head} {
			s.visitor.Sides[side].Visit = func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) {
				v := measure.Visit{PassSlices: 1, Answers: 4, Readings: []machine.Reading{quiet, quiet}}
				if !math.IsNaN(ns) {
					v.Slices = []measure.Slice{{NS: ns}}
				}
				return v, nil
			}
		}
		if err := s.block(pairs, []int{1}, rand.New(rand.NewPCG(1, 1))); err != nil || len(pairs[0].base)+len(pairs[0].head) > 0 {
			t.Errorf("%v, %v", pairs, err)
		}
		if got, want := fmt.Sprint(pairs[1].base, pairs[1].head), fmt.Sprint([]float64{c.wantBase}, []float64{c.wantHead}); got != want {
			t.Errorf("cycles %s, want %s", got, want)
		}
		if base, head := s.visitor.Sides[0], s.visitor.Sides[1]; base.Name != "base" || head.Name != "head" || len(base.Lowest)+len(head.Lowest) == 0 {
			t.Errorf("sides %+v and %+v", base, head)
		}
	}
}

// Half the usual threshold takes four processes, the usual one two, and merge reduces a round's values to the lowest of each side.
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

// A cell without values in enough rounds is named as unmeasured, and not judged. So is a slower cell that has too few values when it is measured again.
func TestCompareNamesWhatIsUnmeasured(t *testing.T) {
	var cells []grid.Cell
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

// If the cells of a technique, judged together, are slower, a guard measures each of them once more, and reports the technique only if they are slower again. A technique
// that a commit accepts is not reported.
func TestTechniquesAreConfirmed(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, again  float64 // how many times as long pext takes, at first and when it is measured again
		accepted      string
		slower, found bool
	}{
		{"equal", 1, 1, "", false, false},
		{"slower", 1.008, 1.008, "", true, true},
		{"slower at first", 1.008, 1, "", true, false},
		{"accepted", 1.008, 1.008, "technique=pext", false, false},
	} {
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}, Threshold: 0.003, Progress: func(int, int) {}}}
		s.accepted = acceptedBy(c.accepted)
		const rounds = 14
		first, again := scattered(5, rounds, map[string]float64{"pext": c.first}), scattered(6, rounds, map[string]float64{"pext": c.again})
		var cells []grid.Cell
		for _, x := range first {
			cells = append(cells, x.cell)
		}
		confirmed := map[grid.Cell]bool{}
		s.round = func(pairs []pair, round int, _ *rand.Rand) error {
			source := first
			if round > rounds {
				source = again
			}
			for i := range pairs {
				if pairs[i].dropped {
					continue
				}
				if round > rounds {
					confirmed[pairs[i].cell] = true
				}
				k := slices.IndexFunc(source, func(x pair) bool { return x.cell == pairs[i].cell })
				pairs[i].base = append(pairs[i].base, source[k].base[(round-1)%rounds])
				pairs[i].head = append(pairs[i].head, source[k].head[(round-1)%rounds])
			}
			return nil
		}
		got := &Comparison{Rounds: rounds}
		if err := s.compare(got, cells); err != nil {
			t.Fatal(err)
		}
		for _, j := range got.Techniques {
			if slower := j.Technique == "pext" && c.slower; j.Slower != slower || (j.Confirmation != nil) != slower {
				t.Errorf("%s: %+v, want slower %v and measured again", c.name, j, slower)
			}
		}
		for _, j := range got.Cells {
			if j.Accept != (j.Technique == "pext" && c.accepted != "") {
				t.Errorf("%s: %v is accepted: %v", c.name, j.Cell, j.Accept)
			}
		}
		if found := len(got.Regressions()) > 0; found != c.found {
			t.Errorf("%s: regressions %v, want %v", c.name, got.Regressions(), c.found)
		}
		ofTechnique := 0
		for cell := range confirmed {
			if cell.Technique == "pext" {
				ofTechnique++
			}
		}
		if want := map[bool]int{true: 9}[c.slower]; ofTechnique != want {
			t.Errorf("%s: %d cells of it are measured once more, want %d", c.name, ofTechnique, want)
		}
	}
}
