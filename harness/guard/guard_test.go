package guard

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
)

// invented returns pairs of a table of techniques, the reference twice among them. Rounds differ from each other by up to
// a factor of two, as neighbours of a virtual machine make them; both sides of a round by a hundredth. Those named in
// slower have a head that is slower by a factor.
func invented(seed uint64, rounds int, paired bool, slower map[string]float64) []pair {
	rng := rand.New(rand.NewPCG(seed, 1))
	names := []string{"fancymagic", "fancymagic-again", "magic", "pext", "sherwin", "classical", "noop"}
	pairs := make([]pair, len(names))
	spread := func(x float64) float64 { return math.Exp(x * rng.NormFloat64()) }
	for i, name := range names {
		pairs[i] = pair{cell: results.Cell{Technique: name, Piece: board.Rook, Mode: "latency", Corpus: "random16"}, paired: paired}
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
	// The two references are measured in turns, so what a round does to one it does to the other.
	for k := range rounds {
		for _, side := range []func(int) []float64{func(i int) []float64 { return pairs[i].base }, func(i int) []float64 { return pairs[i].head }} {
			side(1)[k] = side(0)[k] * spread(0.01)
		}
	}
	findNoise(pairs, "fancymagic")
	return pairs
}

func slowerOnes(judged []Judgement) (names []string) {
	for _, j := range judged {
		if j.Regression() {
			names = append(names, j.Technique)
		}
	}
	return names
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name      string
		rounds    int
		paired    bool
		threshold float64
		slower    map[string]float64
		want      string
	}{
		{"nothing", 16, true, 0.02, nil, ""},
		{"5 % slower", 16, true, 0.02, map[string]float64{"pext": 1.05}, "pext"},
		{"the reference itself", 16, true, 0.02, map[string]float64{"fancymagic": 1.05, "fancymagic-again": 1.05}, "fancymagic"},
		{"faster", 16, true, 0.02, map[string]float64{"pext": 0.9}, ""},
		{"within the threshold", 16, true, 0.10, map[string]float64{"pext": 1.05}, ""},
		{"a little more than the scatter", 16, true, 0.002, map[string]float64{"pext": 1.02}, "pext"},
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

// In a table whose two measurements of one technique are shown to differ, a difference must be twice that; their scatter alone is no
// reason to doubt one.
func TestJudgeDoubtsWhatAAIsShownToDiffer(t *testing.T) {
	for _, c := range []struct {
		apart float64 // again over reference
		want  string
	}{{1, "pext"}, {1.01, "pext"}, {1.04, ""}, {1 / 1.04, ""}} {
		for seed := range uint64(20) {
			pairs := invented(seed, 16, true, map[string]float64{"pext": 1.05})
			for k := range pairs[1].base {
				pairs[1].base[k] *= c.apart
			}
			findNoise(pairs, "fancymagic")
			if got := strings.Join(slowerOnes(judge(pairs, 0.01)), " "); got != c.want {
				t.Errorf("A/A apart by %v, seed %d: slower are %q, want %q", c.apart, seed, got, c.want)
			}
		}
	}
}

// Without the two references nobody knows the noise, and nothing is called slower.
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

func TestRegressionNeedsConfirmation(t *testing.T) {
	for _, c := range []struct {
		j    Judgement
		want bool
	}{
		{Judgement{Slower: false}, false},
		{Judgement{Slower: true}, true},
		{Judgement{Slower: true, Again: &Judgement{Slower: true}}, true},
		{Judgement{Slower: true, Again: &Judgement{Slower: false}}, false},
		{Judgement{Slower: true, Again: &Judgement{Slower: true}, Accept: true}, false},
	} {
		if got := c.j.Regression(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.j, got, c.want)
		}
	}
}

// A trailer names a cell, or a technique with all of its cells; a part of a name is none.
func TestAcceptNamesWholeCells(t *testing.T) {
	cell := func(technique string) Judgement {
		return Judgement{Cell: results.Cell{Technique: technique, Piece: board.Rook, Mode: "latency", Corpus: "random16"}}
	}
	both := func(technique string) Judgement {
		return Judgement{Cell: results.Cell{Technique: technique}, Together: 3}
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
		{"technique=magic/piece=rook/mode=latency/corpus=random16", both("magic"), false},
		{"technique=magic", cell("magic"), true},
		{"technique=magic", both("magic"), true},
		{"technique=magic", cell("magic32"), false},
		{"technique=magic3", both("magic32"), false},
		{"", cell(""), false},
	} {
		s := &sides{accepted: acceptedBy(c.trailers)}
		if got := s.accepts(&c.j); got != c.want {
			t.Errorf("%q accepts %s: %v, want %v", c.trailers, c.j.Name(), got, c.want)
		}
	}
}

// The references of a table are measured in turns with each other, all other cells with themselves, and what is dropped no more.
func TestBlocks(t *testing.T) {
	s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}}}
	pairs := invented(1, 1, true, nil)
	blocks := s.blocks(pairs)
	if len(blocks) != len(pairs)-1 || len(blocks[0]) != 2 {
		t.Errorf("blocks %v: want one of two cells and the others of one", blocks)
	}
	pairs[3].dropped = true
	if blocks = s.blocks(pairs); slices.Contains(slices.Concat(blocks...), 3) {
		t.Errorf("blocks %v hold the dropped cell 3", blocks)
	}
}

