package pages

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/magic/search/factors"
)

func TestJudge(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi  float64
		x       stats.Interval // median, lower and upper bound
		noise   float64
		want    verdict
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
		if got := claim.judge(finding{"", c.x, c.noise}); got != c.want {
			t.Errorf("%s: %v in %g to %g: %q, want %q", c.because, c.x, c.lo, c.hi, got, c.want)
		}
	}
}

// Where two are said to be equal, noise above the claim's margin does not keep them from being shown to be, within twice the noise. Too
// much noise does, and a difference beyond the noise is still one.
func TestEqualityUnderNoise(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi  float64
		x       stats.Interval
		noise   float64
		want    string
		because string
	}{
		{1, 1, stats.Interval{Median: 1.01, Lo: 0.99, Hi: 1.03}, 0.01, "holds", "equal in a quiet table"},
		{1, 1, stats.Interval{Median: 1.02, Lo: 0.95, Hi: 1.08}, 0.07, "holds, within 15 %", "equal, with noise above the margin"},
		{1, 1, stats.Interval{Median: 0.98, Lo: 0.93, Hi: 1.05}, 0.07, "holds, within 15 %", "the same below"},
		{1, 1, stats.Interval{Median: 1.09, Lo: 0.95, Hi: 1.12}, 0.07, string(inconclusive), "as far apart as noise allows"},
		{1, 1, stats.Interval{Median: 1.02, Lo: 0.80, Hi: 1.20}, 0.07, string(inconclusive), "an interval wider than the margin"},
		{1, 1, stats.Interval{Median: 1.00, Lo: 0.99, Hi: 1.01}, 0.12, string(inconclusive), "too noisy to show that any two are equal"},
		{1, 1, stats.Interval{Median: 1.20, Lo: 1.15, Hi: 1.25}, 0.07, string(fails), "slower by more than the noise and the margin"},
		{1, 1, stats.Interval{Median: 1.00, Lo: 0.99, Hi: 1.01}, inf, string(inconclusive), "nothing but noise"},
		{1, inf, stats.Interval{Median: 1.00, Lo: 0.95, Hi: 1.03}, 0.07, "holds, within 15 %", "slower or equal"},
		{0, 1, stats.Interval{Median: 1.04, Lo: 0.95, Hi: 1.10}, 0.07, "holds, within 15 %", "no slower"},
	} {
		claim := claim{lo: c.lo, hi: c.hi, margin: 1.05}
		if got := claim.verdictOf(finding{"", c.x, c.noise}); got != c.want {
			t.Errorf("%s: %v in %g to %g with noise of %g: %q, want %q", c.because, c.x, c.lo, c.hi, c.noise, got, c.want)
		}
	}
}

