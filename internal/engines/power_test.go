package engines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// simulated are programs whose rounds are drawn.
type simulated struct {
	draw  func(rng *rand.Rand) [2]float64 // cycles for a node of two runs of one program in a round
	times float64                         // how many times as long the second program takes
	rng   *rand.Rand
	now   [2]float64 // cycles for a node in this round, by program
	ran   int        // rounds so far, with the uncounted one in which Play sees whether programs can be compared
	long  int        // rounds that are long enough to be timed, 0 for all
}

func (s *simulated) close() {}

func (s *simulated) searches() (int, int) { return 0, 1 }

// round draws a round, and which of its two runs belongs to which program: else a lasting difference between the recorded runs would look like one between the programs.
func (s *simulated) round(context.Context, []int) error {
	s.now = s.draw(s.rng)
	s.ran++
	if s.rng.IntN(2) == 0 {
		s.now[0], s.now[1] = s.now[1], s.now[0]
	}
	s.now[1] *= s.times
	return nil
}

// search takes a second, or in rounds after the long ones a millisecond.
func (s *simulated) search(_ context.Context, order []int, _ int) (did []run, err error) {
	const nodes = 1e6
	took := time.Second
	if s.long > 0 && s.ran > s.long {
		took = time.Millisecond
	}
	for _, i := range order {
		did = append(did, run{nodes, nodes * s.now[i], took})
	}
	return did, nil
}

// roaming are simulated programs that remember on which CPUs they ran.
type roaming struct {
	simulated
	seen []int
}

func (c *roaming) search(ctx context.Context, order []int, cpu int) ([]run, error) {
	c.seen = append(c.seen, cpu)
	return c.simulated.search(ctx, order, cpu)
}

// Each round of a match runs where a look finds the quietest CPU, unless one is named.
func TestMatchesMove(t *testing.T) {
	defer func() { look = measure.Look }()
	for _, moves := range []bool{true, false} {
		next := 3
		look = func(now int, _ *measure.Judge, _ time.Duration) (int, string, []machine.Reading, error) {
			next++
			return next, "", nil, nil
		}
		c := &roaming{simulated: simulated{draw: func(*rand.Rand) [2]float64 { return [2]float64{1000, 1000} }, times: 1, rng: rand.New(rand.NewPCG(1, 1))}}
		m := &Match{Programs: []Program{{"base", "a"}, {"head", "b"}}, Within: 0.005, Rounds: 20, Timeout: time.Minute, CPU: 3, Moves: moves, runner: c}
		if _, err := m.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, cpu := range c.seen[2:] { // after the first run of each program, which does not count
			if want := 3 + map[bool]int{true: i + 1}[moves]; cpu != want {
				t.Fatalf("moves is %v: round %d on CPU %d, want %d", moves, i, cpu, want)
			}
		}
	}
}

// stopping are simulated programs whose match is interrupted while a round searches.
type stopping struct {
	simulated
	after int // rounds, with the uncounted one
	stop  func()
}

func (s *stopping) search(ctx context.Context, order []int, cpu int) ([]run, error) {
	if s.ran > s.after {
		s.stop()
		return nil, ctx.Err()
	}
	return s.simulated.search(ctx, order, cpu)
}

// A match that is interrupted has the figures of its rounds, once they are enough for a difference.
func TestInterrupted(t *testing.T) {
	for _, rounds := range []int{0, fewest - 1, fewest, fewest + 3} {
		ctx, stop := context.WithCancel(t.Context())
		logged := ""
		m := &Match{Programs: []Program{{"base", "a"}, {"head", "b"}}, Within: 1e-9, Rounds: 50, Timeout: time.Minute,
			Logf:   func(format string, args ...any) { logged = fmt.Sprintf(format, args...) },
			runner: &stopping{simulated{draw: func(rng *rand.Rand) [2]float64 { return [2]float64{1000 + 9*rng.Float64(), 1000} }, times: 1.25, rng: rand.New(rand.NewPCG(1, 1))}, rounds + 1, stop}}
		r, err := m.Play(ctx)
		if rounds < fewest {
			if !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("interrupted after %d rounds: %v, %v", rounds, r, err)
			}
			continue
		}
		if err != nil || r.Rounds != rounds || len(r.Sides[1].Cycles) != rounds || r.Sides[1].Shown() >= 0 || logged != fmt.Sprintf("interrupted: figures come from %d rounds", rounds) {
			t.Errorf("interrupted after %d rounds: %+v, %v, logged %q", rounds, r, err, logged)
		}
	}
}

