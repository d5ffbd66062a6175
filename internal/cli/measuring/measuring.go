// Package measuring has the flags that commands with measurements share, and checks their values. It is apart from package cli because findmagic needs none.
package measuring

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
)

// Reference is the technique that ratios refer to by default.
const Reference = "fancymagic"

// SetupFlags adds the flags of a setup: reference, time, questions, seed and CPU.
func SetupFlags(c *cobra.Command, s *run.Setup) {
	f := c.Flags()
	f.StringVar(&s.Reference, "reference", Reference, "technique that ratios refer to, measured twice")
	f.DurationVar(&s.Time, "time", 2*time.Millisecond, "time to measure a cell for in a round, at least")
	f.IntVar(&s.Questions, "questions", 1<<16, "questions in a corpus")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the questions and of the order of cells")
	CPUFlag(c, &s.CPU)
}

// CPUFlag adds the flag that says which processor to stay on.
func CPUFlag(c *cobra.Command, cpu *int) {
	c.Flags().IntVar(cpu, "cpu", -1, "processor to stay on (default: the quietest)")
	c.Flags().Lookup("cpu").DefValue = "0" // help leaves out a default of 0
}

// CapFlag adds the flag --cap, the longest time to measure on a disturbed machine.
func CapFlag(c *cobra.Command, most *time.Duration, usual time.Duration) {
	c.Flags().DurationVar(most, "cap", usual, "how long to measure on a disturbed machine; 0: as long as it takes")
}

// CheckSetup checks a setup and the value of --cap. If no CPU is named, the run may move to quieter CPUs.
func CheckSetup(s *run.Setup, most time.Duration) error {
	if most < 0 {
		return fmt.Errorf("a cap of %v (want more than 0, or 0 for none)", most)
	}
	if err := s.Check(); err != nil {
		return err
	}
	s.Moves = s.CPU < 0
	return CheckCPU(s.CPU)
}

// CheckCPU returns an error if this process may not use a CPU, -1 for any, or if nothing can be measured here.
func CheckCPU(cpu int) error {
	switch allowed, err := machine.AllowedCPUs(); {
	case cpu >= 0 && err != nil:
		return fmt.Errorf("no CPU %d to measure on: %w", cpu, err)
	case cpu >= 0 && !slices.Contains(allowed, cpu):
		return fmt.Errorf("no CPU %d to measure on (have: %v)", cpu, allowed)
	}
	return machine.CheckTimer()
}

// ChooseCPU sets a CPU that is -1 to the quietest, after a look at all CPUs for a second, and names it on stderr.
func ChooseCPU(cpu *int, stderr io.Writer) error {
	if *cpu >= 0 {
		return nil
	}
	chosen, why, _, err := measure.Look(-1, &measure.Judge{Known: machine.Known(machine.Detect())}, time.Second)
	if err != nil {
		return err
	}
	*cpu = chosen
	fmt.Fprintf(stderr, "measuring on %s: %s\n", run.Where(chosen), why)
	return nil
}

// Measure returns the hidden command that measuring commands start as a new process for every round.
func Measure() *cobra.Command {
	return &cobra.Command{
		Use:    run.Command,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(c *cobra.Command, _ []string) error { return run.Serve(c.InOrStdin(), c.OutOrStdout()) },
	}
}
