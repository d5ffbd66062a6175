package main

import (
	"context"
	"fmt"
	"sync"

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
		Short: "Keep processors busy until it is interrupted",
		Long: `burden is a neighbour for experiments: it works on a processor, or on all, for a share of the
time, in bursts, until it is interrupted.`,
		Example: "  lab burden --cpu 1 --kind loads",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cpus := []int{cpu}
			if !c.Flags().Changed("cpu") {
				var err error
				if cpus, err = machine.AllowedCPUs(); err != nil {
					return err
				}
			}
			ctx, stop := context.WithCancelCause(c.Context())
			defer stop(nil)
			var all sync.WaitGroup
			for _, cpu := range cpus {
				all.Go(func() {
					if err := machine.Burden(ctx, cpu, share, machine.Kind(kind)); err != nil {
						stop(err)
					}
				})
			}
			all.Wait()
			if c.Context().Err() == nil { // an error has ended the work
				return context.Cause(ctx)
			}
			cli.Logf(c)("interrupted")
			return nil
		},
	}
	f := c.Flags()
	f.IntVar(&cpu, "cpu", 0, "the only processor to keep busy")
	f.Float64Var(&share, "share", 0.9, "share of the time that it is busy for")
	f.StringVar(&kind, "kind", string(machine.Compute), fmt.Sprintf("what is busy: %v", machine.Kinds))
	return c
}