// A guard compares lookups, and by queens alone what has code of its own that is no lookup, beside the references.
func TestGuarded(t *testing.T) {
	modes := func(s run.Selection) string {
		t.Helper()
		cells, err := guarded(s, "fancymagic", "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range cells {
			what := c.Technique + " " + c.Mode
			if guardedByCode(c) && c.Piece != board.Queen && len(s.Pieces)+len(s.Modes) == 0 {
				t.Errorf("guards %v", c)
			}
			if results.IsControl(c.Technique) && len(s.Techniques) > 0 {
				t.Errorf("guards the control %v beside named techniques", c)
			}
			if !slices.Contains(got, what) && !results.IsControl(c.Technique) {
				got = append(got, what)
			}
		}
		return strings.Join(got, ", ")
	}
	const lookups = "fancymagic throughput, fancymagic latency, "
	const again = "fancymagic-again throughput, fancymagic-again latency"
	for names, want := range map[string]string{
		"magic":       "magic throughput, magic latency, " + lookups + again,
		"sissy":       "sissy throughput, sissy latency, sissy both, " + lookups + "fancymagic both, " + again + ", fancymagic-again both",
		"obstruction": "obstruction throughput, obstruction latency, obstruction batch, " + lookups + "fancymagic batch, " + again + ", fancymagic-again batch",
		"koggestone":  "koggestone throughput, koggestone latency, koggestone setwise, " + lookups + "fancymagic setwise, " + again + ", fancymagic-again setwise",
		"rotated":     "rotated incremental, " + lookups + "fancymagic incremental, " + again + ", fancymagic-again incremental",
	} {
		if got := modes(run.Selection{Techniques: []string{names}}); got != want {
			t.Errorf("%s: guards %s; want %s", names, got, want)
		}
	}
	whole, err := guarded(run.Selection{}, "fancymagic", "")
	if err != nil || !slices.ContainsFunc(whole, func(c results.Cell) bool { return c.Technique == "noop" }) {
		t.Errorf("%v: the loops are not compared by noop", err)
	}
	if got := modes(run.Selection{Techniques: []string{"magic"}, Modes: []string{"setwise"}}); !strings.HasPrefix(got, "magic setwise, ") {
		t.Errorf("named mode: guards %s", got)
	}
	if got := modes(run.Selection{Techniques: []string{"rotated"}, Pieces: []string{"rook"}}); !strings.HasPrefix(got, "rotated incremental, ") {
		t.Errorf("named piece: guards %s", got)
	}
}

// What only one side has is not compared, and it is an error if that leaves nothing of a technique that is named.
func TestOnBothSides(t *testing.T) {
	s := run.Selection{Techniques: []string{"magic", "rotated"}}
	cells, err := guarded(s, "fancymagic", "")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"magic": true, "rotated": true, "fancymagic": true}
	all := map[string]bool{"rotated incremental": true}
	for _, mode := range []string{"throughput", "latency", "both", "incremental"} {
		all["magic "+mode], all["fancymagic "+mode] = true, true
	}
	without := maps.Clone(all)
	delete(without, "rotated incremental")

	offered := func(modes map[string]bool) offer {
		return offer{names, func(c results.Cell) bool { return modes[c.Technique+" "+c.Mode] }}
	}
	both := func(base map[string]bool) ([]results.Cell, error) {
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
	if err != nil || slices.ContainsFunc(got, func(c results.Cell) bool { return c.Mode == "incremental" }) {
		t.Errorf("the references are compared with nothing else: %v", err)
	}
}
