package guard

import (
	"errors"
	"fmt"
	"maps"
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
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A trailer accepts the cell that it names, or all cells of the technique that it names, but no cell whose name merely begins so.
func TestAcceptNamesWholeCells(t *testing.T) {
	cell := func(technique string) Judgement {
		return Judgement{Cell: grid.Cell{Technique: technique, Piece: board.Rook, Mode: "latency", Corpus: "random16"}}
	}
	for _, c := range []struct {
		trailers string
		j        Judgement
		want     bool
	}{
		{"technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic"), true},
		{"BenchmarkAttacks/technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic"), true},
		{"nonsense\n\ntechnique=magic/piece=rook/mode=latency/corpus=random16\n", cell("magic"), true},
		{"technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic32"), false},
		{"technique=magic", cell("magic"), true},
		{"technique=magic3", cell("magic32"), false},
		{"", cell(""), false},
	} {
		s := &sides{accepted: acceptedBy(c.trailers)}
		c.j.Slower, c.j.Accept = true, s.accepts(c.j.Cell)
		if got := !c.j.Regression(); got != c.want {
			t.Errorf("%q accepts %s: %v, want %v", c.trailers, c.j.Name(), got, c.want)
		}
	}
}

// A table's two rows of the reference form a block, any other cell is a block by itself, and dropped cells are in no block.
func TestBlocks(t *testing.T) {
	s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}}}
	pairs := invented(1, 1, true, nil) // of one table
	blocks := s.blocks(pairs)
	if len(blocks) != len(pairs)-1 || len(blocks[0]) != 2 {
		t.Errorf("blocks %v: want one of two cells and the others of one", blocks)
	}
	pairs[3].dropped = true // any cell but the references, which are the first two
	if blocks = s.blocks(pairs); slices.Contains(slices.Concat(blocks...), 3) {
		t.Errorf("blocks %v hold the dropped cell 3", blocks)
	}
}

