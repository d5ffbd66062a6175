package guard

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// invented returns the pairs of a table with two rows of the reference, for the tests of all files. If paired is set, rounds differ by up to a factor of two, as they do under neighbours
// of a virtual machine; the two sides of a round scatter by a hundredth each. The map slower has factors by which heads of techniques are slower.
func invented(seed uint64, rounds int, paired bool, slower map[string]float64) []pair {
	rng := rand.New(rand.NewPCG(seed, 1))
	names := []string{"fancymagic", "fancymagic-again", "magic", "pext", "sherwin", "classical", "noop"}
	pairs := make([]pair, len(names))
	spread := func(x float64) float64 { return math.Exp(x * rng.NormFloat64()) }
	for i, name := range names {
		pairs[i] = pair{cell: grid.OfRow(name), paired: paired}
		pairs[i].cell.Piece, pairs[i].cell.Mode, pairs[i].cell.Corpus = board.Rook, "latency", "random16"
		factor := slower[name]
		if factor == 0 {
			factor = 1
		}
		for range rounds {
			round := 1.0
			if paired {
				round = math.Exp2(rng.Float64())
			}
			pairs[i].base = append(pairs[i].base, round*spread(0.01))
			pairs[i].head = append(pairs[i].head, round*factor*spread(0.01))
		}
	}
	// The reference's two rows are measured alternately, so a round affects both alike.
	for k := range rounds {
		for _, side := range []func(int) []float64{func(i int) []float64 { return pairs[i].base }, func(i int) []float64 { return pairs[i].head }} {
			side(1)[k] = side(0)[k] * spread(0.01)
		}
	}
	findNoise(pairs, "fancymagic")
	return pairs
}

// slowerOnes returns the rows whose judgements are regressions, in the order of judged.
func slowerOnes(judged []Judgement) (names []string) {
	for _, j := range judged {
		if j.Regression() {
			names = append(names, j.Row())
		}
	}
	return names
}

// judge calls only cells slower whose difference exceeds threshold and noise, and finds them if there are enough rounds.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name      string
		rounds    int
		paired    bool // false for two files, whose values are samples
		threshold float64
		slower    map[string]float64 // as for invented
		want      string             // the first row that is slower, "" for none
	}{
		{"nothing", 16, true, 0.02, nil, ""},
		{"5 % slower", 16, true, 0.02, map[string]float64{"pext": 1.05}, "pext"},
		{"the reference itself", 16, true, 0.02, map[string]float64{"fancymagic": 1.05, "fancymagic-again": 1.05}, "fancymagic"},
		{"faster", 16, true, 0.02, map[string]float64{"pext": 0.9}, ""},
		{"within the threshold", 16, true, 0.10, map[string]float64{"pext": 1.05}, ""},
		{"a little more than the scatter", 16, true, 0.002, map[string]float64{"pext": 1.02}, "pext"},
		// Holm's correction for seven cells wants a P of at most 0.05 / 7. In n rounds of pairs P is at least 2 / 2^n, so that nine rounds are needed.
		{"too few rounds to show anything", 5, true, 0.02, map[string]float64{"pext": 1.5}, ""},
		{"too few rounds for so many cells", 7, true, 0.02, map[string]float64{"pext": 1.5}, ""},
		{"samples within twice the noise", 8, false, 0.001, map[string]float64{"pext": 1.01}, ""},
		{"samples, nothing", 8, false, 0.02, nil, ""},
		{"samples, 8 % slower", 8, false, 0.02, map[string]float64{"sherwin": 1.08}, "sherwin"},
	} {
		for seed := range uint64(20) {
			got := slowerOnes(judge(invented(seed, c.rounds, c.paired, c.slower), c.threshold))
			for _, name := range got {
				if c.slower[name] == 0 {
					t.Errorf("%s, seed %d: blames %s", c.name, seed, name)
				}
			}
			if found := len(got) > 0; found != (c.want != "") || found && got[0] != c.want {
				t.Errorf("%s, seed %d: slower are %v, want %q", c.name, seed, got, c.want)
			}
		}
	}
}

// If the two rows of a table's reference differ significantly, a difference must be twice that; their scatter alone is no
// reason to doubt a difference.
func TestJudgeDoubtsWhatAAIsShownToDiffer(t *testing.T) {
	for _, c := range []struct {
		apart float64 // again over reference
		want  string  // the techniques that are called slower
	}{{1, "pext"}, {1.01, "pext"}, {1.04, ""}, {1 / 1.04, ""}} {
		for seed := range uint64(20) {
			pairs := invented(seed, 16, true, map[string]float64{"pext": 1.05})
			for k := range pairs[1].base { // of fancymagic-again
				pairs[1].base[k] *= c.apart
			}
			findNoise(pairs, "fancymagic")
			if got := strings.Join(slowerOnes(judge(pairs, 0.01)), " "); got != c.want {
				t.Errorf("A/A apart by %v, seed %d: slower are %q, want %q", c.apart, seed, got, c.want)
			}
		}
	}
}

