package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/lab/noise"
)

func noiseCommand() *cobra.Command {
	var n noise.Experiment
	var into string
	var force bool
	c := &cobra.Command{
		Use:   "noise",
		Short: "Disturb this machine on purpose, and show what that does to the numbers",
		Long: `noise measures a dozen techniques without load, and with bursts of load on another
processor, on the same one, and on the memory bus, for 50, 85 and 95 % of the time. It
writes a page: errors against the run without load, the noise between two measurements of
one technique, the time taken, what the canary saw, and what other estimators make of the
same slices. It takes some minutes, and ends by itself.

With --results the page is <machine>/noise.md, and slices.csv.gz beside it holds the slices
from which the guard's power is simulated.`,
		Example: "  lab noise --rounds 1 --cap 10ms",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if n.Rounds < 1 {
				return fmt.Errorf("%d rounds (want at least 1)", n.Rounds)
			}
			if err := measuring.CheckSetup(&n.Setup, n.Cap); err != nil {
				return err
			}
			folder := filepath.Join(into, machine.Detect().Slug())
			page, slices := filepath.Join(folder, "noise.md"), filepath.Join(folder, "slices.csv.gz")
			if into != "" && !force {
				if err := cmp.Or(atomicfile.RefuseOverwrite(page, noise.IsPage), atomicfile.RefuseOverwrite(slices, noise.IsSlices)); err != nil {
					return err
				}
			}
			if err := measuring.ChooseCPU(&n.CPU, c.ErrOrStderr()); err != nil {
				return err
			}
			n.Progress = cli.Progress(c.ErrOrStderr(), "noise")
			r, err := n.Run(c.Context())
			if err != nil {
				return err
			}
			if into == "" {
				return r.WriteMarkdown(c.OutOrStdout())
			}
			var text, recorded bytes.Buffer
			return cmp.Or(r.WriteMarkdown(&text), r.WriteSlices(&recorded), os.MkdirAll(folder, 0o777), // all are called: the first two only fill buffers, and have no errors
				atomicfile.Write(page, text.Bytes()), atomicfile.Write(slices, results.Gzip(recorded.Bytes())))
		},
	}
	measuring.SetupFlags(c, &n.Setup)
	f := c.Flags()
	f.IntVar(&n.Rounds, "rounds", 6, "rounds to measure")
	f.StringVar(&into, "results", "", "folder to write <machine>/noise.md and slices.csv.gz into (default: the page to standard output)")
	f.BoolVar(&force, "force", false, cli.ForceUsage)
	f.DurationVar(&n.Cap, "cap", 20*time.Second, "how long one process waits for clean slices; 0: as long as it takes")
	return c
}
