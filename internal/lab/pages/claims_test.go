package pages

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A claim holds or fails by a finding's interval and median together, and nothing is decided within the noise.
func TestJudge(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi  float64        // the claim's range
		x       stats.Interval // the finding
		noise   float64        // the logarithm of a ratio: 0.2 is 22 %
		want    judgement
		because string
	}{
		{5, 8, stats.Interval{Median: 6, Lo: 5.1, Hi: 7.9}, 0, holds, "within"},
		{5, 8, stats.Interval{Median: 6, Lo: 4.9, Hi: 7.9}, 0, inconclusive, "over the lower bound"},
		{5, 8, stats.Interval{Median: 6, Lo: 5.1, Hi: 8.1}, 0, inconclusive, "over the upper bound"},
		{5, 8, stats.Interval{Median: 9, Lo: 8.1, Hi: 9.5}, 0, fails, "above"},
		{5, 8, stats.Interval{Median: 4, Lo: 3, Hi: 4.9}, 0, fails, "below"},
		{5, 8, stats.Interval{Median: 9, Lo: 8.1, Hi: 9.5}, 0.2, inconclusive, "above by less than the noise"},
		{5, 8, stats.Interval{Median: 4.5, Lo: 3, Hi: 4.9}, 0.2, inconclusive, "below by less than the noise"},
		{5, 8, stats.Interval{Median: 7.9, Lo: 7, Hi: 7.95}, 0.05, inconclusive, "within by less than the noise"},
		{5, 8, stats.Interval{Median: 5.1, Lo: 5.05, Hi: 6}, 0.05, inconclusive, "within by less than the noise, below"},
		{0, 1, stats.Interval{Median: 0.9, Lo: 0.8, Hi: 0.95}, 0.05, holds, "faster"},
		{0, 1, stats.Interval{Median: 1.1, Lo: 1.05, Hi: 1.2}, 0.05, fails, "slower"},
		{0, 1, stats.Interval{Median: 0.9, Lo: 0.8, Hi: 0.95}, inf, inconclusive, "nothing but noise"},
		{1, inf, stats.Interval{Median: 1.1, Lo: 1.05, Hi: 1.2}, math.NaN(), inconclusive, "noise not known"},
		{0, 1, stats.Interval{Median: 1.1, Lo: 1.05, Hi: 1.2}, math.NaN(), inconclusive, "noise not known, slower"},
		{1, inf, stats.Interval{Median: 1.1, Lo: 0, Hi: inf}, 0, inconclusive, "too few rounds"},
		{100, 100, stats.Interval{Median: 100, Lo: 100, Hi: 100}, 0, holds, "counted"},
		{100, 100, stats.Interval{Median: 99, Lo: 99, Hi: 99}, 0, fails, "counted, not all"},
		{0, 0, stats.Interval{}, 0, holds, "counted, none"},
	} {
		claim := claim{lo: c.lo, hi: c.hi, margin: 1}
		if got := claim.judge(finding{value: c.x, noise: c.noise}); got != c.want {
			t.Errorf("%s: %v in %g to %g: %d, want %d", c.because, c.x, c.lo, c.hi, got, c.want)
		}
	}
}

