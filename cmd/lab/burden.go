package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/machine"
)

func burdenCommand() *cobra.Command {
	var cpu int
	var share float64
	var kind string
	c := &cobra.Command{
		Use:   "burden",
		Short: "Keep a processor busy until it is interrupted",
		Long: `burden is a neighbour for experiments: it works on a processor for a share of the time, in
bursts, until it is interrupted.`,
		Example: "  lab burden --cpu 1 --kind loads",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if cpu < 0 {
				return fmt.Errorf("no CPU %d to keep busy", cpu)
			}
			if err := machine.Burden(c.Context(), cpu, share, machine.Kind(kind)); err != nil {
				return err
			}
			cli.Logf(c)("interrupted")
			return nil
		},
	}
	f := c.Flags()
	f.IntVar(&cpu, "cpu", 0, "processor to keep busy")
	f.Float64Var(&share, "share", 0.9, "share of the time that it is busy for")
	f.StringVar(&kind, "kind", string(machine.Compute), fmt.Sprintf("what is busy: %v", machine.Kinds))
	return c
}
