package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/lab/shares"
)

func sharesCommand() *cobra.Command {
	var compiler, into string
	var passes int
	c := &cobra.Command{
		Use:   "shares",
		Short: "Measure how much of the time parts of a search with a network take",
		Long: `shares searches the positions of mode netsearch in C, around the lookups of fancymagic, and
reads the clock around its parts: moves with their deltas of threats, the network's sums, and
its layers. The interval is over passes.`,
		Example: "  lab shares --passes 6",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if passes < 6 {
				return fmt.Errorf("%d passes (want at least 6, which an interval needs)", passes)
			}
			found, err := shares.Measure(c.Context(), compiler, passes)
			if err != nil {
				return err
			}
			if into == "" {
				return shares.Write(c.OutOrStdout(), found)
			}
			var text bytes.Buffer
			if err := shares.Write(&text, found); err != nil {
				return err
			}
			return atomicfile.Write(filepath.Join(into, machine.Detect().Slug(), "engines", "networks", shares.File), text.Bytes())
		},
	}
	f := c.Flags()
	f.StringVar(&compiler, "compiler", "gcc", "compiler of C")
	f.IntVar(&passes, "passes", 60, "passes over the positions")
	f.StringVar(&into, "results", "", "folder to write <machine>/engines/networks/"+shares.File+" into (default: to standard output)")
	return c
}