// In a claim of equality, noise above the claim's margin still allows the verdict true, within twice the noise. Too much noise does not, and a difference beyond the
// noise is still a difference.
func TestEqualityUnderNoise(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi  float64 // the claim's range, which has a margin of 5 %
		x       stats.Interval
		noise   float64 // as in TestJudge
		want    judgement
		because string
	}{
		{1, 1, stats.Interval{Median: 1.01, Lo: 0.99, Hi: 1.03}, 0.01, holds, "equal in a quiet table"},
		{1, 1, stats.Interval{Median: 1.02, Lo: 0.95, Hi: 1.08}, 0.07, holds, "equal, with noise above the margin"},
		{1, 1, stats.Interval{Median: 1.09, Lo: 0.95, Hi: 1.12}, 0.07, inconclusive, "as far apart as noise allows"},
		{1, 1, stats.Interval{Median: 1.02, Lo: 0.80, Hi: 1.20}, 0.07, inconclusive, "an interval wider than the margin"},
		{1, 1, stats.Interval{Median: 1.00, Lo: 0.99, Hi: 1.01}, 0.12, inconclusive, "too noisy to show that any two are equal"},
		{1, 1, stats.Interval{Median: 1.20, Lo: 1.15, Hi: 1.25}, 0.07, fails, "slower by more than the noise and the margin"},
		{1, 1, stats.Interval{Median: 1.00, Lo: 0.99, Hi: 1.01}, inf, inconclusive, "nothing but noise"},
		{1, inf, stats.Interval{Median: 1.00, Lo: 0.95, Hi: 1.03}, 0.07, holds, "slower or equal"},
		{0, 1, stats.Interval{Median: 1.04, Lo: 0.95, Hi: 1.10}, 0.07, holds, "no slower"},
	} {
		claim := claim{lo: c.lo, hi: c.hi, margin: 1.05}
		if got := claim.judge(finding{value: c.x, noise: c.noise}); got != c.want {
			t.Errorf("%s: %v in %g to %g with noise of %g: %d, want %d", c.because, c.x, c.lo, c.hi, c.noise, got, c.want)
		}
	}
}

// A verdict is one word where all agree, and else says what it depends on. One decided question among several is not enough, and the only
// question of a claim is.
func TestVerdict(t *testing.T) {
	faster := claim{hi: 1, margin: 1} // holds below 1
	// at returns a finding with a counted value, and as many of a language, a way of asking, a machine and a piece as there are places.
	at := func(value float64, places ...string) finding {
		f := exact("", value)
		for i, field := range []*string{&f.language, &f.asked, &f.machine, &f.piece}[:len(places)] {
			*field = places[i]
		}
		return f
	}
	yes, no := at(0.5), at(2)
	between := finding{value: stats.Interval{Median: 1.1, Lo: 0.9, Hi: 1.2}}
	for _, c := range []struct {
		findings []finding
		want     string
	}{
		{nil, "not measured"},
		{[]finding{yes, yes}, "true"},
		{[]finding{no}, "false"},
		{[]finding{yes}, "true"},
		{[]finding{no, between}, "inconclusive"},
		{[]finding{no, no, between}, "false"},
		{[]finding{between}, "inconclusive"},
		{append(slices.Repeat([]finding{between}, 7), yes), "inconclusive"},
		// A fifth of the findings must be decided: of 15 three, of 14 two.
		{append(slices.Repeat([]finding{between}, 13), yes, yes), "inconclusive"},
		{append(slices.Repeat([]finding{between}, 12), yes, yes), "true"},
		{[]finding{at(0.5, "C"), at(2, "Go"), between}, "true in C, false in Go"},
		{[]finding{at(0.5, "C", "in perft"), at(0.5, "Go", "in perft"), at(2, "Go", searched), at(2, "C", "in batches")}, "false, except in perft"},
		{[]finding{at(0.5, "C", "", "a"), at(2, "C", "", "b"), at(0.5, "Go", "", "a"), at(0.5, "C", "", "c")}, "true, except on b"},
		{append([]finding{at(2, "C", "", "b"), at(2, "C", "", "c"), at(2, "C", "", "d")}, at(0.5, "C", "", "a"), at(0.5, "C", "", "e"), at(0.5, "C", "", "f"), at(0.5, "C", "", "g")), "true, except on b, c and d"},
		{slices.Concat(slices.Repeat([]finding{yes}, 4), []finding{no}), "mostly true"},
		{slices.Concat(slices.Repeat([]finding{no}, 9), []finding{yes}), "mostly false"},
		{[]finding{yes, no}, "depends"},
		{[]finding{at(0.5, "C", "", "a"), at(2, "C", "", "b"), at(2, "Go", "", "a"), at(0.5, "Go", "", "b")}, "depends on the language and the machine"},
		{[]finding{at(0.5, "C", searched), at(2, "Go", searched), at(2, "C", "in perft"), at(0.5, "Go", "in perft")}, "depends; in search: true in C, false in Go"},
		{slices.Concat(slices.Repeat([]finding{no}, 25), slices.Repeat([]finding{at(0.5, "", inNetworks)}, 5), []finding{at(2, "", inNetworks)}), "depends; in engines with a network: mostly true"},
	} {
		if got := faster.verdict(c.findings); got != c.want {
			t.Errorf("%+v: %q, want %q", c.findings, got, c.want)
		}
	}
	mixed := []finding{at(0.5, "C", searched), at(0.5, "Go", searched), at(2, "C", "in perft"), at(2, "Go", "in perft"), at(2, "Go", "in batches")}
	if got, want := faster.byUse(mixed), " In search: true. In perft and in batches: false."; got != want {
		t.Errorf("by use %q, want %q", got, want)
	}
	p := &page{}
	p.measured(append(mixed, at(3, "C", searched, "a"), at(4, "C", searched, "a"), at(1, "", searched)))
	want := "\n\n| measured |  | a |\n| --- | --: | --: |\n| in batches, Go | 2 |  |\n| in perft, C | 2 |  |\n| in perft, Go | 2 |  |\n" +
		"| in search | 1 |  |\n| in search, C | 0.5 | 3 to 4 |\n| in search, Go | 0.5 |  |\n\n"
	if got := p.String(); got != want {
		t.Errorf("measured:\n%q, want\n%q", got, want)
	}
	p = &page{}
	if p.measured([]finding{exact("", 7), exact("", 2)}); p.String() != " Measured: 2 to 7.\n\n" {
		t.Errorf("counted: %q", p.String())
	}
}

