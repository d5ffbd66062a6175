package report_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// simulatedUse is a table of a simulated run: a level of Go and a mode.
type simulatedUse struct {
	level string
	mode  mode.Mode
}

// simulatedUses are the usual tables of a simulated run.
var simulatedUses = []simulatedUse{{"v1", "search"}, {"v1", "throughput"}, {"v1", "latency"}}

// simulated returns a run in which technique i of a use takes times[use][i] as long as the reference, measured with some noise.
func simulated(rng *rand.Rand, rounds int, noise float64, uses []simulatedUse, times map[simulatedUse][]float64) *results.File {
	f := &results.File{Name: "run", Reference: "fancymagic"}
	for _, u := range uses {
		t := results.Table{Key: results.Key{Target: results.Target{Built: build.Build{Level: u.level}}, Piece: board.Queen, Mode: u.mode}, Unit: "cycles/lookup", Clock: 1, Rounds: rounds}
		shared := make([]float64, rounds) // by all values of a round
		for k := range shared {
			shared[k] = math.Exp(0.1 * rng.NormFloat64())
		}
		add := func(name string, time float64) {
			s := results.Series{Cell: grid.OfRow(name)}
			s.Piece, s.Mode = board.Queen, u.mode
			for _, v := range shared {
				s.Values = append(s.Values, v*time*math.Exp(noise*rng.NormFloat64()))
			}
			t.Series = append(t.Series, s)
		}
		add(f.Reference, 1)
		add(f.Reference+"-again", 1)
		for i, time := range times[u] {
			add(fmt.Sprint("technique", i), time)
		}
		f.Tables = append(f.Tables, t)
	}
	return f
}

// verdicts counts what Repeats says of pairs of runs with some techniques in each use. In the second run a technique takes as many times as long as off says.
func verdicts(pairs, techniques, rounds int, noises [2]float64, uses []simulatedUse, off func(rng *rand.Rand, u simulatedUse, technique int) float64) map[string]int {
	counts := map[string]int{}
	for seed := range uint64(pairs) {
		rng := rand.New(rand.NewPCG(seed, 35))
		first, second := map[simulatedUse][]float64{}, map[simulatedUse][]float64{}
		for _, u := range uses {
			for i := range techniques {
				time := 1 + rng.Float64()
				first[u] = append(first[u], time)
				second[u] = append(second[u], time*off(rng, u, i))
			}
		}
		switch err := report.Repeats(simulated(rng, rounds, noises[0], uses, first), simulated(rng, rounds, noises[1], uses, second)); {
		case err == nil:
			counts["agree"]++
		case errors.Is(err, report.ErrNoisy):
			counts["too noisy"]++
		default:
			counts["differ"]++
		}
	}
	return counts
}

// Of 60 pairs of honest runs at most 3 are said to differ. Of 60 pairs whose second run is off, at most 3 are said to agree: all techniques are off by 7 % in
// search or by 15 % in a loop, or one technique by 10 % in search. Quiet honest runs agree, and noisy ones are too noisy.
func TestRepeats(t *testing.T) {
	const pairs, few, techniques = 60, 3, 12
	// Chance grows with the noise of values, and falls with the number of rounds. The sizes 7 and 15 % are about mostChance, up to which two tables confirm or refute each
	// other, in search and in loops. Noises between quiet and noisy ones put the chance of search near that bound, so that honest runs agree or are too noisy.
	for _, c := range tiertest.Sample([]struct {
		rounds  int
		noises  [2]float64 // of the values of the first and the second run
		verdict string     // on honest runs, "" where it depends on chance
	}{
		{6, [2]float64{0.01, 0.01}, ""},
		{6, [2]float64{0.003, 0.003}, "agree"},
		{12, [2]float64{0.001, 0.001}, "agree"},
		{12, [2]float64{0.016, 0.016}, ""},
		{6, [2]float64{0.013, 0.013}, ""},
		{12, [2]float64{0.01, 0.01}, "agree"}, // as in the first row, in twice the rounds
		{6, [2]float64{0.03, 0.03}, "too noisy"},
		{12, [2]float64{0.02, 0.02}, ""},
		{12, [2]float64{0.003, 0.02}, ""}, // one run is quiet
		{6, [2]float64{0.003, 0.02}, ""},
		{12, [2]float64{0.1, 0.1}, "too noisy"},
		{6, [2]float64{0.01, 0.1}, "too noisy"}, // one run alone is
	}, 3) {
		for _, off := range []string{"", "search", "latency", "one"} {
			said := verdicts(pairs, techniques, c.rounds, c.noises, simulatedUses, func(rng *rand.Rand, u simulatedUse, i int) float64 {
				switch {
				case off == string(u.mode):
					return 1 + map[string]float64{"search": 0.07, "latency": 0.15}[off]*float64(1-2*rng.IntN(2)) // up or down
				case off == "one" && u.mode == "search" && i == 0:
					return 1.1
				}
				return 1
			})
			if off == "" && (said["differ"] > few || c.verdict != "" && said[c.verdict] < pairs-few) || off != "" && said["agree"] > few {
				t.Errorf("%+v, off %q: %v", c, off, said)
			}
		}
	}
}

// One technique among many that takes 5 % longer in all uses of a build is seen in twelve rounds, although its values are less than a twentieth of all.
// Runs agree where nothing changed, also with few values of a technique.
func TestRepeatsOfOneTechnique(t *testing.T) {
	const techniques, rounds = 50, 12
	pairs := 20
	if tiertest.Minutes() {
		pairs = 100
	}
	noises := [2]float64{0.01, 0.01}
	twoBuilds := append([]simulatedUse{{"v3", "search"}, {"v3", "throughput"}, {"v3", "latency"}}, simulatedUses...)
	for _, uses := range tiertest.Sample([][]simulatedUse{simulatedUses[1:], simulatedUses, twoBuilds}, 3) { // two loops, search as well, and another build, which is not off
		for factor, want := range map[float64]string{1.05: "differ", 1: "agree"} {
			said := verdicts(pairs, techniques, rounds, noises, uses, func(_ *rand.Rand, u simulatedUse, i int) float64 {
				if i == 0 && u.level == "v1" {
					return factor
				}
				return 1
			})
			if 100*said[want] < 95*pairs {
				t.Errorf("%d uses, one technique takes %g times as long: %v, want %q", len(uses), factor, said, want)
			}
		}
	}
}
