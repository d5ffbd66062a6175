package guard

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
)

// scattered invents pairs of nine tables, of techniques whose heads take so many times as long as their bases, 1 where slower says nothing. Values
// scatter by 1 % on each side.
func scattered(seed uint64, rounds int, slower map[string]float64) (pairs []pair) {
	rng := rand.New(rand.NewPCG(seed, 7))
	spread := func() float64 { return math.Exp(0.01 * rng.NormFloat64()) }
	for _, corpus := range []string{"random4", "random16", "random32"} {
		for _, piece := range board.Pieces {
			for _, name := range []string{"fancymagic", "fancymagic-again", "magic", "pext"} {
				x := pair{cell: results.Cell{Technique: name, Piece: piece, Mode: "latency", Corpus: corpus}, paired: true}
				for range rounds {
					factor := slower[name]
					if factor == 0 {
						factor = 1
					}
					x.base = append(x.base, 4*spread())
					x.head = append(x.head, 4*factor*spread())
				}
				pairs = append(pairs, x)
			}
		}
	}
	findNoise(pairs, "fancymagic")
	return pairs
}

// A small change of all cells of a technique is seen in all of them together, and in hardly any of them alone; the others are not blamed.
func TestTogetherSeesMore(t *testing.T) {
	alone, both := 0, 0
	const tries, threshold = 50, 0.003
	for seed := range uint64(tries) {
		pairs := scattered(seed, 14, map[string]float64{"pext": 1.008})
		alone += len(slowerOnes(judge(pairs, threshold)))
		for _, j := range judge(together(pairs, "fancymagic"), threshold) {
			switch {
			case j.Together != 9 || j.Piece != 0 || j.Mode != "" || math.Abs(j.Base.Median-4) > 0.1:
				t.Fatalf("seed %d: %+v, want 9 cells of about 4 cycles", seed, j)
			case j.Slower && j.Technique == "pext":
				both++
			case j.Slower:
				t.Errorf("seed %d: %s is blamed", seed, j.Technique)
			}
		}
	}
	if both < tries*9/10 || alone > 9*tries/10 {
		t.Errorf("found in %d of %d guards together, and in %d of %d cells alone: want nine in ten, and at most one in ten", both, tries, alone, 9*tries)
	}
}

// What a mean is made of: cells that no commit accepts, in rounds in which both sides have values. A technique with one cell has none.
func TestTogether(t *testing.T) {
	pairs := scattered(1, 3, nil)
	nan := math.NaN()
	var kept []int
	for i := range pairs {
		x := &pairs[i]
		if x.cell.Technique != "pext" {
			continue
		}
		kept = append(kept, i)
		switch len(kept) {
		case 1:
			x.base, x.head = []float64{1, nan, nan}, []float64{2, nan, nan}
		case 2:
			x.base, x.head = []float64{4, 3, nan}, []float64{8, 6, nan}
		default:
			x.accepted = true
		}
	}
	all := together(pairs, "fancymagic")
	i := slices.IndexFunc(all, func(x pair) bool { return x.cell.Technique == "pext" })
	if i < 0 || all[i].together != 2 || !math.IsNaN(all[i].base[2]) || !math.IsNaN(all[i].head[2]) {
		t.Fatalf("%+v, want two cells of pext, and nothing in the third round", all)
	}
	for k, want := range []float64{2, 3} {
		if base, head := all[i].base[k], all[i].head[k]; !(math.Abs(base-want) < 1e-9 && math.Abs(head-2*want) < 1e-9) {
			t.Errorf("round %d: %v and %v, want %v and %v", k+1, base, head, want, 2*want)
		}
	}
	pairs[kept[1]].accepted = true
	for _, x := range together(pairs, "fancymagic") {
		if x.cell.Technique == "pext" {
			t.Errorf("a technique with one cell that is not accepted has a mean: %+v", x)
		}
	}
}

// A technique whose reference differs from itself in the same tables is doubted, like a cell in its table.
func TestTogetherDoubtsWhatAAIsShownToDiffer(t *testing.T) {
	for _, c := range []struct {
		apart float64
		want  bool
	}{{1, true}, {1.02, false}} {
		pairs := scattered(3, 16, map[string]float64{"pext": 1.02})
		for i := range pairs {
			if pairs[i].cell.Technique == "fancymagic-again" {
				for k := range pairs[i].head {
					pairs[i].head[k] *= c.apart
				}
			}
		}
		for _, j := range judge(together(pairs, "fancymagic"), 0.005) {
			if j.Technique == "pext" && j.Slower != c.want {
				t.Errorf("A/A apart by %v: slower is %v, want %v (%+v)", c.apart, j.Slower, c.want, j)
			}
		}
	}
}

// Cells go on being measured while their technique could still show a difference by all of them together, and no longer. A guard that finds a
// technique slower measures all of its cells once more, and a commit that accepts it ends the matter.
func TestTechniquesAreConfirmed(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, again  float64 // that pext takes as long
		accepted      string
		slower, found bool
	}{
		{"equal", 1, 1, "", false, false},
		{"slower", 1.008, 1.008, "", true, true},
		{"slower at first", 1.008, 1, "", true, false},
		{"accepted", 1.008, 1.008, "technique=pext", false, false},
	} {
		s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}, Threshold: 0.003, Progress: func(int, int) {}}, lowest: [2]measure.Lowest{{}, {}}}
		s.accepted = acceptedBy(c.accepted)
		const rounds = 14
		first, again := scattered(5, rounds, map[string]float64{"pext": c.first}), scattered(6, rounds, map[string]float64{"pext": c.again})
		var cells []results.Cell
		for _, x := range first {
			cells = append(cells, x.cell)
		}
		confirmed := map[results.Cell]bool{}
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
			if slower := j.Technique == "pext" && c.slower; j.Slower != slower || (j.Again != nil) != slower {
				t.Errorf("%s: %+v, want slower %v and measured again", c.name, j, slower)
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