// C has A/A noise of its own, and without a second measurement of its reference nothing is decided.
func TestNoiseInC(t *testing.T) {
	queens := usesOf("throughput of queens")
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001}
	m := machineOf(t, run, map[string]float64{"pext": 1, "fancymagic": 1})
	if _, noise := m.timesInC("pext", queens[0]); !math.IsNaN(noise) {
		t.Errorf("noise of C %g of a reference measured once, want none", noise)
	}
	c := &claim{hi: 1, margin: 1, asked: []string{"pext / fancymagic"}, uses: queens}
	findings := c.findings([]*machine{m})
	for _, f := range findings {
		if got := c.judge(f); f.language == "C" && got != inconclusive {
			t.Errorf("%+v: %d without noise known", f, got)
		}
	}
	if len(findings) != 2 {
		t.Errorf("%v, want one in Go and one in C", findings)
	}
}

// The noise of a ratio of Go to C is the larger one's.
func TestNoiseOfBoth(t *testing.T) {
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001}
	m := machineOf(t, run, map[string]float64{"pext": 1, "fancymagic": 1, "fancymagic-again": 1})
	for _, u := range usesOf("throughput, latency of queens") {
		_, inGo := m.timesInGo("pext", u)
		_, inC := m.timesInC("pext", u)
		findings := (&claim{margin: 1, asked: []string{"pext / c(pext)"}, uses: []report.Use{u}, goOnly: true}).findings([]*machine{m})
		if len(findings) != 1 || findings[0].noise != max(inGo, inC) || inGo == inC {
			t.Errorf("%v: %v, want noise of %g or %g", u, findings, inGo, inC)
		}
	}
}

// claimed formats each kind of range.
func TestClaimed(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{{0, 1, "below 1"}, {1.25, inf, "above 1.25"}, {5, 8, "5 to 8"}, {0, 0, "0"}, {100, 100, "100"}} {
		claim := newClaim(textproto.MIMEHeader{"Quantity": {"x"}, "Claimed": {c.want}})
		if got := claim.claimed(); got != c.want || claim.lo != c.lo || claim.hi != c.hi {
			t.Errorf("%q: %g to %g, want %g to %g", got, claim.lo, claim.hi, c.lo, c.hi)
		}
	}
}

// inventMachine writes the raw file of an invented machine and returns the pattern that matches it. In C it has the techniques in inC, with these factors on their
// default times; with nil, no C. Tests in other files use it, writeFiles and machineOf, too.
func inventMachine(t *testing.T, run resultstest.Run, inC map[string]float64) (pattern string) {
	t.Helper()
	root := t.TempDir()
	text := run.String()
	if inC != nil {
		run.Levels, run.Cost, run.Techniques = []string{"c-gcc"}, inC, slices.Collect(maps.Keys(inC))
		text += run.String()
	}
	writeFiles(t, filepath.Join(root, "a-machine"), map[string]string{
		"2026-01-01T000000Z-0123456789ab.txt": text,
	})
	return filepath.Join(root, "*", "*.txt")
}