// Without the reference's two rows the noise is unknown, and no cell is called slower.
func TestNoiseIsUnknownWithoutReferences(t *testing.T) {
	pairs := invented(1, 16, true, map[string]float64{"pext": 2})[2:]
	findNoise(pairs, "fancymagic")
	for _, x := range pairs {
		if !math.IsInf(x.noise, 1) || !math.IsInf(x.shown, 1) {
			t.Fatalf("noise %v, of which %v is shown, want infinite", x.noise, x.shown)
		}
	}
	if got := slowerOnes(judge(pairs, 0.02)); len(got) > 0 {
		t.Errorf("slower: %v", got)
	}
}

// A dropped cell could not have been called slower, even if head had been slower in all further rounds, by more than in any earlier round. A table's
// references are measured while any other cell of the table is.
func TestDroppedCellsCouldNotHaveBeenSlower(t *testing.T) {
	const rounds = 12
	dropped, stayed, goesOn := 0, 0, 0 // cells after each round; guards in which the other table's references stay
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		pairs := invented(seed, rounds, true, map[string]float64{"pext": 1.01 + 0.02*rng.Float64()})
		for i := range pairs { // noise would hide a difference that the rank test shows
			pairs[i].noise, pairs[i].shown = 0, 0
		}
		// Another table, whose only cell beside the references is soon dropped: head is slower and quicker in turn.
		other := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "throughput", Corpus: "random16"}
		for i := range 3 {
			x := pair{cell: other, paired: true}
			if i > 0 { // the reference's two rows
				x.cell.Technique, x.cell.AA = "fancymagic", i == 2
			}
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
			drop(pairs, "fancymagic", 0, done, rounds)
			for i := range pairs {
				x := &pairs[i]
				at := len(x.base)
				switch {
				case !x.dropped:
					stayed++
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
				// Its further rounds are as bad as can be, among cells that are equal on both sides.
				worst := make([]pair, len(pairs))
				for k := range worst {
					worst[k] = pair{cell: pairs[k].cell, paired: true, base: slices.Repeat([]float64{1}, rounds), head: slices.Repeat([]float64{1}, rounds)}
				}
				worst[i].base, worst[i].head = slices.Clone(x.base), slices.Clone(x.head)
				for k := at; k < rounds; k++ {
					worst[i].base, worst[i].head = append(worst[i].base, 1), append(worst[i].head, math.Pow(10, float64(k)))
				}
				if j := judge(worst, 0)[i]; j.Slower {
					t.Fatalf("seed %d: %v is dropped after %d rounds and could have been slower: %+v", seed, x.cell, at, j)
				}
			}
		}
		if x := pairs[len(pairs)-1]; !x.dropped {
			goesOn++ // the reference's cells together may still show a difference
		}
		judged := judge(pairs, 0)
		for i, x := range pairs {
			if x.dropped && judged[i].Slower {
				t.Errorf("seed %d: %v was dropped and is called slower", seed, x.cell)
			}
		}
	}
	if goesOn > 20 { // a chance difference of its two rows may keep a few
		t.Errorf("the reference of a table of which nothing is left goes on in %d of 200 guards", goesOn)
	}
	if dropped == 0 || stayed == 0 {
		t.Errorf("%d times dropped, %d times not: nothing is tested", dropped, stayed)
	}
}

// A dropped cell is not called slower, although its values so far would show it.
func TestDroppedCellsAreNotCalledSlower(t *testing.T) {
	pairs := invented(1, 16, true, map[string]float64{"pext": 1.05})
	if got := slowerOnes(judge(pairs, 0.01)); !slices.Equal(got, []string{"pext"}) {
		t.Fatalf("slower are %v, want pext", got)
	}
	pairs[3].dropped = true // pext
	if got := slowerOnes(judge(pairs, 0.01)); len(got) > 0 {
		t.Errorf("slower are %v, of dropped cells", got)
	}
}

// A cell is dropped if six rounds show that it changed by less than the threshold, even if it did change. A cell that changed by more,
// or whose rounds do not show this, is measured further.
func TestEqualCellsAreDropped(t *testing.T) {
	const threshold, rounds = 0.01, 18 // rounds: planned, many more than are measured here
	for _, c := range []struct {
		name    string
		ratios  []float64 // head over base, by round
		dropped bool
	}{
		{"slower by less", []float64{1.004, 1.005, 1.006, 1.004, 1.005, 1.006}, true},
		{"quicker by less", []float64{0.996, 0.995, 0.994, 0.996, 0.995, 0.994}, true},
		{"five rounds", []float64{1.004, 1.005, 1.006, 1.004, 1.005}, false},
		{"slower by more", []float64{1.004, 1.005, 1.006, 1.004, 1.005, 1.011}, false},
		{"quicker by more", []float64{0.996, 0.995, 0.994, 0.996, 0.995, 0.98}, false},
	} {
		pairs := []pair{{cell: grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "latency", Corpus: "random16"}, paired: true}}
		for _, r := range c.ratios {
			pairs[0].base, pairs[0].head = append(pairs[0].base, 1), append(pairs[0].head, r)
		}
		if drop(pairs, "fancymagic", threshold, len(c.ratios), rounds); pairs[0].dropped != c.dropped {
			t.Errorf("%s: dropped %v, want %v", c.name, pairs[0].dropped, c.dropped)
		}
	}
}

