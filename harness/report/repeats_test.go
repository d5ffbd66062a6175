package report_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var simulatedModes = []string{"search", "throughput", "latency"}

// simulated returns a run in which technique i of a mode takes times[mode][i] as long as the reference, measured with some noise.
func simulated(rng *rand.Rand, rounds int, noise float64, times map[string][]float64) *results.File {
	f := &results.File{Name: "run", Reference: "fancymagic"}
	for _, mode := range simulatedModes {
		t := results.Table{Piece: board.Queen, Mode: mode, Unit: "cycles/lookup", Clock: 1, Rounds: rounds}
		shared := make([]float64, rounds) // by all values of a round
		for k := range shared {
			shared[k] = math.Exp(0.1 * rng.NormFloat64())
		}
		add := func(name string, time float64) {
			s := results.Series{Cell: grid.Cell{Technique: name, Piece: board.Queen, Mode: mode}}
			for _, v := range shared {
				s.Values = append(s.Values, v*time*math.Exp(noise*rng.NormFloat64()))
			}
			t.Series = append(t.Series, s)
		}
		add(f.Reference, 1)
		add(grid.Again(f.Reference), 1)
		for i, time := range times[mode] {
			add(fmt.Sprint("technique", i), time)
		}
		f.Tables = append(f.Tables, t)
	}
	return f
}

// Of 60 pairs of honest runs at most 3 are said to differ. Of 60 pairs of which one is off, at most 3 are said to agree: all techniques are by 5 %, in
// search or in a loop, or one by 10 % in search. Quiet honest runs agree, and noisy ones are too noisy.
func TestRepeats(t *testing.T) {
	const pairs, few, techniques = 60, 3, 12
	for _, c := range tiertest.Sample([]struct {
		rounds        int
		first, second float64 // noise
		verdict       string  // on honest runs, "" where it depends on chance
	}{
		{6, 0.01, 0.01, ""}, {6, 0.003, 0.003, "agree"}, {12, 0.001, 0.001, "agree"}, {12, 0.016, 0.016, ""}, {6, 0.013, 0.013, ""}, {12, 0.01, 0.01, "agree"},
		{6, 0.03, 0.03, "too noisy"}, {12, 0.02, 0.02, ""}, {12, 0.003, 0.02, ""}, {6, 0.003, 0.02, ""}, {12, 0.1, 0.1, "too noisy"}, {6, 0.01, 0.1, "too noisy"},
	}, 3) {
		for _, off := range []string{"", "search", "latency", "one"} {
			verdicts := map[string]int{}
			for seed := range uint64(pairs) {
				rng := rand.New(rand.NewPCG(seed, 35))
				first, second := map[string][]float64{}, map[string][]float64{}
				for _, mode := range simulatedModes {
					for i := range techniques {
						time := 1 + rng.Float64()
						first[mode] = append(first[mode], time)
						switch {
						case off == mode:
							time *= 1 + 0.05*float64(1-2*rng.IntN(2))
						case off == "one" && mode == "search" && i == 0:
							time *= 1.1
						}
						second[mode] = append(second[mode], time)
					}
				}
				switch err := report.Repeats(simulated(rng, c.rounds, c.first, first), simulated(rng, c.rounds, c.second, second)); {
				case err == nil:
					verdicts["agree"]++
				case errors.Is(err, report.ErrNoisy):
					verdicts["too noisy"]++
				default:
					verdicts["differ"]++
				}
			}
			if off == "" && (verdicts["differ"] > few || c.verdict != "" && verdicts[c.verdict] < pairs-few) || off != "" && verdicts["agree"] > few {
				t.Errorf("%+v, off %q: %v", c, off, verdicts)
			}
		}
	}
}
