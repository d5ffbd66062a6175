package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/techniques"
)

// measureCommand is what bench and guard start for every round; people have no use for it.
func measureCommand() *cobra.Command {
	return &cobra.Command{
		Use:    harness.MeasureCommand,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return harness.Measure(c.InOrStdin(), c.OutOrStdout())
		},
	}
}

// selectionFlags adds the flags that choose cells.
func selectionFlags(c *cobra.Command, s *harness.Selection) {
	f := c.Flags()
	f.StringSliceVar(&s.Techniques, "technique", nil, "techniques to measure (default all that are available)")
	f.StringSliceVar(&s.Pieces, "piece", nil, "rook, bishop, queen (default all, in mode incremental queen)")
	f.StringSliceVar(&s.Modes, "mode", nil, harness.ModeNames()+" (default "+harness.UsualModeNames()+")")
	f.StringSliceVar(&s.Corpora, "corpus", nil, "random0 to random64: pieces on the board (default "+harness.Corpora[0]+"); in mode setwise sliders1 to sliders32: sliders in a set, on average (default "+
		harness.SetCorpora[0]+"); in mode incremental replay1 to replay1024: lookups after a move (default "+strings.Join(harness.ReplayCorpora, ", ")+")")
}

// setupFlags adds the flags that say how to measure.
func setupFlags(c *cobra.Command, s *harness.Setup) {
	f := c.Flags()
	f.StringVar(&s.Reference, "reference", "fancymagic", "technique that ratios refer to, measured twice")
	f.DurationVar(&s.Time, "time", 20*time.Millisecond, "time to measure a cell for, in a round")
	f.IntVar(&s.Questions, "questions", 1<<16, "questions in a corpus")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the questions and of the order of cells")
	f.IntVar(&s.CPU, "cpu", -1, "processor to stay on (default: the quietest)")
}

// completeSetup checks a setup and fills in the processor.
func completeSetup(s *harness.Setup, rounds int, stderr io.Writer) error {
	switch {
	case rounds < 1:
		return fmt.Errorf("%d rounds (want at least 1; intervals need 6)", rounds)
	case s.Questions < 1 || s.Questions > 1<<24:
		return fmt.Errorf("%d questions (want 1 to %d)", s.Questions, 1<<24)
	case s.Time <= 0:
		return fmt.Errorf("a time of %v for a cell (want more than 0)", s.Time)
	}
	if s.CPU < 0 {
		cpu, why := machine.ChooseCPU()
		s.CPU = cpu
		fmt.Fprintf(stderr, "measuring on CPU %d: %s\n", cpu, why)
	}
	return nil
}

