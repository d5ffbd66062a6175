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

	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/verify"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/techniques"
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

// selectionFlags adds the flags that choose cells.
func selectionFlags(c *cobra.Command, s *run.Selection) {
	f := c.Flags()
	f.StringSliceVar(&s.Techniques, "technique", nil, "techniques to measure (default all that are available)")
	f.StringSliceVar(&s.Pieces, "piece", nil, "rook, bishop, queen (default all, in mode incremental queen)")
	f.StringSliceVar(&s.Modes, "mode", nil, workload.Names(workload.All)+" (default "+workload.Names(workload.Usual())+")")
	f.StringSliceVar(&s.Corpora, "corpus", nil, "random0 to random64: pieces on the board (default "+corpus.Usual[0]+"); in mode setwise sliders1 to sliders32: sliders in a set, on average (default "+
		corpus.UsualSets[0]+"); in mode incremental replay1 to replay1024: lookups after a move (default "+strings.Join(corpus.UsualReplays, ", ")+")")
}

// setupFlags adds the flags that say how to measure.
func setupFlags(c *cobra.Command, s *run.Setup) {
	f := c.Flags()
	f.StringVar(&s.Reference, "reference", "fancymagic", "technique that ratios refer to, measured twice")
	f.DurationVar(&s.Time, "time", 2*time.Millisecond, "time to measure a cell for in a round, at least")
	f.IntVar(&s.Questions, "questions", 1<<16, "questions in a corpus")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the questions and of the order of cells")
	f.IntVar(&s.CPU, "cpu", -1, "processor to stay on (default: the quietest)")
}

// capFlag adds the flag that bounds what a disturbed machine may cost.
func capFlag(c *cobra.Command, most *time.Duration, usual time.Duration) {
	c.Flags().DurationVar(most, "cap", usual, "how long to wait for clean slices on a disturbed machine; 0: as long as it takes")
}