// writeFiles writes files into a folder, by their paths there.
func writeFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// machineOf reads the files of an invented machine.
func machineOf(t *testing.T, run resultstest.Run, inC map[string]float64) *machine {
	t.Helper()
	return readMachines(inventMachine(t, run, inC))[0]
}

// claimOf returns the claim with an id.
func claimOf(t *testing.T, id string) *claim {
	t.Helper()
	all := allClaims()
	i := slices.IndexFunc(all, func(c *claim) bool { return c.id == id })
	if i < 0 {
		t.Fatalf("no claim %q", id)
	}
	return all[i]
}

// put evaluates a claim on a machine, nil for counted claims.
func put(t *testing.T, id string, m *machine) []finding {
	t.Helper()
	if m == nil {
		return claimOf(t, id).findings(nil)
	}
	return claimOf(t, id).findings([]*machine{m})
}

// A claim's values follow from the times of an invented machine: resultstest's usual times, with the factors given here for Go and C.
func TestFindings(t *testing.T) {
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001, Engine: true, Cost: map[string]float64{"pext": 0.5, "pdep": 0.5}}
	machine := machineOf(t, run, map[string]float64{"pext": 1, "classical": 1, "fancymagic": 1, "fancymagic-again": 1, "dual": 0.5, "noop": 1, "load": 1})
	const independent = "for independent lookups"
	for _, want := range []struct {
		id, language, asked, piece, of string
		low, top                       float64 // of the median: cycles, seconds or a ratio, as the claim's quantity is
	}{
		{"loops", "Go", independent, "rooks", "", 31, 33},                         // 7.9 ns at 4 GHz
		{"naive", "Go", independent, "rooks", "", 74, 78},                         // 18.5 ns
		{"magic-loops", "Go", "for dependent lookups", "rooks", "", 1.6, 1.8},     // 14.6 : 8.7 ns
		{"pext", "C", independent, "queens", "`pext` against `dual`", 0.58, 0.63}, // 0.4 x 1.97 : 0.9 x 0.5 x 2.9 ns; dual is the fastest without PEXT
		{"pext-dual", "C", independent, "queens", "", 0.58, 0.63},                 // the same two
		{"magic-loops", "Go", searched, "queens", "", 1, 40},                      // 8 : 2.8 ns for lookups, beside the same other work
		{"go", "Go", independent, "queens", "`pext`", 1.24, 1.26},                 // 0.5 in Go : 0.4 in C
		{"minutes", "", "", "", "`fancymagic`", 0.2, 0.5},                         // 0.36 s
		{"fills", "Go", "for sets of 2", "rooks", "", 1.6, 2.1},                   // 7.3 ns for a set, and 1.89 ns for each of two lookups
		{"pdep", "Go", "in batches", "queens", "", 0.3, 0.6},                      // 1.1 : 2.57 ns
		{"quintessence-loops", "Go", independent, "queens", "", 2, 2.4},           // 7.9 : 3.61 ns for a rook, and a queen takes 1.75 times as long
	} {
		findings := put(t, want.id, machine)
		i := slices.IndexFunc(findings, func(f finding) bool {
			return f.language == want.language && f.asked == want.asked && f.piece == want.piece && f.of == want.of && f.machine == results.Target{Machine: machine.name}.ShortName()
		})
		if i < 0 {
			t.Errorf("%+v: not among %+v", want, findings)
		} else if x := findings[i].value; x.Median < want.low || x.Median > want.top {
			t.Errorf("%+v: %v", want, x)
		}
	}
	if len(put(t, "kindergarten", machine)) != 0 {
		t.Error("findings about a technique that was not measured")
	}
	if !slices.ContainsFunc(put(t, "pext", machine), func(f finding) bool { return f.language == "Go" }) {
		t.Error("the fastest method is not asked of Go")
	}
}