func benchCommand() *cobra.Command {
	var (
		selection harness.Selection
		run       harness.Run
		budget    time.Duration
		levels    []string
		out       string
		into      string
		resume    bool
	)
	c := &cobra.Command{
		Use:   "bench [FILE]",
		Short: "Prove techniques right, then time them in interleaved rounds",
		Long: `bench proves the techniques right, checks the environment, and then measures in
rounds: every round is a fresh process, pinned to one processor, that visits every cell
(technique, piece, mode, corpus) four times, in shuffled order, with testing.B, of which
the quickest counts; what builds tables, once. The result is text in the Go benchmark
format, written line by line.

With --levels every round is a fresh build as well, one for each GOAMD64 level, its
functions laid out in another order; that needs the go command and a checkout. With
--levels all, those between the lowest and the highest are left out, the lowest measures
only queens' throughput and latency, and builds with an experiment these and both, unless
--all asks for everything. Levels that are named measure everything.

--without hides features of the processor from what chooses by them, so that one machine
shows what an older one would use. Its results are those of another machine, and say so.

With FILE (or -o FILE) or --results, a .json file beside the raw file keeps the
circumstances, and --resume FILE goes on after a kill, whatever the other flags, as the
run began. With neither, the raw lines go to standard output.`,
		Example: `  slidebench bench --technique classical,fancymagic --piece rook --mode throughput --rounds 1 --time 1ms
  slidebench bench --levels v1 --results results --technique magic,fancymagic --mode latency --rounds 6 --time 1ms`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			began := time.Now()
			stderr := c.ErrOrStderr()
			if len(args) == 1 {
				if out != "" || into != "" {
					return fmt.Errorf("unexpected argument %q beside --output or --results", args[0])
				}
				out = args[0]
			}
			if resume {
				return resumeBench(c, out)
			}
			if err := completeSetup(&run.Setup, run.Rounds, stderr); err != nil {
				return err
			}
			err := machine.Hide(run.Without)
			if err == nil {
				err = harness.Distinct("feature", run.Without)
			}
			if err != nil {
				return err
			}
			if run.Levels, err = chooseLevels(levels, len(run.Without) > 0); err != nil {
				return err
			}
			var skipped []string
			if run.Cells, skipped, err = selection.Cells(run.Reference, run.Levels); err != nil {
				return err
			}
			if run.Reduced = !selection.All && slices.Equal(levels, []string{"all"}); run.Reduced {
				run.Levels = harness.OuterLevels(run.Levels)
			}
			var paces harness.Paces
			if c.Flags().Changed("budget") {
				if paces, err = harness.Pace(run, budget); err != nil {
					return err
				}
			}
			record, err := harness.NewRecord(run, commandLine(), skipped)
			if err != nil {
				return err
			}
			if into != "" {
				if out, err = resultPath(into, record); err != nil {
					return err
				}
			}
			m := &harness.Measurement{Record: record, Raw: c.OutOrStdout(), Save: func(harness.Record) error { return nil }}
			if out != "" {
				if m, err = harness.Create(out, record); err != nil {
					return err
				}
			}
			// What is wrong with the file was told first; a file of which nothing came is not left behind.
			if err := before(c, selection.Techniques, skipped, run.Setup); err != nil {
				return errors.Join(err, m.Discard())
			}
			if c.Flags().Changed("budget") {
				// Compiling may take minutes the first time, so what is left is known afterwards.
				if err := harness.Prebuild(c.Context(), run.Builds()); err != nil {
					return errors.Join(err, m.Discard())
				}
				if m.Record.Run.Time, err = paces.TimeWithin(budget-time.Since(began), run); err != nil {
					m.Record.Run.Time = harness.LeastTime
					fmt.Fprintln(stderr, "warning: building took most of the budget: measuring one pass a visit, and longer than it says")
				}
			}
			return measure(c, m, out)
		},
	}
	selectionFlags(c, &selection)
	setupFlags(c, &run.Setup)
	f := c.Flags()
	f.BoolVar(&selection.All, "all", false, "measure all modes, usual corpora and pieces, and everything at every level")
	f.IntVar(&run.Rounds, "rounds", 7, "rounds to measure (intervals need 6)")
	f.DurationVar(&budget, "budget", 0, "choose --time so that the whole run takes about this long")
	f.StringSliceVar(&levels, "levels", nil, "GOAMD64 levels to build and measure: v1 to v4, v3+simd for one with GOEXPERIMENT=simd, or all that the machine and the toolchain have")
	f.StringSliceVar(&run.Without, "without", nil, "features to hide, to measure what a machine without them would use: "+strings.Join(machine.Features, ", "))
	f.StringVarP(&out, "output", "o", "", "raw file to write")
	f.StringVar(&into, "results", "", "folder to write <machine>/<UTC date and time>-<commit>.txt into; prints that path")
	f.BoolVar(&resume, "resume", false, "go on with the stopped run of the raw file")
	c.MarkFlagsMutuallyExclusive("output", "results")
	c.MarkFlagsMutuallyExclusive("results", "resume")
	c.MarkFlagsMutuallyExclusive("time", "budget")
	return c
}

// commandLine returns what was typed, without the folders of absolute paths: records are published.
func commandLine() string {
	args := slices.Clone(os.Args)
	for i, arg := range args {
		if filepath.IsAbs(arg) || i == 0 {
			args[i] = filepath.Base(arg)
		}
	}
	return strings.Join(args, " ")
}

