package main

import (
	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/run"
)

// measureCommand is what bench and guard start for every round; people have no use for it.
func measureCommand() *cobra.Command {
	return &cobra.Command{
		Use:    run.Command,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return run.Measure(c.InOrStdin(), c.OutOrStdout())
		},
	}
}