// A run that is too short to be timed ends a match in whichever round it is: other work may have made the first one longer.
func TestTooShort(t *testing.T) {
	for _, long := range []int{1, 5} {
		m := &Match{Programs: []Program{{"base", "a"}, {"head", "b"}}, Within: 0.005, Rounds: 20, Timeout: time.Minute,
			runner: &simulated{draw: func(*rand.Rand) [2]float64 { return [2]float64{1000, 1000} }, times: 1, rng: rand.New(rand.NewPCG(1, 1)), long: long}}
		if _, err := m.Play(t.Context()); err == nil || !strings.HasSuffix(err.Error(), ": searches for 1 ms, too short to be timed (want 10ms): let it search deeper") {
			t.Errorf("after %d rounds: %v", long, err)
		}
	}
}

// TestPower simulates matches of a program with itself, and with one that takes 0.5 % longer. Only the runs' cycles are simulated; this package does all else. The cycles are
// invented, with runs about 0.6 % apart and one in twenty 5 % late, or those of recorded matches of programs with themselves: lines that
// slidebench engines --format json wrote, in results/<machine>/engines/aa.json.
// The promise is that at most 1 % of equal programs are called different, and that 95 % of slower ones are found in two minutes, unless most matches of a program end with
// wider intervals than they are asked for, as the answer then says. The test fails if the exact interval of a share of matches lies beyond the promise.
func TestPower(t *testing.T) {
	tiertest.Slow(t)
	draws := map[string]func(*rand.Rand) [2]float64{"invented": func(rng *rand.Rand) (pair [2]float64) {
		together := math.Exp(0.03 * rng.NormFloat64()) // the clock, and whoever else runs
		for i := range pair {
			pair[i] = 2000 * together * math.Exp(0.004*rng.NormFloat64())
			if rng.IntN(20) == 0 {
				pair[i] *= 1.05
			}
		}
		return pair
	}}
	rounds := map[string]int{"invented": 150} // in two minutes
	paths, _ := filepath.Glob("../../results/*/engines/aa.json")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pairs, seconds := map[string][][2]float64{}, map[string]float64{}
		for in := json.NewDecoder(bytes.NewReader(text)); in.More(); {
			var recorded struct {
				Engines [2]struct {
					Name   string
					Nodes  float64
					Cycles []float64
				}
				Seconds float64
			}
			if err := in.Decode(&recorded); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			a, b := recorded.Engines[0], recorded.Engines[1]
			name := fmt.Sprintf("%s, %.0f nodes", a.Name, a.Nodes)
			for i := range a.Cycles {
				pairs[name] = append(pairs[name], [2]float64{a.Cycles[i], b.Cycles[i]})
			}
			seconds[name] += recorded.Seconds
		}
		for name, all := range pairs {
			draws[name] = func(rng *rand.Rand) [2]float64 { return all[rng.IntN(len(all))] }
			rounds[name] = int(120 /* seconds */ * float64(len(all)) / seconds[name])
		}
	}
	tries := 300
	if tiertest.Minutes() {
		tries = 3000
	}
	for name, draw := range draws {
		for _, times := range []float64{1, 1.005} {
			shown, wrong, narrow, most := 0, 0, 0, 0 // matches in which the second program is slower, or faster, or intervals are narrow; most rounds
			for seed := range tries {
				m := &Match{Programs: []Program{{"base", "a"}, {"head", "b"}}, Within: 0.005, Rounds: rounds[name], Timeout: time.Minute,
					runner: &simulated{draw: draw, times: times, rng: rand.New(rand.NewPCG(uint64(seed), 1))}}
				r, err := m.Play(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, r.Rounds)
				if r.Narrow {
					narrow++
				}
				switch r.Sides[1].Shown() {
				case -1:
					shown++
				case 1:
					wrong++
				}
			}
			t.Logf("%s: %.1f %% slower: %d of %d shown slower, %d faster, %d narrow, in at most %d rounds", name, 100*(times-1), shown, tries, wrong, narrow, most)
			alarm, _ := stats.Share(shown+wrong, tries) // at least
			_, found := stats.Share(shown, tries)       // at most
			promised := name == "invented" || 2*narrow > tries
			if times == 1 && alarm > 0.01 || times > 1 && (found < 0.95 && promised || wrong > 0) {
				t.Error("that is not what is promised")
			}
		}
	}
}

// noted notes which programs search. The n-th search of a match takes n cycles for a node.
type noted struct {
	simulated
	programs []int // in the order of their searches
}