// One decided question among several is not enough, and the only question of a claim is.
func TestSum(t *testing.T) {
	faster := claim{hi: 1, margin: 1}
	yes, no := exact("", 0.5), exact("", 2)
	between := finding{"", stats.Interval{Median: 1.1, Lo: 0.9, Hi: 1.2}, 0}
	for _, c := range []struct {
		findings []finding
		want     string
	}{
		{nil, "not measured here"},
		{[]finding{yes, yes}, "holds (2 hold, 0 do not, 0 inconclusive): 0.5"},
		{[]finding{no}, "does not hold (0 hold, 1 do not, 0 inconclusive): 2"},
		{[]finding{yes}, "holds (1 hold, 0 do not, 0 inconclusive): 0.5"},
		{[]finding{no, between}, "inconclusive (0 hold, 1 do not, 1 inconclusive): 1.1 to 2"},
		{[]finding{no, no, between}, "does not hold (0 hold, 2 do not, 1 inconclusive): 1.1 to 2"},
		{[]finding{between}, "inconclusive (0 hold, 0 do not, 1 inconclusive): 1.1"},
		{slices.Concat([]finding{yes}, slices.Repeat([]finding{between}, 7)), "inconclusive (1 hold, 0 do not, 7 inconclusive): 0.5 to 1.1"},
		{slices.Concat([]finding{yes, yes}, slices.Repeat([]finding{between}, 6)), "holds (2 hold, 0 do not, 6 inconclusive): 0.5 to 1.1"},
		{[]finding{yes, between, no, yes}, "mixed (2 hold, 1 do not, 1 inconclusive): 0.5 to 2"},
	} {
		if got := faster.sum(c.findings); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
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
	findings, _ := c.findings(m)
	for _, f := range findings {
		if got := c.judge(f); strings.Contains(f.question, inC) && got != inconclusive {
			t.Errorf("%s: %q without noise known, want %q", f.question, got, inconclusive)
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
		findings, _ := (&claim{margin: 1, asked: []string{"pext / c(pext)"}, uses: []report.Use{u}, goOnly: true}).findings(m)
		if len(findings) != 1 || findings[0].noise != max(inGo, inC) || inGo == inC {
			t.Errorf("%v: %v, want noise of %g or %g", u, findings, inGo, inC)
		}
	}
}

// What holds in C may fail in Go: neither verdict takes from the other.
func TestVerdictsByLanguage(t *testing.T) {
	faster := claim{hi: 1, margin: 1}
	yes, no := exact("queen, throughput"+inC, 0.5), exact("queen, throughput", 2)
	if got, want := faster.verdicts([]finding{no, yes}), "in C: holds (1 hold, 0 do not, 0 inconclusive): 0.5<br>in Go: does not hold (0 hold, 1 do not, 0 inconclusive): 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, alone := range [][]finding{{yes}, {no}, nil} {
		if got := faster.verdicts(alone); got != faster.sum(alone) {
			t.Errorf("%v: %q, want no language", alone, got)
		}
	}
}

// A range is read as it is written.
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

// inventMachine writes what is measured of a machine and returns the pattern that finds its raw file. With more questions, all
// techniques cost what they do by default. In C it has the techniques that inC has factors for, on the times that they have there by
// default; for nil nothing.
func inventMachine(t *testing.T, run resultstest.Run, inC map[string]float64) (pattern string) {
	t.Helper()
	root := t.TempDir()
	more := run
	more.Cost = nil
	goText := run.String()
	text := goText
	if inC != nil {
		run.Levels, run.Cost, run.Techniques = []string{"c-gcc"}, inC, slices.Collect(maps.Keys(inC))
		text += run.String()
	}
	writeFiles(t, filepath.Join(root, "a-machine"), map[string]string{
		"2026-01-01T000000Z-0123456789ab.txt": text,
		"questions/1024.txt":                  strings.ReplaceAll(goText, "questions: 65536\n", "questions: 1024\n"),
		"questions/4096.txt":                  strings.ReplaceAll(more.String(), "questions: 65536\n", "questions: 4096\n"),
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

// claimOf returns a claim by its section.
func claimOf(t *testing.T, id string) *claim {
	t.Helper()
	all := allClaims()
	i := slices.IndexFunc(all, func(c *claim) bool { return c.id == id })
	if i < 0 {
		t.Fatalf("no claim %q", id)
	}
	return all[i]
}

// put puts a claim to a machine, nil for what is counted.
func put(t *testing.T, id string, m *machine) []finding {
	t.Helper()
	findings, counted := claimOf(t, id).findings(m)
	if counted != (m == nil) {
		t.Errorf("%s: counted %v", id, counted)
	}
	return findings
}

func TestFindings(t *testing.T) {
	run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001, Cost: map[string]float64{"pext": 0.5, "pdep": 0.5}}
	machine := machineOf(t, run, map[string]float64{"pext": 1, "classical": 1, "fancymagic": 1, "fancymagic-again": 1, "dual": 0.5, "noop": 1, "load": 1})
	type within struct {
		question string
		low, top float64
	}
	for id, want := range map[string]within{
		"loops":              {"rook, throughput", 31, 33}, // 7.9 ns at 4 GHz
		"naive":              {"rook, throughput", 74, 78}, // 18.5 ns
		"magic-loops":        {"rook, latency", 1.6, 1.8},
		"pext":               {"queen, throughput, in C: `pext` against `dual`", 0.58, 0.63},
		"pext-dual":          {"queen, throughput, in C", 0.58, 0.63},
		"l2":                 {"rook, throughput, 2<sup>10</sup> to 2<sup>12</sup> questions, `pext`", 1.99, 2.01},
		"go":                 {"`pext`, queen, throughput", 1.24, 1.26},
		"minutes":            {"`fancymagic`", 0.2, 0.5},
		"fills":              {"sets of rooks, 2 on average", 1.6, 2.1},
		"pdep":               {"many queens", 0.3, 0.6},
		"quintessence-loops": {"queen, throughput", 2, 2.4},
	} {
		findings := put(t, id, machine)
		i := slices.IndexFunc(findings, func(f finding) bool { return f.question == want.question })
		if i < 0 {
			t.Errorf("%s: no finding %q", id, want.question)
		} else if x := findings[i].value; x.Median < want.low || x.Median > want.top {
			t.Errorf("%s, %s: %v, want between %g and %g", id, want.question, x, want.low, want.top)
		}
	}
	// In C the cycles are those that were measured there: 0.9 times as many as in Go.
	loops := map[string]float64{}
	for _, f := range put(t, "loops", machine) {
		loops[f.question] = f.value.Median
	}
	if ratio := loops["rook, throughput"+inC] / loops["rook, throughput"]; !(ratio > 0.89 && ratio < 0.91) {
		t.Errorf("%v cycles in Go and in C, want a ratio of 0.9", loops)
	}
	if len(put(t, "kindergarten", machine)) != 0 {
		t.Error("findings about a technique that was not measured")
	}
}

// The fastest method is asked of inlined PEXT in C and of calls in Go, each alone.
func TestPextByLanguage(t *testing.T) {
	e := machineOf(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8}, map[string]float64{"pext": 1, "fancymagic": 1})
	for id, want := range map[string]bool{"pext": true, "pext-call": false} {
		findings := put(t, id, e)
		if len(findings) == 0 {
			t.Errorf("%s: no findings", id)
		}
		for _, f := range findings {
			if strings.Contains(f.question, inC) != want {
				t.Errorf("%s: %q", id, f.question)
			}
		}
	}
}

// The verdict follows what was measured: whoever is made faster is the fastest.
func TestVerdictFollows(t *testing.T) {
	for _, c := range []struct {
		cost float64
		want verdict
	}{{0.1, holds}, {10, fails}} {
		run := resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001, Cost: map[string]float64{"koggestone": c.cost}}
		fills := claimOf(t, "fills")
		if got := fills.sum(put(t, "fills", machineOf(t, run, nil))); !strings.HasPrefix(got, string(c.want)) {
			t.Errorf("fills at %g times the time: %q, want %q", c.cost, got, c.want)
		}
	}
}

// Every claim can be put to machines of which nearly nothing is known, and all of them stand in the table.
func TestClaimTables(t *testing.T) {
	tiertest.Slow(t)
	run := resultstest.Run{Levels: []string{"v1"}, Features: "baseline", Techniques: []string{"noop", "fancymagic", "fancymagic-again"}}
	table, sections, _ := strings.Cut(wants(t, writeClaims, inventMachine(t, run, nil)), "\n\n")
	measured := 0 // what is counted, and the search of the one technique
	for _, c := range allClaims() {
		if row := fmt.Sprintf("| [%s](#%s) |", c.title, c.id); strings.Count(table, row) != 1 {
			t.Errorf("%d rows %q, want 1", strings.Count(table, row), row)
		}
		if n := strings.Count(sections, fmt.Sprintf("<a id=%q></a>", c.id)); n != 1 {
			t.Errorf("%d sections %q, want 1", n, c.id)
		}
		if name, _, call := strings.Cut(strings.Join(c.asked, ""), "("); call && counted[name] != nil || name == "seconds" {
			measured++
		}
	}
	if n := strings.Count(table, string(unmeasured)); n != len(allClaims())-measured || measured < 2 {
		t.Errorf("%d claims not measured, want all but %d of %d:\n%s", n, measured, len(allClaims()), table)
	}
}

// Runs with features hidden are not of a machine of their own.
func TestRestricted(t *testing.T) {
	run := resultstest.Run{Machine: "a-machine-without-bmi2", Levels: []string{"v2"}, Features: "avx2"}
	if text := wants(t, writeClaims, inventMachine(t, run, nil)); strings.Contains(text, "a-machine") {
		t.Error("a run with features hidden has a column")
	}
}

// Keys in the page are those of references.
func TestClaimReferences(t *testing.T) {
	page, err := os.ReadFile("claims.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := must(referenceKeys())
	links := regexp.MustCompile(`REFERENCES\.md#([a-z0-9-]+)\)`).FindAllSubmatch(page, -1)
	if len(links) == 0 {
		t.Error("no links")
	}
	for _, match := range links {
		if key := string(match[1]); !keys[key] {
			t.Errorf("no [%s] in %s", key, references)
			keys[key] = true
		}
	}
}

// A factor works if a table of it can be built.
func TestHashWorks(t *testing.T) {
	good := 0
	for _, c := range []struct {
		piece board.Piece
		sq    int
	}{{board.Bishop, 9}, {board.Bishop, 0}, {board.Rook, 52}} {
		h, rng := newHash(c.piece, c.sq), rand.New(rand.NewPCG(1, uint64(c.sq)))
		for range 2000 {
			factor := rng.Uint64() & rng.Uint64() & rng.Uint64()
			entry := factors.Entry{Piece: c.piece, Square: c.sq, Form: factors.White, Factor: factor, Shift: h.shift}
			want := (&factors.Set{Entries: []factors.Entry{entry}}).Verify() == nil
			if got := h.works(factor); got != want {
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

// The counts are always the same. Were all bits top bits, all factors would stay good. A set that is wrong or not complete is
// not counted.
func TestTopBits(t *testing.T) {
	set := storedSet("fancymagic")
	findings := topBitsOf(set, rookBits)
	if again := topBits(); len(findings) != 3 || fmt.Sprint(again) != fmt.Sprint(findings) {
		t.Errorf("%v, want the same as before: %v", again, findings)
	}
	if all := topBitsOf(set, 64); all[0].value.Median != 100 || all[1].value.Median != 100 {
		t.Errorf("with all bits kept: %v, want 100 %% twice", all)
	}
	wrong := &factors.Set{Entries: append([]factors.Entry(nil), set.Entries...)}
	wrong.Entry(board.Rook, 20).Factor++
	wrong.Entry(board.Rook, 20).Factor <<= 8
	refuses(t, func(*page) { topBitsOf(wrong, rookBits) }, "", "wrong factor for a rook on e3")
	refuses(t, func(*page) { topBitsOf(&factors.Set{}, rookBits) }, "", "no factor for a rook on a1")
}

// Sizes in the texts are those of the tables.
func TestClaimSizes(t *testing.T) {
	if said := claimOf(t, "l2").said; !strings.Contains(said, "`quintessence`, with 2 KiB of tables") || !strings.Contains(said, "by no more than 10 %.") {
		t.Errorf("no tables of 2 KiB, or no margin, in %q", said)
	}
	want := fmt.Sprintf("`blackmagic` has %s words of attacks and `fixedshift` %s,", words("blackmagic"), words("fixedshift"))
	if said := claimOf(t, "black").said; !strings.Contains(said, want) {
		t.Errorf("no words of tables in %q", said)
	}
	// The words are all of the table's bytes but for what it holds for each square.
	for _, name := range []string{"blackmagic", "fixedshift"} {
		var n int
		if _, err := fmt.Sscan(strings.ReplaceAll(words(name), ",", ""), &n); err != nil {
			t.Fatal(err)
		}
		if rest := find(name).TableBytes(board.Queen) - 8*n; rest < 0 || rest > 128*32 {
			t.Errorf("%s: %d words of %d bytes", name, n, find(name).TableBytes(board.Queen))
		}
	}
}

// The order of techniques is that of the comparison's rows, and every row has a technique that is timed here, or a reason.
func TestRanking(t *testing.T) {
	for _, r := range ranking() {
		if (r.ours == "") == (r.without == "") {
			t.Errorf("%s: want either a technique or why there is none", r.theirs)
		}
		if r.ours != "" && find(r.ours).Name != r.ours {
			t.Errorf("%s: no technique %q", r.theirs, r.ours)
		}
	}
	costs := func(koggestone float64) map[string]float64 {
		return map[string]float64{"pext": 0.1, "blackmagic": 0.2, "magic": 0.4, "quintessence": 0.5, "koggestone": koggestone}
	}
	few := func(names ...string) []string { return append(names, "noop", "fancymagic", "fancymagic-again") }
	for _, c := range []struct {
		run     resultstest.Run
		inC     map[string]float64
		want    string // "" for too few pairs to tell anything
		percent float64
	}{
		{resultstest.Run{Cost: costs(1)}, nil, "in Go, 0 of 10 pairs", 0},
		{resultstest.Run{Cost: costs(0.001)}, nil, "in Go, 4 of 10 pairs", 40},
		{resultstest.Run{Cost: costs(1), Techniques: few("pext", "blackmagic", "magic")}, nil, "", 0},
		{resultstest.Run{Cost: costs(1), Techniques: few("pext", "blackmagic", "magic", "quintessence")}, nil, "in Go, 0 of 6 pairs", 0},
		// In C the pairs are those of the build in C.
		{resultstest.Run{}, map[string]float64{"pext": 20, "blackmagic": 0.5, "magic": 1, "quintessence": 1, "fancymagic": 1, "fancymagic-again": 1},
			"3 of 6 pairs" + inC, 50},
	} {
		c.run.Levels, c.run.Rounds, c.run.Noise = []string{"v3"}, 8, 0.001
		got := reversed(machineOf(t, c.run, c.inC))
		i := slices.IndexFunc(got, func(f finding) bool { return f.question == c.want })
		if c.want == "" && len(got) > 0 || c.want != "" && (i < 0 || got[i].value.Median != c.percent) {
			t.Errorf("%v, want %q with %g %%", got, c.want, c.percent)
		}
	}
}

// A word, a function or a technique that there is not is refused, and not taken for one that was not measured.
func TestClaimRefused(t *testing.T) {
	asks := func(formula string) func(*page) {
		return func(*page) { (&claim{asked: []string{formula}, uses: usesOf("throughput")}).findings(nil) }
	}
	refuses(t, func(*page) { newClaim(textproto.MIMEHeader{"Marign": {"5 %"}}) }, "", "unknown word Marign")
	refuses(t, asks("magik / pext"), "", `unknown technique "magik"`)
	refuses(t, asks("growth(magik)"), "", `unknown technique "magik"`)
	refuses(t, asks("2 / pext"), "", "unknown technique")
	refuses(t, asks("slower(pext)"), "", "no function slower")
	refuses(t, asks("pext /"), "", "expected operand")
}

// noSource stands for an author where none was found; the text then says what was searched for.
const noSource = "no source found"

// Every claim names its source, or what was searched for in vain.
func TestClaimAuthors(t *testing.T) {
	keys := must(referenceKeys())
	for _, c := range allClaims() {
		cited := claimKey.FindAllString(c.who, -1)
		for _, key := range cited {
			if !keys[strings.Trim(key, "[]")] {
				t.Errorf("%s: no %s in %s", c.id, key, references)
			}
		}
		if in := strings.Contains(c.said, "o source found, searched for "); in != (c.who == noSource) || in == (len(cited) > 0) {
			t.Errorf("%s: said by %q, and %q: want keys of references, or what was searched for", c.id, c.who, c.said)
		}
	}
}

// Where plain candidates are given up there is a lower bound, and bishops need less than rooks.
func TestSparse(t *testing.T) {
	findings := sparse()
	if len(findings) != 2 {
		t.Fatalf("%v, want one for bishops and one for rooks", findings)
	}
	for _, f := range findings {
		if got := claimOf(t, "sparse").judge(f); got != fails || !strings.Contains(f.question, "given up, at least") {
			t.Errorf("%s: %v, %q; plain candidates were found as soon", f.question, f.value, got)
		}
	}
}

func TestEffort(t *testing.T) {
	all, _ := candidates{}.effort(board.Bishop, 1)
	if again, givenUp := (candidates{}).effort(board.Bishop, 1); again != all || givenUp != 0 {
		t.Errorf("%d and %d given up, want %d again and 0", again, givenUp, all)
	}
	if steps, givenUp := (candidates{plain: true, limit: 1}).effort(board.Bishop, 1); givenUp != 64 || steps < 64 {
		t.Errorf("%d steps and %d given up, want all 64 squares given up", steps, givenUp)
	}
	if some, _ := (candidates{filtered: true}).effort(board.Bishop, 1); some == all {
		t.Error("the filter rejects nothing")
	}
}

// The article's counts, by its technique: the instructions of the loop around a lookup are not its own.
func TestOperations(t *testing.T) {
	c := must(readCounts(countFile))
	findings := put(t, "operations-classical", nil)
	want := c.values["Count/technique=classical/piece=rook"]["instructions/lookup"] - c.values["Count/technique=noop/piece=rook"]["instructions/lookup"]
	if len(findings) != 2 || findings[0].value.Median != want || want <= 0 {
		t.Errorf("%v, want rook and bishop, the rook with %g", findings, want)
	}
}

// Half of a queen's cycles are judged, since she has the loops of two.
func TestCyclesOfQueens(t *testing.T) {
	m := machineOf(t, resultstest.Run{Levels: []string{"v3"}, Rounds: 8, Noise: 0.001}, nil)
	x, _ := m.timesInGo("classical", usesOf("throughput of queens")[0])
	findings := put(t, "loops", m)
	i := slices.IndexFunc(findings, func(f finding) bool { return f.question == "queen, throughput, half" })
	if i < 0 || math.Abs(findings[i].value.Median-stats.Median(x).Median/2) > 1e-9 {
		t.Errorf("%v, want half of %v", findings, stats.Median(x))
	}
}

// Overlapped tables hold fewer words than ranges end to end, and the published sizes are those of the page about them.
func TestSizesOfTables(t *testing.T) {
	for _, id := range []string{"overlap", "black-size"} {
		findings := put(t, id, nil)
		if len(findings) != 2 {
			t.Fatalf("%s: %v, want 2 findings", id, findings)
		}
		for _, f := range findings {
			if x := f.value.Median; x <= 0 || x >= 1 {
				t.Errorf("%s, %s: %g, want a part of 1", id, f.question, x)
			}
		}
	}
}
