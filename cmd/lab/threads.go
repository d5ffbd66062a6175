package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/harness/threads"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/techniques"
)

func threadsCommand() *cobra.Command {
	names := []string{"fancymagic", "dense", "pext", "quintessence", "kindergarten", "koggestone"}
	rounds := 8
	c := &cobra.Command{
		Use:   "threads",
		Short: "Show what two engines at once do to each technique, with shared tables and with their own",
		Long: `threads has the engine count leaves alone, by two threads of one process, which share
the technique's tables, and in two processes, each with its own. It prints the nodes per
second of all threads together in the Go benchmark format. It must run in a checkout, and
takes about four minutes.`,
		Example: "  lab threads --technique fancymagic,quintessence --rounds 1",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if rounds < 1 {
				return fmt.Errorf("%d rounds (want at least 1; intervals need %d)", rounds, stats.MinRounds)
			}
			entries, err := techniques.Find(names...)
			if err != nil {
				return err
			}
			for _, e := range entries {
				if err := e.CheckBindable(); err != nil {
					return err
				}
			}
			if err := machine.CheckTimer(); err != nil {
				return err
			}
			x := threads.Experiment{Techniques: entries, Rounds: rounds, Progress: command.Progress(c.ErrOrStderr(), "threads")}
			return x.Do(c.Context(), c.OutOrStdout())
		},
	}
	c.Flags().StringSliceVar(&names, "technique", names, "techniques that answer for sliders")
	c.Flags().IntVar(&rounds, "rounds", rounds, "rounds to measure")
	return c
}