// The verdict follows the values: the claim fills says that koggestone is faster for sets than fancymagic, and that is true if it is made so.
func TestVerdictFollows(t *testing.T) {
	for _, c := range []struct {
		cost float64
		want string
	}{{0.1, "true"}, {10, "false"}} {
		run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001, Cost: map[string]float64{"koggestone": c.cost}}
		fills := claimOf(t, "fills")
		if got := fills.verdict(put(t, "fills", machineOf(t, run, nil))); got != c.want {
			t.Errorf("fills at %g times the time: %q, want %q", c.cost, got, c.want)
		}
	}
}

// Every claim has a place on the page, even with machines that have measured next to nothing.
func TestClaimsPage(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v1"}, Features: "baseline", Techniques: []string{"noop", "fancymagic", "fancymagic-again"}}
	text := wants(t, writeClaims, inventMachine(t, run, nil))
	measured := 0 // claims about counts, and the one about the seconds of a search for factors, which fancymagic has
	for _, c := range allClaims() {
		if n := strings.Count(text, fmt.Sprintf("<details id=%q>", c.id)); n != 1 || !strings.Contains(text, "</b>: "+c.title+"</summary>") {
			t.Errorf("%d lines of %q, want 1 with its title", n, c.id)
		}
		if name, _, call := strings.Cut(strings.Join(c.asked, ""), "("); call && counted[name] != nil || name == "seconds" {
			measured++
		}
	}
	if n := strings.Count(text, "<b>Not measured</b>"); n != len(allClaims())-measured || measured < 2 {
		t.Errorf("%d claims not measured, want all but %d of %d:\n%s", n, measured, len(allClaims()), text)
	}
	_, files, _ := write(writeClaims, inventMachine(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8}, nil))
	for _, want := range []string{"\nmagic-loops,Go,for dependent lookups,", "\ntop-bits,,,,,"} {
		if !strings.Contains(string(files["claims.csv"]), want) {
			t.Errorf("no line %q in\n%s", want, files["claims.csv"])
		}
	}
}

// The page of claims leaves out runs with hidden features.
func TestRestricted(t *testing.T) {
	run := resultstest.Run{Machine: "a-machine-without-bmi2", Levels: []string{"v2"}, Features: "avx2"}
	if text := wants(t, writeClaims, inventMachine(t, run, nil)); strings.Contains(text, "a-machine") {
		t.Error("a run with hidden features is on the page")
	}
}

// A factor works if a table of it can be built.
func TestTester(t *testing.T) {
	good := 0
	for _, c := range []struct {
		piece board.Piece
		sq    int
	}{{board.Bishop, 9}, {board.Bishop, 0}, {board.Rook, 52}} { // b2, a1 and e7
		works, rng := tester(c.piece, c.sq), rand.New(rand.NewPCG(1, uint64(c.sq)))
		for range 2000 {
			factor := rng.Uint64() & rng.Uint64() & rng.Uint64()
			entry := factors.Entry{Piece: c.piece, Square: c.sq, Form: factors.White, Factor: factor, Shift: 64 - bits.OnesCount64(board.Mask(c.piece, c.sq))}
			want := (&factors.Set{Entries: []factors.Entry{entry}}).Verify() == nil
			if got := works(factor); got != want {
				t.Fatalf("%v: factor %#x works: %v, want %v", &entry, factor, got, want)
			}
			if want {
				good++
			}
		}
	}
	if good == 0 {
		t.Error("no good factor among those tried")
	}
}

// Were all bits top bits, all factors would stay good. A set that is wrong is not counted.
func TestTopBits(t *testing.T) {
	set := storedSet("fancymagic")
	if all := topBitsOf(set, 64); all.value.Median != 100 {
		t.Errorf("with all bits kept: %v, want 100 %%", all)
	}
	wrong := &factors.Set{Entries: append([]factors.Entry(nil), set.Entries...)}
	wrong.Entry(board.Rook, 20).Factor++
	wrong.Entry(board.Rook, 20).Factor <<= 8
	refuses(t, func(*page) { topBitsOf(wrong, 12) }, "", "wrong factor for a rook on e3")
}

// Sparse candidates are found sooner than plain ones.
func TestSparse(t *testing.T) {
	if f := put(t, "sparse", nil); len(f) != 1 || claimOf(t, "sparse").judge(f[0]) != fails {
		t.Errorf("%v", f)
	}
}