func (n *noted) searches() (int, int) { return 1, 2 }

func (n *noted) search(_ context.Context, order []int, _ int) (did []run, err error) {
	for _, i := range order {
		n.programs = append(n.programs, i)
		did = append(did, run{1000, float64(len(n.programs)) * 1000, time.Second})
	}
	return did, nil
}

// Programs search by turns, in an order that is reversed after each turn and each round. The first search of a program in a round does not count.
func TestOrder(t *testing.T) {
	n := &noted{simulated: simulated{draw: func(*rand.Rand) [2]float64 { return [2]float64{} }, rng: rand.New(rand.NewPCG(1, 1))}}
	m := &Match{Programs: []Program{{"base", "a"}, {"head", "b"}}, Within: 0.005, Rounds: 40, Timeout: time.Minute, runner: n}
	r, err := m.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first := 0 // rounds in which base, program 0, searches first
	for k := range r.Rounds {
		searched := n.programs[2+6*k:][:6] // six in a round, after the two that see whether programs can be compared
		a, b := searched[0], searched[1]
		if a == b || !slices.Equal(searched, []int{a, b, b, a, a, b}) {
			t.Errorf("round %d: %v", k, searched)
		}
		if first += 1 - a; k%2 == 1 && a == n.programs[2+6*(k-1)] {
			t.Errorf("round %d begins as the one before", k)
		}
		if got, want := r.Sides[a].Cycles[k], float64(2+6*k)+4.5; got != want { // the median of its counted searches, the round's fourth and fifth
			t.Errorf("round %d: %g cycles a node, want %g", k, got, want)
		}
	}
	if r.Rounds%2 == 0 && 2*first != r.Rounds {
		t.Errorf("base is first in %d of %d rounds", first, r.Rounds)
	}
}

// planted are programs of which all but the first take 30 % longer, and all scatter by some percent.
type planted struct {
	simulated
	scatter [8]float64 // of a round, by program
}

func (p *planted) round(context.Context, []int) error {
	for i := range p.scatter {
		p.scatter[i] = math.Exp(0.03 * p.rng.NormFloat64())
	}
	return nil
}

func (p *planted) search(_ context.Context, order []int, _ int) (did []run, err error) {
	for _, i := range order {
		cycles := 1e9 * p.scatter[i]
		if i > 0 {
			cycles *= 1.3
		}
		did = append(did, run{1e6, cycles, time.Second})
	}
	return did, nil
}

// Whatever settings a match accepts, it shows that a program is 30 % slower.
func TestSettingsShowSlowdowns(t *testing.T) {
	settings := map[string]func(m *Match){
		"usual": func(*Match) {}, "narrow": func(m *Match) { m.Within = 1e-9 }, "wide": func(m *Match) { m.Within = 0.999 }, "slices": func(m *Match) { m.Slice = 2 * time.Millisecond },
		"functional": func(m *Match) { m.Functional = true }, "capped": func(m *Match) { m.Cap = 1 /* ns */ }, "wide and capped": func(m *Match) { m.Within, m.Cap = 0.999, 1 },
		"at once": func(m *Match) { m.Parallel = true },
	}
	cpus, err := machine.AllowedCPUs()
	if err != nil || len(cpus) < 2 {
		delete(settings, "at once")
	}
	tried := 0
	for name, set := range settings {
		for rounds := range 2 * fewest {
			for heads := 1; heads < len(planted{}.scatter); heads++ {
				m := &Match{Within: 0.005, Rounds: rounds, Timeout: time.Minute, runner: &planted{simulated: simulated{rng: rand.New(rand.NewPCG(uint64(rounds), uint64(heads)))}}}
				for i := range heads + 1 {
					m.Programs = append(m.Programs, Program{fmt.Sprint("engine", i), "x"})
				}
				set(m)
				switch {
				case m.Parallel && len(cpus) <= heads, m.Rounds == 0 && m.Cap == 0 && m.Within < 0.1: // too few CPUs, or no end
					continue
				case m.Check() == nil: // is played below
				case rounds == 0 || rounds >= fewest:
					t.Errorf("%s, %d rounds: %v", name, rounds, m.Check())
					continue
				default:
					continue
				}
				tried++
				for _, s := range play(t, m).Sides[1:] {
					if s.Shown() != -1 {
						t.Errorf("%s, %d rounds, %d engines: %s is %s, P %g: %s", name, rounds, heads+1, s.Name, s.Percent(), s.P, s.Verdict())
					}
				}
			}
		}
	}
	t.Logf("%d matches", tried)
}
