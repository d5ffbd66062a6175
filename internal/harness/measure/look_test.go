package measure

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// readings returns n equal readings with a turn.
func readings(turn float64, n int) []machine.Reading {
	return slices.Repeat([]machine.Reading{{Clock: 3, Turn: turn}}, n)
}

// A CPU is as clean as its share of undisturbed readings in the same time: another program on the CPU leaves fewer readings, one on its sibling makes them slower.
// Readings count as undisturbed by the quietest of the run, of this look, or of the known processor; if none is, by this look alone.
func TestSetClean(t *testing.T) {
	mixed := slices.Concat(readings(5, 20), readings(6, 60))
	for _, c := range []struct {
		about string
		known float64             // the turn of an unshared core of the processor, 0 if unknown
		run   float64             // the turn that the run has seen so far, 0 for none
		seen  [][]machine.Reading // by CPU
		want  []float64           // Clean, by CPU
	}{
		{"by the look", 0, 0, [][]machine.Reading{readings(5, 100), readings(5, 50), mixed, nil}, []float64{1, 0.5, 0.2, 0}},
		{"the run has begun on a core that was never quiet", 0, 6, [][]machine.Reading{readings(5, 100), readings(5, 50), mixed}, []float64{1, 0.5, 0.2}},
		{"the run was quieter", 0, 5, [][]machine.Reading{readings(6, 80), mixed}, []float64{0, 0.25}},
		{"the processor is quieter", 5, 0, [][]machine.Reading{readings(6, 80), mixed}, []float64{0, 0.25}},
		{"all are busy all the time", 5, 5, [][]machine.Reading{readings(6, 100), readings(7, 80), readings(6, 40)}, []float64{1, 0, 0.4}},
		{"nobody has looked", 0, 0, [][]machine.Reading{nil, nil}, []float64{0, 0}},
	} {
		j := Judge{Known: c.known}
		if c.run > 0 {
			j.Add(readings(c.run, 100)...)
		}
		candidates := make([]machine.Candidate, len(c.seen))
		setClean(candidates, c.seen, &j)
		for i, want := range c.want {
			if candidates[i].Clean != want {
				t.Errorf("%s: CPU %d: clean %v, want %v", c.about, i, candidates[i].Clean, want)
			}
		}
	}
}

// All CPUs are watched equally often and equally long, one after the other.
func TestWatch(t *testing.T) {
	candidates := []machine.Candidate{{CPU: 3}, {CPU: 5}}
	var order []int
	seen, err := watch(candidates, 40*time.Millisecond, func(cpu int, d time.Duration) ([]machine.Reading, error) {
		order = append(order, cpu)
		if d != 10*time.Millisecond {
			t.Errorf("CPU %d is watched for %v, want 10ms", cpu, d)
		}
		return readings(float64(cpu), 2), nil
	})
	if err != nil || !slices.Equal(order, []int{3, 5, 3, 5}) || len(seen) != 2 || len(seen[1]) != 4 || seen[1][0].Turn != 5 {
		t.Errorf("order %v, seen %v, %v", order, seen, err)
	}
	if _, err := watch(candidates, 0, func(int, time.Duration) ([]machine.Reading, error) { return nil, errors.New("gone") }); err == nil {
		t.Error("no error of a CPU that cannot be watched")
	}
}

// A look too short for all CPUs watches some of them, and always the CPU of the run, unless that is no candidate any more.
func TestDrawn(t *testing.T) {
	candidates := []machine.Candidate{{CPU: 3}, {CPU: 5}, {CPU: 6}, {CPU: 9}}
	for _, c := range []struct {
		now, limit int
		want       []int // CPUs
	}{{-1, 9, []int{6, 9, 3, 5}}, {5, 9, []int{5, 6, 9, 3}}, {5, 3, []int{5, 6, 9}}, {5, 0, []int{5, 6}}, {4, 1, []int{6, 9}}} {
		var got []int
		for _, candidate := range drawn(candidates, c.now, c.limit, []int{2, 3, 0, 1}) {
			got = append(got, candidate.CPU)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d from CPU %d: %v, want %v", c.limit, c.now, got, c.want)
		}
	}
	if got := drawn(candidates[:1], 3, 0, []int{0}); len(got) != 1 {
		t.Errorf("of one: %v", got)
	}
}

// A look finds the CPU that other work keeps busy, whichever it is. Looks alternate between CPUs, as other programs may be running.
func TestLookFindsABusyCPU(t *testing.T) {
	tiertest.Slow(t)
	candidates, err := machine.Candidates()
	if err != nil || len(candidates) < 2 {
		t.Skipf("%d CPUs to choose from, %v", len(candidates), err)
	}
	candidates = candidates[:2]
	const neighbours, looks, tries = 4, 4, 5
	const clearly = 1.3                                          // times as clean, on average
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(neighbours + 2)) // else neighbours keep the look's thread from running at all
	for try := range tries {
		var beside, away float64 // how clean CPUs were with neighbours on them, and with neighbours on the other
		for range looks {
			for busy := range candidates {
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, neighbours)
				for range neighbours {
					go func() { ended <- machine.Burden(ctx, candidates[busy].CPU, 1, machine.Compute) }()
				}
				_, err := look(candidates, &Judge{Known: machine.Known(machine.Detect())}, 100*time.Millisecond)
				stop()
				for range neighbours {
					err = errors.Join(err, <-ended)
				}
				if err != nil {
					t.Fatal(err)
				}
				beside += candidates[busy].Clean
				away += candidates[1-busy].Clean
			}
		}
		t.Logf("try %d: clean %.2f beside neighbours, %.2f away from them", try, beside/(2*looks), away/(2*looks))
		if away > clearly*beside {
			return
		}
	}
	t.Errorf("looks find CPUs as clean beside %d neighbours as away from them", neighbours)
}