// completeSetup checks a setup and fills in the processor.
func completeSetup(s *run.Setup, most time.Duration, stderr io.Writer) error {
	switch {
	case most < 0:
		return fmt.Errorf("a cap of %v (want more than 0, or 0 for none)", most)
	case s.Questions < 1 || s.Questions > 1<<24:
		return fmt.Errorf("%d questions (want 1 to %d)", s.Questions, 1<<24)
	case s.Time <= 0:
		return fmt.Errorf("a time of %v for a cell (want more than 0)", s.Time)
	}
	if allowed, err := machine.AllowedCPUs(); err == nil && s.CPU >= 0 && !slices.Contains(allowed, s.CPU) {
		return fmt.Errorf("no CPU %d to measure on (have: %v)", s.CPU, allowed)
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
		selection run.Selection
		plan      run.Run
		quick     bool
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
(technique, piece, mode, corpus) at least twice, in shuffled order, with testing.B.
Work is timed in slices between two canaries, which tell the clock and whether another
program has a share of the core. A cell's value is a low quantile of its clean slices, in
cycles. While a machine is disturbed bench takes longer, up to --cap. A value without a
clean slice is measured once more at the end, and is missing if there is none then.
The result is text in the Go benchmark format, written round by round.

With --levels every round is a fresh build as well, one for each GOAMD64 level, its
functions laid out in another order; that needs the go command and a checkout. With
--levels all, those between the lowest and the highest are left out, the lowest measures
only queens' throughput and latency, and builds with an experiment these and both, unless
--all asks for everything. Levels that are named measure everything.

--budget chooses the number of rounds by how long the first one takes. --quick measures
what recommend needs, within 40 seconds: one build, and each round compares all answers
with the slow truth in place of the proof.

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
			switch budgeted := c.Flags().Changed("budget") || quick; {
			case budgeted && plan.Budget <= 0:
				return fmt.Errorf("a budget of %v (want more than 0)", plan.Budget)
			case budgeted:
				plan.Rounds = 0
			case plan.Rounds < 1:
				return fmt.Errorf("%d rounds (want at least 1; intervals need 6)", plan.Rounds)
			}
			if err := completeSetup(&plan.Setup, plan.Cap, stderr); err != nil {
				return err
			}
			err := machine.Hide(plan.Without)
			if err == nil {
				err = run.Distinct("feature", plan.Without)
			}
			if err != nil {
				return err
			}
			var skipped []string
			if quick {
				skipped, err = briefly(&plan, selection, stderr)
			} else if plan.Levels, err = chooseLevels(levels, len(plan.Without) > 0); err == nil {
				plan.Cells, skipped, err = selection.Cells(plan.Reference, plan.Levels)
			}
			if err != nil {
				return err
			}
			if plan.Reduced = !selection.All && slices.Equal(levels, []string{"all"}); plan.Reduced {
				plan.Levels = run.OuterLevels(plan.Levels)
			}
			record, err := run.NewRecord(plan, commandLine(), skipped)
			if err != nil {
				return err
			}
			if into != "" {
				if out, err = resultPath(into, record); err != nil {
					return err
				}
			}
			m := &run.Measurement{Record: record, Raw: c.OutOrStdout(), Save: func(run.Record) error { return nil }}
			if out != "" {
				if m, err = run.Create(out, record); err != nil {
					return err
				}
			}
			// What is wrong with the file was told first; a file of which nothing came is not left behind.
			if err := before(c, selection.Techniques, skipped, plan.Setup, !quick); err != nil {
				return errors.Join(err, m.Discard())
			}
			if plan.Rounds == 0 {
				// Compiling may take minutes the first time, and is no part of the first round.
				if err := run.Prebuild(c.Context(), plan.Builds()); err != nil {
					return errors.Join(err, m.Discard())
				}
				m.Record.Run.Budget = max(plan.Budget-time.Since(began), time.Second)
			}
			return perform(c, m, out)
		},
	}
	selectionFlags(c, &selection)
	setupFlags(c, &plan.Setup)
	f := c.Flags()
	f.BoolVar(&selection.All, "all", false, "measure all modes, usual corpora and pieces, and everything at every level")
	f.IntVar(&plan.Rounds, "rounds", 7, "rounds to measure (intervals need 6)")
	f.DurationVar(&plan.Budget, "budget", quickBudget, "choose --rounds so that the whole run takes about this long on a quiet machine")
	f.BoolVar(&quick, "quick", false, "measure what recommend needs, within the budget")
	capFlag(c, &plan.Cap, 30*time.Minute)
	f.StringSliceVar(&levels, "levels", nil, "GOAMD64 levels to build and measure: v1 to v4, v3+simd for one with GOEXPERIMENT=simd, or all that the machine and the toolchain have")
	f.StringSliceVar(&plan.Without, "without", nil, "features to hide, to measure what a machine without them would use: "+strings.Join(machine.Features, ", "))
	f.StringVarP(&out, "output", "o", "", "raw file to write")
	f.StringVar(&into, "results", "", "folder to write <machine>/<UTC date and time>-<commit>.txt into; prints that path")
	f.BoolVar(&resume, "resume", false, "go on with the stopped run of the raw file")
	c.MarkFlagsMutuallyExclusive("output", "results")
	c.MarkFlagsMutuallyExclusive("results", "resume")
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	for _, other := range []string{"rounds", "levels", "all", "resume"} {
		c.MarkFlagsMutuallyExclusive("quick", other)
	}
	return c
}

// quickBudget is how long bench --quick and recommend take.
const quickBudget = 40 * time.Second

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

// before proves techniques right, where that is asked for, and shows what would disturb their measurement.
func before(c *cobra.Command, names, skipped []string, setup run.Setup, prove bool) error {
	stderr := c.ErrOrStderr()
	entries, err := techniques.Find(names...)
	if err != nil {
		return err
	}
	if prove {
		if err := verify.Verify(verify.Candidates(entries), setup.Seed, progress(stderr, "verify")); err != nil {
			return no{err}
		}
	}
	if len(setup.Without) > 0 {
		// This program chose before it was told what to do without. One that starts now proves what is to be timed.
		err := verify.Anew(c.Context(), names)
		if wrong := (*verify.WrongAnew)(nil); errors.As(err, &wrong) {
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

// tell returns a function that says lines to people.
func tell(c *cobra.Command) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintf(c.ErrOrStderr(), format+"\n", args...) }
}

// perform does what is left of a measurement, and prints the name of the file, if it goes into one.
func perform(c *cobra.Command, m *run.Measurement, path string) error {
	m.Progress, m.Tell = progress(c.ErrOrStderr(), "bench"), tell(c)
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
	m, err := run.Resume(path)
	if err != nil {
		return err
	}
	if err := before(c, nil, m.Record.Skipped, m.Record.Run.Setup, true); err != nil {
		return errors.Join(err, m.Close())
	}
	return perform(c, m, path)
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
		for _, experiment := range run.Experiments() {
			for _, level := range plain[2:] {
				has = append(has, level+"+"+experiment)
			}
		}
	}
	if err := run.Distinct("level", asked); err != nil {
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
func resultPath(into string, r run.Record) (string, error) {
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