// A guard compares throughput and latency; other modes only for techniques with code of their own, with queens alone, beside the reference.
func TestGuarded(t *testing.T) {
	modes := func(s run.Selection) string {
		t.Helper()
		cells, err := guarded(s, "fancymagic", build.Build{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range cells {
			row := c.Row() + " " + string(c.Mode)
			if guardedByCode(c) && c.Piece != board.Queen && len(s.Pieces)+len(s.Modes) == 0 {
				t.Errorf("guards %v", c)
			}
			if grid.IsControl(c.Technique) && len(s.Techniques) > 0 {
				t.Errorf("guards the control %v beside named techniques", c)
			}
			if !slices.Contains(got, row) && !grid.IsControl(c.Technique) {
				got = append(got, row)
			}
		}
		return strings.Join(got, ", ")
	}
	const lookups = "fancymagic throughput, fancymagic latency, "
	const again = "fancymagic-again throughput, fancymagic-again latency"
	for technique, want := range map[string]string{ // without own code, with own code for a mode each, and without single lookups
		"magic":       "magic throughput, magic latency, " + lookups + again,
		"sissy":       "sissy throughput, sissy latency, sissy both, " + lookups + "fancymagic both, " + again + ", fancymagic-again both",
		"obstruction": "obstruction throughput, obstruction latency, obstruction batch, " + lookups + "fancymagic batch, " + again + ", fancymagic-again batch",
		"koggestone":  "koggestone throughput, koggestone latency, koggestone setwise, " + lookups + "fancymagic setwise, " + again + ", fancymagic-again setwise",
		"rotated":     "rotated incremental, " + lookups + "fancymagic incremental, " + again + ", fancymagic-again incremental",
	} {
		if got := modes(run.Selection{Techniques: []string{technique}}); got != want {
			t.Errorf("%s: guards %s; want %s", technique, got, want)
		}
	}
	whole, err := guarded(run.Selection{}, "fancymagic", build.Build{})
	if err != nil || !slices.ContainsFunc(whole, func(c grid.Cell) bool { return c.Technique == "noop" }) {
		t.Errorf("%v: the loops are not compared by noop", err)
	}
	if got := modes(run.Selection{Techniques: []string{"magic"}, Modes: []string{"setwise"}}); !strings.HasPrefix(got, "magic setwise, ") {
		t.Errorf("named mode: guards %s", got)
	}
	if got := modes(run.Selection{Techniques: []string{"rotated"}, Pieces: []string{"rook"}}); !strings.HasPrefix(got, "rotated incremental, ") {
		t.Errorf("named piece: guards %s", got)
	}
}

// Cells that only one side has are not compared, and it is an error if no cell of a named technique is left.
func TestOnBothSides(t *testing.T) {
	s := run.Selection{Techniques: []string{"magic", "rotated"}}
	cells, err := guarded(s, "fancymagic", build.Build{})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"magic": true, "rotated": true, "fancymagic": true}
	all := map[string]bool{"rotated incremental": true} // techniques with modes that a side can measure
	for _, mode := range []string{"throughput", "latency", "both", "incremental"} {
		all["magic "+mode], all["fancymagic "+mode] = true, true
	}
	without := maps.Clone(all)
	delete(without, "rotated incremental")

	offered := func(modes map[string]bool) offer {
		return offer{names, func(c grid.Cell) bool { return modes[c.Technique+" "+string(c.Mode)] }}
	}
	both := func(base map[string]bool) ([]grid.Cell, error) {
		return onBothSides(slices.Clone(cells), s, "fancymagic", [2]offer{offered(base), offered(all)})
	}
	if got, err := both(all); err != nil || len(got) == 0 {
		t.Errorf("%d cells, %v", len(got), err)
	}
	if _, err = both(without); err == nil || !strings.Contains(err.Error(), "nothing to compare of rotated") {
		t.Errorf("an older base: %v", err)
	}
	s.Techniques = nil
	got, err := both(without)
	if err != nil || slices.ContainsFunc(got, func(c grid.Cell) bool { return c.Mode == "incremental" }) {
		t.Errorf("the references are compared with nothing else: %v", err)
	}
}

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
	for side := range roots { // a program that prints its side
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

// prepared returns the sides of two source trees, also for the tests of builds in C. Every slice counts as clean: a disturbed machine is no reason to fail.
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
	for _, c := range []struct{ base, head, wantBase, wantHead float64 }{ // nanoseconds of four lookups at 2 GHz; cycles of one lookup
		{100, 101, 50, 50.5}, {100, nan, nan, nan}, {nan, 100, nan, nan},
	} {
		s := (&sides{Guard: &Guard{Cap: 1}}).prepare() // late at once: no visit is repeated
		pairs := []pair{{cell: grid.Cell{Technique: "pext"}}, {cell: grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}}}
		quiet := machine.Reading{Clock: 2, Turn: 5} // all readings have the same turn, so that none is disturbed
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

// Half the usual threshold or less takes four processes, the usual one or more two, and merge reduces a round's values to the lowest of each side.
func TestProcesses(t *testing.T) {
	for threshold, want := range map[float64]int{0: 4, 0.001: 4, 0.005: 4, 0.0058: 3, 0.007: 2, 0.01: 2, 0.05: 2} {
		if n := processes(threshold); n != want {
			t.Errorf("threshold %v: %d processes, want %d", threshold, n, want)
		}
	}
	nan := math.NaN()
	for _, c := range []struct{ base, head, wantBase, wantHead []float64 }{ // the value of round 1, then those of each process of round 2
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
	for _, x := range invented(1, 1, true, nil) { // whose values do not count
		cells = append(cells, x.cell)
	}
	rounds := stats.RoundsForPairs(len(cells))
	for _, c := range []struct {
		name    string
		slower  float64              // how many times as long pext takes in head
		missing func(round int) bool // whether pext has no value; rounds above rounds confirm
		judged  int                  // cells
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
		slower, found bool // whether pext is slower at first, and whether it is reported
	}{
		{"equal", 1, 1, "", false, false},
		{"slower", 1.008, 1.008, "", true, true},
		{"slower at first", 1.008, 1, "", true, false},
		{"accepted", 1.008, 1.008, "technique=pext", false, false},
	} {
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}, Threshold: 0.003, Progress: func(int, int) {}}}
		s.accepted = acceptedBy(c.accepted)
		const rounds = 14 // as many as TestTogetherSeesMore needs
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
		if want := map[bool]int{true: 9, false: 0}[c.slower]; ofTechnique != want { // scattered has nine tables
			t.Errorf("%s: %d cells of it are measured once more, want %d", c.name, ofTechnique, want)
		}
	}
}
