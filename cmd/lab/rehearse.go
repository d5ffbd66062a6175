package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/lab/rehearsal"
	"github.com/slidebench/slidebench/internal/techniques"
)

func rehearseCommand() *cobra.Command {
	var g guard.Guard
	var guards int
	var into string
	c := &cobra.Command{
		Use:   "rehearse",
		Short: "Run guards whose answer is known, and note what they say",
		Long: `rehearse has guards compare the newest commit with a copy of itself: equal to it; with one
technique that takes 2 % longer, drawn from the whole catalogue; and with one that takes 1 %
longer and is named to the guard, which then has a threshold of 0.5 %. Each kind is run in
turn until there are as many as asked for.

The answers are rows of <machine>/guards.csv in the folder of results: a false alarm, or
what was found and what else was blamed. docs/measuring.md counts them. rehearse writes
the file after every guard, and adds to the guards that it holds. A guard of the whole catalogue
takes minutes.`,
		Example: "  lab rehearse --guards 0 --results results",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if guards < 0 {
				return fmt.Errorf("%d guards (want 0 or more)", guards)
			}
			if err := measuring.CheckSetup(&g.Setup, g.Cap); err != nil {
				return err
			}
			if _, err := techniques.Find(g.Reference); err != nil {
				return fmt.Errorf("reference: %w", err)
			}
			g.Progress, g.Logf = func(int, int) {}, cli.Logf(c)
			return rehearse(c, g, guards, filepath.Join(into, machine.Detect().Slug(), "guards.csv"))
		},
	}
	measuring.SetupFlags(c, &g.Setup)
	_ = c.Flags().MarkHidden("seed") // each guard has its own
	c.Flags().IntVar(&guards, "guards", 20, "guards of each kind that the file holds in the end")
	c.Flags().StringVar(&into, "results", "", "folder to write <machine>/guards.csv into")
	measuring.CapFlag(c, &g.Cap, 0)
	_ = c.MarkFlagRequired("results")
	return c
}

// rehearse adds outcomes to a file until it has enough of each kind.
func rehearse(c *cobra.Command, g guard.Guard, guards int, path string) error {
	all, err := readOutcomes(path)
	if err != nil {
		return err
	}
	had := func(kind rehearsal.Kind) (n int) {
		for _, o := range all {
			if o.Rehearsal == kind.Name {
				n++
			}
		}
		return n
	}
	for {
		next := slices.MinFunc(rehearsal.Kinds, func(a, b rehearsal.Kind) int { return had(a) - had(b) })
		if had(next) >= guards {
			return nil
		}
		g.Seed = uint64(len(all) + 1) // each guard draws anew
		o, err := rehearsal.Rehearse(c.Context(), g, next, "HEAD")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.ErrOrStderr(), "%s %s: found %v, blamed %q, %v\n", o.Rehearsal, o.Technique, o.Found, o.Blamed, o.Took)
		all = append(all, o)
		var text bytes.Buffer
		if err := cmp.Or(rehearsal.Write(&text, all), os.MkdirAll(filepath.Dir(path), 0o777), atomicfile.Write(path, text.Bytes())); err != nil { // all are called: Write has no error
			return err
		}
	}
}

// readOutcomes reads a file of outcomes; a missing file has none.
func readOutcomes(path string) ([]rehearsal.Outcome, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := rehearsal.Read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}