// before proves techniques right and shows what would disturb their measurement.
func before(c *cobra.Command, names, skipped []string, setup harness.Setup) error {
	stderr := c.ErrOrStderr()
	entries, err := techniques.Find(names...)
	if err != nil {
		return err
	}
	if err := harness.Verify(harness.Candidates(entries), setup.Seed, progress(stderr, "verify")); err != nil {
		return no{err}
	}
	if len(setup.Without) > 0 {
		// This program chose before it was told what to do without. One that starts now proves what is to be timed.
		err := harness.VerifyAnew(c.Context(), names)
		if wrong := (*harness.WrongAnew)(nil); errors.As(err, &wrong) {
			return no{err}
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(stderr, "hidden: %s; proved once more without\n", strings.Join(setup.Without, ", "))
	}
	for _, check := range machine.Environment() {
		if check.Status == machine.Warn {
			fmt.Fprintf(stderr, "warning: %s is %s: %s\n", check.Name, check.Value, check.Advice)
		}
	}
	for _, why := range skipped {
		fmt.Fprintln(stderr, why)
	}
	return nil
}

// measure does what is left of a measurement, and prints the name of the file, if it goes into one.
func measure(c *cobra.Command, m *harness.Measurement, path string) error {
	m.Progress = progress(c.ErrOrStderr(), "bench")
	err := m.Do(c.Context())
	if err != nil && m.Empty() {
		return errors.Join(err, m.Discard())
	}
	err = errors.Join(err, m.Close())
	if path == "" {
		return err
	}
	if c.Context().Err() != nil {
		fmt.Fprintf(c.ErrOrStderr(), "go on with: slidebench bench --resume %s\n", path)
	}
	if err == nil {
		_, err = fmt.Fprintln(c.OutOrStdout(), path)
	}
	return err
}

func resumeBench(c *cobra.Command, path string) error {
	if path == "" {
		return errors.New("nothing to resume (want the raw file of a stopped run)")
	}
	m, err := harness.Resume(path)
	if err != nil {
		return err
	}
	if err := before(c, nil, m.Record.Skipped, m.Record.Run.Setup); err != nil {
		return errors.Join(err, m.Close())
	}
	return measure(c, m, path)
}

// chooseLevels checks GOAMD64 levels against the machine and the toolchain. "all" means all that they have, experiments at the
// highest level only; off amd64 that is the one build without a level.
func chooseLevels(asked []string, hiding bool) ([]string, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	plain := machine.Detect().Levels()
	has := slices.Clone(plain)
	if len(plain) > 2 {
		for _, experiment := range harness.Experiments() {
			for _, level := range plain[2:] {
				has = append(has, level+"+"+experiment)
			}
		}
	}
	if err := harness.Distinct("level", asked); err != nil {
		return nil, err
	}
	if slices.Equal(asked, []string{"all"}) {
		if len(plain) == 0 {
			return []string{""}, nil
		}
		highest := plain[len(plain)-1]
		return slices.DeleteFunc(has, func(level string) bool {
			return strings.Contains(level, "+") && !strings.HasPrefix(level, highest+"+")
		}), nil
	}
	for _, level := range asked {
		base, experiment, _ := strings.Cut(level, "+")
		switch {
		case slices.Contains(has, level):
		case level == "all":
			return nil, errors.New(`level "all" beside others (want it alone)`)
		case len(plain) == 0:
			return nil, fmt.Errorf("unknown GOAMD64 level %q (there are none on %s: want all)", level, runtime.GOARCH)
		case experiment != "" && slices.Contains(plain, base):
			return nil, fmt.Errorf("unknown GOAMD64 level %q (what this toolchain has is %s)", level, strings.Join(has, ", "))
		case hiding:
			return nil, fmt.Errorf("unknown GOAMD64 level %q (without what is hidden there are: %s)", level, strings.Join(has, ", "))
		default:
			return nil, fmt.Errorf("unknown GOAMD64 level %q (this machine has: %s)", level, strings.Join(has, ", "))
		}
	}
	return asked, nil
}

// resultPath returns where a run belongs in a folder of results, and makes the machine's folder.
func resultPath(into string, r harness.Record) (string, error) {
	started, err := time.Parse(time.RFC3339, r.Started)
	if err != nil {
		return "", err
	}
	commit := r.Commit
	if commit == "" {
		commit = "unknown"
	}
	if r.Dirty {
		commit += "-dirty"
	}
	folder := filepath.Join(into, r.Machine.Fingerprint.Slug())
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	return filepath.Join(folder, started.Format("2006-01-02T150405Z")+"-"+commit+".txt"), nil
}
