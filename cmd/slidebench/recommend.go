package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/source"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
)

func recommendCommand() *cobra.Command {
	var (
		selection run.Selection
		plan      run.Run
		format    string
		own       guests
	)
	c := &cobra.Command{
		Use:   "recommend [FILE...]",
		Short: "Say which technique to use on this machine, and what to import",
		Long: `recommend says which technique to use for queens, by the kind of lookup: time with its
95 % interval, and size of the tables. Then it says where older relatives of the machine,
without AVX-512, AVX2 or BMI2, need another technique, and what each kind of engine imports:
copy-make engines for single lookups, exchanges and x-rays for dependent ones, batches, attack
maps for sets, make-unmake engines for moves, engines that leave tables no more than 8 KiB of
the caches, and engines for processors without these features.
Of the techniques shown to take at most 2 % longer than the fastest it takes the one with
the smallest tables, then the fewest needed features, then the least code. The formats
markdown and json have every use and feature set with all the evidence.

With result files the answers come from those. Without, it measures for about 45 seconds: a
build for the highest GOAMD64 level of the machine, or this very program where there is no
checkout to build from. A first round, which does not count, leaves out the cells that a
technique with no larger tables and no further features clearly beats, unless techniques
or rounds are named. For more certainty measure with bench, and recommend from its file.`,
		Example: `  slidebench recommend results/*/*.txt.gz
  slidebench recommend --technique fancymagic,quintessence --rounds 1 --time 1ms`,
		RunE: func(c *cobra.Command, paths []string) error {
			if !slices.Contains(report.AdviceFormats, format) {
				return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(report.AdviceFormats, ", "))
			}
			if len(paths) > 0 {
				var idle error
				c.Flags().Visit(func(f *pflag.Flag) {
					if f.Name != "format" {
						idle = fmt.Errorf("unexpected --%s beside result files, which are not measured again", f.Name)
					}
				})
				if idle != nil {
					return idle
				}
				files, err := readAll(paths)
				if err != nil {
					return err
				}
				return report.WriteAdvice(c.OutOrStdout(), files, format)
			}
			if done, err := own.runWithGuests(c, ""); done {
				return err
			}
			if plan.Budget <= 0 {
				return fmt.Errorf("a budget of %v (want more than 0)", plan.Budget)
			}
			if plan.Rounds < 0 || plan.Rounds > results.MaxRounds {
				return fmt.Errorf("%d rounds (want 1 to %d; intervals need 6)", plan.Rounds, results.MaxRounds)
			}
			f, err := measureBriefly(c, plan, selection)
			if err != nil {
				return err
			}
			return report.WriteAdvice(c.OutOrStdout(), []*results.File{f}, format)
		},
	}
	own.flags(c)
	command.SetupFlags(c, &plan.Setup)
	f := c.Flags()
	f.StringSliceVar(&selection.Techniques, "technique", nil, "techniques to choose from (default all that are available)")
	f.IntVar(&plan.Rounds, "rounds", 0, "rounds to measure (default: as many as the budget has room for)")
	f.DurationVar(&plan.Budget, "budget", quickBudget, "choose --rounds so that measuring takes about this long")
	command.CapFlag(c, &plan.Cap, 4*time.Minute)
	f.StringVar(&format, "format", "text", strings.Join(report.AdviceFormats, ", "))
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	return c
}

// briefly completes a run with the cells that advice needs, in the highest build.
func briefly(plan *run.Run, selection run.Selection, stderr io.Writer) (skipped []string, err error) {
	var quick []string
	for _, m := range workload.All {
		if m.Quick {
			quick = append(quick, string(m.Mode))
		}
	}
	if len(selection.Modes) == 0 {
		selection.Modes = quick
	}
	if _, err := source.Tree("."); err == nil {
		here, _ := language.Named("").Here()
		plan.Builds = []build.Build{language.Highest(here)}
	} else {
		fmt.Fprintf(stderr, "measuring this program as it is: %v\n", err)
	}
	plan.Cells, skipped, err = selection.Cells(plan.Reference, plan.Builds)
	plan.Cells = slices.DeleteFunc(plan.Cells, func(cell grid.Cell) bool {
		return cell.Piece != board.Queen && slices.Contains(quick, cell.Mode) && len(selection.Pieces) == 0
	})
	return skipped, err
}

