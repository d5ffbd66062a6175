package main

import (
	"cmp"
	"errors"
	"fmt"
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

// facts returns what reports have to know of techniques and is in no result file.
func facts() results.Facts {
	facts := results.Facts{}
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Bounds()) {
		fact := results.Fact{Family: e.Family, Needs: e.Needs, Batch: e.Batcher() != nil, State: e.StateCheck() != nil, Sets: e.Setter() != nil}
		if e.Family == results.Picker {
			fact.Picks = picks()
		}
		facts[e.Name] = fact
	}
	return facts
}

// picks returns what best picks on this machine.
func picks() results.Picks {
	modes := map[best.Use][]techniques.Mode{
		best.One:   {techniques.Throughput, techniques.Latency},
		best.Pair:  {techniques.Both, techniques.BothLatency},
		best.Batch: {techniques.Batch, techniques.BatchBoth},
	}
	p := results.Picks{Features: machine.Detect().FeatureSet(), ByMode: map[string]string{}}
	for _, pick := range best.Picks() {
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
		budget    time.Duration
		format    string
	)
	c := &cobra.Command{
		Use:   "recommend [FILE...]",
		Short: "Say which technique to use, per use and feature set, and on what grounds",
		Long: `recommend says which technique to use: for one lookup, for a rook and a bishop at once,
and for many at once; on this machine, and on its older relatives without AVX-512, AVX2
and BMI2; and which one has the smallest tables within 10 % of the fastest. With each
answer stands its evidence: times and ratios with their intervals, noise and rounds. From
files it also says that for sets of sliders, and for lookups between moves.

With result files the answers come from those. Without, it measures for about two minutes: a
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
			if budget <= 0 {
				return fmt.Errorf("a budget of %v (want more than 0)", budget)
			}
			if c.Flags().Changed("time") {
				budget = 0
			}
			f, err := measureBriefly(c, run, selection, budget)
			if err != nil {
				return err
			}
			return report.WriteAdvice(c.OutOrStdout(), []*results.File{f}, format)
		},
	}
	setupFlags(c, &run.Setup)
	f := c.Flags()
	f.StringSliceVar(&selection.Techniques, "technique", nil, "techniques to choose from (default all that are available)")
	f.IntVar(&run.Rounds, "rounds", 6, "rounds to measure")
	f.DurationVar(&budget, "budget", 2*time.Minute, "choose --time so that measuring takes about this long")
	f.StringVar(&format, "format", "text", strings.Join(report.AdviceFormats, ", "))
	c.MarkFlagsMutuallyExclusive("time", "budget")
	return c
}

// measureBriefly measures what advice needs, within a budget unless that is 0, and returns the results as a file that is gone.
func measureBriefly(c *cobra.Command, run harness.Run, selection harness.Selection, budget time.Duration) (*results.File, error) {
	if err := completeSetup(&run.Setup, run.Rounds, c.ErrOrStderr()); err != nil {
		return nil, err
	}
	selection.Modes = []string{string(techniques.Throughput), string(techniques.Latency), string(techniques.Both),
		string(techniques.BothLatency), string(techniques.Batch), string(techniques.BatchBoth)}
	if _, err := harness.SourceTree("."); err == nil {
		levels := machine.Detect().Levels()
		run.Levels = append([]string{""}, levels...)[len(levels):] // the highest, off amd64 the one build without a level
	} else {
		fmt.Fprintf(c.ErrOrStderr(), "measuring this program as it is: %v\n", err)
	}
	var skipped []string
	var err error
	if run.Cells, skipped, err = selection.Cells(run.Reference, run.Levels); err != nil {
		return nil, err
	}
	// The reference is measured whether it is named or not.
	named := func(technique string) bool {
		return len(selection.Techniques) == 0 || slices.Contains(selection.Techniques, technique)
	}
	known := facts()
	if !slices.ContainsFunc(run.Cells, func(cell results.Cell) bool {
		return named(cell.Technique) && known[cell.Technique].Family != results.Picker
	}) {
		return nil, fmt.Errorf("nothing to choose from: %s", cmp.Or(strings.Join(skipped, "; "), "what is named only picks others"))
	}
	for _, why := range skipped {
		fmt.Fprintln(c.ErrOrStderr(), why)
	}
	run.Cells = slices.DeleteFunc(run.Cells, func(cell results.Cell) bool {
		return cell.Mode == string(techniques.Latency) && cell.Piece != board.Queen // as good as the queen's to choose by
	})
	var paces harness.Paces
	if budget > 0 {
		if paces, err = harness.Pace(run, budget); err != nil {
			return nil, err
		}
	}
	// Nobody waits for proofs here: the measuring processes compare all answers that they time with the walk's.
	for _, check := range machine.Environment() {
		if check.Status == machine.Warn {
			fmt.Fprintf(c.ErrOrStderr(), "warning: %s is %s: %s\n", check.Name, check.Value, check.Advice)
		}
	}
	if err := harness.Prebuild(c.Context(), run.Levels); err != nil {
		return nil, err
	}
	if budget > 0 {
		if run.Time, err = paces.TimeWithin(budget, run); err != nil {
			return nil, err
		}
	}
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
	if err := measure(c, m, ""); err != nil {
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