// Pairs count that differ significantly here, in each language; too few tell nothing.
func TestReversed(t *testing.T) {
	// costs are factors on resultstest's times, with which the five measured techniques of the claim have its order; koggestone comes last in it.
	costs := func(koggestone float64) map[string]float64 {
		return map[string]float64{"pext": 0.1, "blackmagic": 0.2, "magic": 0.4, "quintessence": 0.5, "koggestone": koggestone}
	}
	few := func(names ...string) []string { return append(names, "noop", "fancymagic", "fancymagic-again") }
	for _, c := range []struct {
		run     resultstest.Run
		inC     map[string]float64
		want    string // language and pairs; "" for too few pairs to tell anything
		percent float64
	}{
		{resultstest.Run{Cost: costs(1)}, nil, "Go, 0 of 10 pairs", 0},
		{resultstest.Run{Cost: costs(0.001)}, nil, "Go, 4 of 10 pairs", 40}, // koggestone is faster than the four before it
		{resultstest.Run{Cost: costs(1), Techniques: few("pext", "blackmagic", "magic")}, nil, "", 0},
		{resultstest.Run{Cost: costs(1), Techniques: few("pext", "blackmagic", "magic", "quintessence")}, nil, "Go, 0 of 6 pairs", 0},
		// In C the pairs are those of the build in C.
		{resultstest.Run{}, map[string]float64{"pext": 20, "blackmagic": 0.5, "magic": 1, "quintessence": 1, "fancymagic": 1, "fancymagic-again": 1},
			"C, 3 of 6 pairs", 50}, // pext is slower than the three others
	} {
		c.run.Levels, c.run.Rounds, c.run.Noise = []string{"v3"}, 8, 0.001
		got := put(t, "ranking", machineOf(t, c.run, c.inC))
		i := slices.IndexFunc(got, func(f finding) bool { return f.language+", "+f.of == c.want })
		if c.want == "" && len(got) > 0 || c.want != "" && (i < 0 || got[i].value.Median != c.percent) {
			t.Errorf("%v, want %q with %g %%", got, c.want, c.percent)
		}
	}
}

// An unknown word, function or technique in a claim is an error, and not taken for an unmeasured one.
func TestClaimRefused(t *testing.T) {
	asks := func(formula string) func(*page) {
		return func(*page) { (&claim{asked: []string{formula}, uses: usesOf("throughput")}).findings([]*machine{{}}) }
	}
	refuses(t, func(*page) { newClaim(textproto.MIMEHeader{"Marign": {"5 %"}}) }, "", "unknown word Marign")
	refuses(t, asks("magik / pext"), "", `unknown technique "magik"`)
	refuses(t, asks("seconds(magik)"), "", `unknown technique "magik"`)
	refuses(t, asks("2 / pext"), "", "unknown technique")
	refuses(t, asks("slower(pext)"), "", "no function slower")
	refuses(t, asks("pext /"), "", "expected operand")
}

// noSource is the author of claims without a known source; their text then says where one was sought.
const noSource = "no source found"

// Every claim names its source, or what was searched for in vain.
func TestClaimAuthors(t *testing.T) {
	keys := referenceKeys(t)
	for _, c := range allClaims() {
		cited := claimKey.FindAllString(c.who, -1)
		for _, key := range cited {
			if !keys[strings.Trim(key, "[]")] {
				t.Errorf("%s: no %s in %s", c.id, key, references)
			}
		}
		// The text begins with No or no.
		if in := strings.Contains(c.said, "o source found: we searched "); in != (c.who == noSource) || in == (len(cited) > 0) {
			t.Errorf("%s: said by %q, and %q: want keys of references, or what was searched for", c.id, c.who, c.said)
		}
	}
}

// Each of the two claims about sizes has two ratios of words. Overlapped tables hold fewer words than ranges end to end.
func TestSizesOfTables(t *testing.T) {
	for _, id := range []string{"overlap", "black-size"} {
		findings := put(t, id, nil)
		if len(findings) != 2 {
			t.Fatalf("%s: %v, want 2 findings", id, findings)
		}
		for _, f := range findings {
			if x := f.value.Median; x <= 0 || x >= 1 && id == "overlap" {
				t.Errorf("%s, %s: %g, want a ratio, of overlap below 1", id, f.of, x)
			}
		}
	}
}