// measureBriefly measures what advice needs and returns the results as a file that is gone.
func measureBriefly(c *cobra.Command, plan run.Run, selection run.Selection) (*results.File, error) {
	began := time.Now()
	if err := command.CheckSetup(&plan.Setup, plan.Cap); err != nil {
		return nil, err
	}
	skipped, err := briefly(&plan, selection, c.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	// The reference is measured whether it is named or not, and is nothing to choose where others are named.
	named := func(technique string) bool {
		return len(selection.Techniques) == 0 || slices.Contains(selection.Techniques, technique)
	}
	known := techniques.Facts()
	if !slices.ContainsFunc(plan.Cells, func(cell grid.Cell) bool {
		return named(cell.Technique) && known[cell.Technique].Family != facts.Picker
	}) {
		return nil, fmt.Errorf("nothing to choose from: %s", cmp.Or(strings.Join(skipped, "; "), "the named techniques only pick others"))
	}
	command.ChooseCPU(&plan.CPU, c.ErrOrStderr())
	// Nobody waits for proofs here: the measuring processes compare all answers that they time with the walk's.
	if err := warn(c, selection.Techniques, skipped, plan.Setup); err != nil {
		return nil, err
	}
	if plan.Rounds == 0 && len(selection.Techniques) == 0 {
		var beaten string
		if plan.Cells, beaten, err = scout(c, plan); err != nil {
			return nil, err
		}
		skipped = append(skipped, beaten)
	}
	plan.Budget = max(plan.Budget-time.Since(began), time.Second)
	f, err := measureInto(c, plan, skipped, func(m *run.Measurement) error { return perform(c, m, "") })
	if err != nil {
		return nil, err
	}
	f.Aside = func(technique string) bool { return !named(technique) }
	return f, nil
}

// scout measures every cell of a plan in one round, which does not count. It returns those that advice may come to name, and says which ones are
// left out.
func scout(c *cobra.Command, plan run.Run) (cells []grid.Cell, leftOut string, err error) {
	plan.Rounds = 1
	f, err := measureInto(c, plan, nil, func(m *run.Measurement) error {
		m.Progress = func(int, int) {}
		return errors.Join(m.Do(c.Context()), m.Close())
	})
	if err != nil {
		return nil, "", err
	}
	beaten := report.Beaten(f)
	leftOut = "clearly beaten in a first round, which does not count, and left out:"
	for _, m := range workload.All {
		var names []string
		for _, cell := range beaten {
			if cell.Mode == string(m.Mode) && !slices.Contains(names, cell.Technique) {
				names = append(names, cell.Technique)
			}
		}
		if len(names) > 0 {
			leftOut += fmt.Sprintf(" %v %s;", m.Mode, strings.Join(names, ","))
		}
	}
	fmt.Fprintf(c.ErrOrStderr(), "left out %d of %d cells: in a first round, a technique with no larger tables and no further features clearly beats them\n",
		len(beaten), len(plan.Cells))
	cells = slices.DeleteFunc(slices.Clone(plan.Cells), func(cell grid.Cell) bool { return slices.Contains(beaten, cell) })
	return cells, strings.TrimSuffix(leftOut, ";"), nil
}

// measureInto has a run performed into a file in a temporary folder, and returns its results.
func measureInto(c *cobra.Command, plan run.Run, skipped []string, perform func(m *run.Measurement) error) (*results.File, error) {
	record, err := run.NewRecord(plan, commandLine(), skipped)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	path := filepath.Join(temp, "measured.txt")
	m, err := run.Create(path, record)
	if err != nil {
		return nil, err
	}
	if err := perform(m); err != nil {
		return nil, err
	}
	files, err := readAll([]string{path})
	switch {
	case err != nil && len(m.Record.Missing) > 0:
		return nil, errors.New("nothing is measured, for want of a clean slice of work: stop what else runs here, or choose another --cpu")
	case err != nil:
		return nil, errors.Join(errors.New("the results cannot be read back"), err)
	}
	files[0].Name = "measured now"
	return files[0], nil
}