// scattered returns invented pairs of nine tables, for the tests of all files.
func scattered(seed uint64, rounds int, slower map[string]float64) (pairs []pair) {
	for i, corpus := range []string{"random4", "random16", "random32"} {
		for k, piece := range board.Pieces {
			for _, x := range invented(9*seed+uint64(3*i+k), rounds, true, slower) {
				x.cell.Corpus, x.cell.Piece = corpus, piece
				pairs = append(pairs, x)
			}
		}
	}
	return pairs
}

// A small change in all cells of a technique is found in the cells together, but in hardly any cell alone; other techniques are blamed only by chance.
func TestTogetherSeesMore(t *testing.T) {
	alone, both, blamed := 0, 0, 0
	const tries, threshold = 50, 0.003
	for seed := range uint64(tries) {
		pairs := scattered(seed, 14, map[string]float64{"pext": 1.008})
		alone += len(slowerOnes(judge(pairs, threshold)))
		for _, j := range judge(together(pairs, "fancymagic"), threshold) {
			switch {
			case j.Together != 9 || j.Piece != 0 || j.Mode != "":
				t.Fatalf("seed %d: %+v, want 9 cells", seed, j)
			case j.Slower && j.Technique == "pext":
				both++
			case j.Slower:
				blamed++
			}
		}
	}
	if both < tries*9/10 || alone > 9*tries/10 {
		t.Errorf("found in %d of %d guards together, and in %d of %d cells alone: want nine in ten, and at most one in ten", both, tries, alone, 9*tries)
	}
	if blamed > tries/10 { // each guard may blame another technique with a chance of 2.5 %
		t.Errorf("%d others are blamed in %d guards", blamed, tries)
	}
}

// A technique's mean is over cells that no commit accepts, in rounds in which both sides have values. A technique with one such cell has no mean.
func TestTogether(t *testing.T) {
	pairs := scattered(1, 3, nil)
	nan := math.NaN()
	var ofPext []int // indices of pext's cells
	for i := range pairs {
		x := &pairs[i]
		if x.cell.Technique != "pext" {
			continue
		}
		ofPext = append(ofPext, i)
		switch len(ofPext) {
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
	pairs[ofPext[1]].accepted = true
	for _, x := range together(pairs, "fancymagic") {
		if x.cell.Technique == "pext" {
			t.Errorf("a technique with one cell that is not accepted has a mean: %+v", x)
		}
	}
}

// A technique's difference is doubted, like a cell's, if the reference's two rows in its tables differ significantly.
func TestTogetherDoubtsWhatAAIsShownToDiffer(t *testing.T) {
	for _, c := range []struct {
		apart float64 // again over reference, in head
		want  bool    // whether pext is called slower
	}{{1, true}, {1.02, false}} {
		pairs := scattered(3, 16, map[string]float64{"pext": 1.02})
		for i := range pairs {
			if pairs[i].cell.AA {
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

// In the fewest rounds in which a guard judges so many cells, it finds a cell that is 30 % slower; in one round less it does not judge.
func TestFewestRoundsShowSlowdowns(t *testing.T) {
	for _, paired := range []bool{true, false} {
		for _, cells := range []int{1, 2, 3, 7, 40, 200, 2000} {
			least := stats.RoundsFor(cells)
			if paired {
				least = stats.RoundsForPairs(cells) - 3 // without the three that it adds
			}
			for _, rounds := range []int{least - 1, least} {
				pairs := make([]pair, cells)
				for i := range pairs {
					pairs[i] = pair{cell: grid.Cell{Technique: "pext", Corpus: string(rune(i))}, paired: paired} // names of corpora only have to differ
					for k := range rounds {
						times := 1.0      // rounds differ, but a round's sides are equal
						if i == cells/2 { // the slower cell
							times = 1.3
						}
						pairs[i].base, pairs[i].head = append(pairs[i].base, 1+float64(k)/100), append(pairs[i].head, times*(1+float64(k)/100))
					}
				}
				judged := pairs[0].judgeable(cells)
				if paired {
					judged = lacking(pairs) == nil
				}
				if found := judge(pairs, 0.01)[cells/2].Slower; judged != (rounds == least) || judged && !found {
					t.Errorf("%d cells, paired %v, %d rounds: judged %v, found %v", cells, paired, rounds, judged, found)
				}
			}
		}
	}
}
