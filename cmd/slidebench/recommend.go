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

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
)

// facts returns what reports have to know of techniques and is in no result file. What best picks depends on the feature set of the
// machine that was measured.
func facts(featureSet string) results.Facts {
	facts := results.Facts{}
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Bounds()) {
		fact := results.Fact{Family: e.Family, Needs: e.Needs, Batch: e.Batcher() != nil, State: e.StateCheck() != nil, Sets: e.Setter() != nil, Unsafe: e.Unsafe, Code: e.Lines()}
		if e.Family == results.Picker {
			fact.Picks = picks(featureSet)
		}
		facts[e.Name] = fact
	}
	return facts
}

// picks returns what best picks on a machine with a feature set.
func picks(featureSet string) results.Picks {
	modes := map[best.Use][]techniques.Mode{
		best.One:   {techniques.Throughput, techniques.Latency},
		best.Pair:  {techniques.Both, techniques.BothLatency},
		best.Batch: {techniques.Batch, techniques.BatchBoth},
	}
	p := results.Picks{Features: featureSet, ByMode: map[string]string{}}
	has := strings.Split(featureSet, "+")
	for _, pick := range best.PicksWith(func(feature string) bool { return slices.Contains(has, feature) }) {
		for _, mode := range modes[pick.Use] {
			p.ByMode[string(mode)] = pick.Technique
		}
	}
	return p
}

func recommendCommand() *cobra.Command {
	var (
		selection harness.Selection
		run       harness.Run
		format    string
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

With result files the answers come from those. Without, it measures for about 40 seconds: a
build for the highest GOAMD64 level of the machine, or this very program where there is no
checkout to build from. For more certainty measure with bench, and recommend from its file.`,
		Example: `  slidebench recommend results/*/*.txt
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
			if run.Budget <= 0 {
				return fmt.Errorf("a budget of %v (want more than 0)", run.Budget)
			}
			if run.Rounds < 0 {
				return fmt.Errorf("%d rounds (want at least 1; intervals need 6)", run.Rounds)
			}
			f, err := measureBriefly(c, run, selection)
			if err != nil {
				return err
			}
			return report.WriteAdvice(c.OutOrStdout(), []*results.File{f}, format)
		},
	}
	setupFlags(c, &run.Setup)
	f := c.Flags()
	f.StringSliceVar(&selection.Techniques, "technique", nil, "techniques to choose from (default all that are available)")
	f.IntVar(&run.Rounds, "rounds", 0, "rounds to measure (default: as many as the budget has room for)")
	f.DurationVar(&run.Budget, "budget", quickBudget, "choose --rounds so that measuring takes about this long")
	capFlag(c, &run.Cap, 4*time.Minute)
	f.StringVar(&format, "format", "text", strings.Join(report.AdviceFormats, ", "))
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	return c
}

// briefly completes a run with what advice needs: the modes it speaks of, at the highest level that can be built.
func briefly(run *harness.Run, selection harness.Selection, stderr io.Writer) (skipped []string, err error) {
	if len(selection.Modes) == 0 {
		selection.Modes = []string{string(techniques.Throughput), string(techniques.Latency), string(techniques.Both),
			string(techniques.BothLatency), string(techniques.Batch), string(techniques.BatchBoth)}
	}
	if _, err := harness.SourceTree("."); err == nil {
		levels := machine.Detect().Levels()
		run.Levels = append([]string{""}, levels...)[len(levels):] // the highest, off amd64 the one build without a level
	} else {
		fmt.Fprintf(stderr, "measuring this program as it is: %v\n", err)
	}
	run.Cells, skipped, err = selection.Cells(run.Reference, run.Levels)
	run.Cells = slices.DeleteFunc(run.Cells, func(cell results.Cell) bool {
		return cell.Mode == string(techniques.Latency) && cell.Piece != board.Queen && len(selection.Pieces) == 0 // as good as the queen's to choose by
	})
	return skipped, err
}

// measureBriefly measures what advice needs and returns the results as a file that is gone.
func measureBriefly(c *cobra.Command, run harness.Run, selection harness.Selection) (*results.File, error) {
	began := time.Now()
	if err := completeSetup(&run.Setup, run.Cap, c.ErrOrStderr()); err != nil {
		return nil, err
	}
	skipped, err := briefly(&run, selection, c.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	// The reference is measured whether it is named or not.
	named := func(technique string) bool {
		return len(selection.Techniques) == 0 || slices.Contains(selection.Techniques, technique)
	}
	known := facts(machine.Detect().FeatureSet())
	if !slices.ContainsFunc(run.Cells, func(cell results.Cell) bool {
		return named(cell.Technique) && known[cell.Technique].Family != results.Picker
	}) {
		return nil, fmt.Errorf("nothing to choose from: %s", cmp.Or(strings.Join(skipped, "; "), "what is named only picks others"))
	}
	// Nobody waits for proofs here: the measuring processes compare all answers that they time with the walk's.
	if err := before(c, selection.Techniques, skipped, run.Setup, false); err != nil {
		return nil, err
	}
	if err := harness.Prebuild(c.Context(), run.Levels); err != nil {
		return nil, err
	}
	run.Budget = max(run.Budget-time.Since(began), time.Second)
	record, err := harness.NewRecord(run, commandLine(), skipped)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	path := filepath.Join(temp, "measured.txt")
	m, err := harness.Create(path, record)
	if err != nil {
		return nil, err
	}
	if err := perform(c, m, ""); err != nil {
		return nil, err
	}
	files, err := readAll([]string{path})
	if err != nil {
		return nil, errors.Join(errors.New("what was measured cannot be read"), err)
	}
	files[0].Name = "measured now"
	for name, fact := range files[0].Facts {
		fact.Aside = !named(name)
		files[0].Facts[name] = fact
	}
	return files[0], nil
}
