package measure

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

// Survey is the result of watching a machine with canaries for two seconds.
type Survey struct {
	CPU        int                `json:"cpu"`
	Clock      float64            `json:"clock"`     // the most frequent, GHz
	Lowest     float64            `json:"lowest"`    // one reading in twenty is lower
	Highest    float64            `json:"highest"`   // one reading in twenty is higher
	Turn       float64            `json:"turn"`      // of a canary on an unshared core, cycles
	Disturbed  float64            `json:"disturbed"` // share of the readings that saw a shared core
	NeverQuiet bool               `json:"neverQuiet,omitempty"`
	Slowed     []Slowed           `json:"slowed"`
	Resolution float64            `json:"resolution"` // smallest step of the timer, ns
	Cost       float64            `json:"cost"`       // time to read the timer, ns
	Cycle      machine.CycleCheck `json:"cycle"`
	// Unusable is the reason why nothing can be measured here, "" if it can; with a reason all else is zero.
	Unusable string `json:"unusable,omitempty"`
}

// Slowed is the effect of work on another processor on the measured processor.
type Slowed struct {
	CPU   int     `json:"cpu"`   // the other processor
	Times float64 `json:"times"` // ratio of the times with and without that work, by the medians of the independent chains
}

// mostOthers is the largest number of other CPUs that a survey keeps busy: each for a thirtieth of a second at least.
const mostOthers = 15

// NewSurvey watches a CPU for about two seconds. In half of the second one, other CPUs are busy, one after the other.
func NewSurvey(ctx context.Context, cpu int) (Survey, error) {
	s := Survey{CPU: cpu}
	if err := machine.CheckTimer(); err != nil {
		s.Unusable = err.Error()
		return s, nil
	}
	s.Cycle = machine.CheckCycle()
	s.Resolution, s.Cost = machine.Timer()
	readings, err := machine.Watch(cpu, time.Second)
	if err != nil {
		return s, err
	}
	judge := Judge{Known: machine.Known(machine.Detect())}
	judge.Add(readings...)
	s.Clock, _ = judge.Clock()
	s.Turn, s.Disturbed, s.NeverQuiet = judge.Quiet(), judge.Disturbed(), judge.NeverQuiet()
	s.Lowest = float64(judge.Clocks.Quantile(0.05)) / 1000
	s.Highest = float64(judge.Clocks.Quantile(0.95)) / 1000

	allowed, err := machine.AllowedCPUs()
	if err != nil {
		return s, nil // work cannot be pinned to other CPUs
	}
	others := slices.DeleteFunc(allowed, func(other int) bool { return other == cpu })
	others = others[:min(mostOthers, len(others))]
	for _, other := range others {
		slowed, err := slowedBy(ctx, cpu, other, time.Second/time.Duration(2*len(others)))
		if err != nil {
			return s, err
		}
		s.Slowed = append(s.Slowed, Slowed{other, slowed})
	}
	return s, nil
}

// slowedBy returns the ratio of a CPU's median turns with and without work on another CPU. It watches for d each, in alternation.
func slowedBy(ctx context.Context, cpu, other int, d time.Duration) (float64, error) {
	const alternations = 10
	var turns [2][]float64 // without and with work
	for range alternations {
		for busy := range turns {
			burden, stop := context.WithCancel(ctx)
			ended := make(chan error, 1)
			if busy == 1 {
				go func() { ended <- machine.Burden(burden, other, 1, machine.Compute) }()
			} else {
				ended <- nil
			}
			readings, err := machine.Watch(cpu, d/alternations)
			stop()
			if err := <-ended; err != nil {
				return 0, err
			}
			if err != nil {
				return 0, err
			}
			for _, r := range readings {
				turns[busy] = append(turns[busy], r.Turn)
			}
		}
	}
	if len(turns[0]) == 0 || len(turns[1]) == 0 {
		return 0, fmt.Errorf("no canary within %v", d)
	}
	middle := func(x []float64) float64 {
		slices.Sort(x)
		return x[len(x)/2]
	}
	return middle(turns[1]) / middle(turns[0]), nil
}

// shares is the ratio in Slowed above which two CPUs are taken to share a core.
const shares = 1.05

// WriteText writes a survey for people, a line for each fact.
func (s Survey) WriteText(w io.Writer) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-20s %s\n", name, fmt.Sprintf(format, args...))
	}
	if s.Unusable != "" {
		_, err := fmt.Fprintf(w, "%-20s %s\n", "timer", s.Unusable)
		return err
	}
	line("clock", "%.2f GHz most of the time on CPU %d; nine in ten readings between %.2f and %.2f", s.Clock, s.CPU, s.Lowest, s.Highest)
	if s.Cycle.TimeStamp > 0 {
		line("", "the time-stamp counter ticks at %.3f GHz", s.Cycle.TimeStamp)
	}
	if s.Cycle.Counted > 0 {
		line("", "the processor counts %.3f cycles in a cycle of the chain (want 1)", s.Cycle.Counted)
	}
	line("disturbed", "%.0f %% of the time another program uses CPU %d's core, too (%.2f cycles a turn when none does)", 100*s.Disturbed, s.CPU, s.Turn)
	if s.NeverQuiet {
		line("", "and even its best readings are slower than those of an unshared core of this kind")
	}
	var apart []int
	for _, other := range s.Slowed {
		if other.Times > shares {
			line("shares its core", "work on CPU %d makes that on CPU %d take %.2f times as long", other.CPU, s.CPU, other.Times)
		} else {
			apart = append(apart, other.CPU)
		}
	}
	if len(apart) > 0 {
		line("cores of their own", "work on CPUs %v does not slow CPU %d", apart, s.CPU)
	}
	_, err := fmt.Fprintf(w, "%-20s %.0f ns, and reading it takes %.0f ns\n", "timer resolves", s.Resolution, s.Cost)
	return err
}
