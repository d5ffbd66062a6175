// Package measuring has the flags of measuring commands, and checks them.
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

// SetupFlags adds the flags that say how to measure.
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
	c.Flags().Lookup("cpu").DefValue = "0" // which help leaves out
}

// CapFlag adds the flag that bounds what a disturbed machine may cost.
func CapFlag(c *cobra.Command, most *time.Duration, usual time.Duration) {
	c.Flags().DurationVar(most, "cap", usual, "how long to measure on a disturbed machine; 0: as long as it takes")
}

// CheckSetup checks a setup, and has it move to quiet processors if none is named.
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

// CheckCPU checks a processor to measure on, where -1 is any, and the clock.
func CheckCPU(cpu int) error {
	switch allowed, err := machine.AllowedCPUs(); {
	case cpu >= 0 && err != nil:
		return fmt.Errorf("no CPU %d to measure on: %w", cpu, err)
	case cpu >= 0 && !slices.Contains(allowed, cpu):
		return fmt.Errorf("no CPU %d to measure on (have: %v)", cpu, allowed)
	}
	return machine.CheckTimer()
}

// ChooseCPU chooses a processor if there is none yet: the quietest, by a look at all.
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

// Measure is what commands that measure start for every round; people have no use for it.
func Measure() *cobra.Command {
	return &cobra.Command{
		Use:    run.Command,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(c *cobra.Command, _ []string) error { return run.Serve(c.InOrStdin(), c.OutOrStdout()) },
	}
}
