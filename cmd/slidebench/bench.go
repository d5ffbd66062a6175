package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/verify"
	"github.com/slidebench/slidebench/internal/command"
)

// benchOptions are what the flags of bench say.
type benchOptions struct {
	selection run.Selection
	plan      run.Run
	quick     bool
	resume    bool
	builds    []string // as they were asked for
	out       string   // the raw file, "" for standard output
	into      string   // a folder of results
}

func benchCommand() *cobra.Command {
	var o benchOptions
	var own guests
	c := &cobra.Command{
		Use:   "bench [FILE]",
		Short: "Prove techniques right, then time them in interleaved rounds",
		Long: `bench proves the techniques right, checks the environment, and then measures in
rounds: every round is a fresh process, pinned to one processor, that visits every cell
(technique, piece, mode, corpus) once or more often, in shuffled order, with testing.B.
Work is timed in slices between two canaries, which tell the clock and whether another
program has a share of the core. A cell's value is a low quantile of its clean slices, in
cycles. While a machine is disturbed bench takes longer, up to --cap. A value without a
clean slice is measured once more at the end, and is missing if there is none then.
The result is text in the Go benchmark format, written round by round.

With --builds every round is a fresh build as well, one for each GOAMD64 level, its
functions laid out in another order; that needs the go command and a checkout. With
--builds all, those between the lowest and the highest are left out, the lowest measures
only queens' throughput and latency, and builds with an experiment these and both, unless
--all asks for everything. --builds main has the highest, its experiments and one compiler
of C alone. Levels that are named measure everything.

C is a build, too: c-gcc and c-clang compile the techniques' headers for this processor,
c-gcc-v3 for that level, and c-gcc+vectorizer lets the compiler merge lookups. In c-gcc+calls
each lookup is behind a call, as assembly is in Go; v4+nochecks is Go without checks of
indices: they tell what calls and checks cost. --builds all takes neither, and the
compilers that there are, gcc for queens in every use, clang independent and dependent;
--builds main takes gcc, or clang where gcc is not there.

--budget chooses the number of rounds by how long the first one takes. --quick measures
what recommend needs, within 45 seconds: one build, and each round compares all answers
with the slow truth in place of the proof. Unless techniques are named, a first round, which
does not count, leaves out the cells that another technique clearly beats.

--without hides features of the processor from what chooses by them, so that one machine
shows what an older one would use. Its results are those of another machine, and say so.

With FILE (or -o FILE) or --results, a .json file beside the raw file keeps the
circumstances, and --resume FILE goes on after a kill, whatever the other flags, as the
run began. A FILE.gz is written as FILE and compressed at the end, and so is its record. With
neither, the raw lines go to standard output.`,
		Example: `  slidebench bench --technique classical,fancymagic --piece rook --mode throughput --rounds 1 --time 1ms
  slidebench bench --builds v1 --results results --technique magic,fancymagic --mode latency --rounds 6 --time 1ms`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if done, err := own.runWithGuests(c, ""); done {
				return err
			}
			if len(args) == 1 {
				if o.out != "" || o.into != "" {
					return fmt.Errorf("unexpected argument %q beside --output or --results", args[0])
				}
				o.out = args[0]
			}
			if o.resume {
				return resumeBench(c, o.out)
			}
			return o.bench(c)
		},
	}
	selectionFlags(c, &o.selection)
	command.SetupFlags(c, &o.plan.Setup)
	f := c.Flags()
	f.BoolVar(&o.selection.All, "all", false, "measure all modes, usual corpora and pieces, and everything at every level")
	f.IntVar(&o.plan.Rounds, "rounds", 7, "rounds to measure (intervals need 6)")
	f.DurationVar(&o.plan.Budget, "budget", quickBudget, "choose --rounds so that the whole run takes about this long on a quiet machine")
	f.BoolVar(&o.quick, "quick", false, "measure what recommend needs, within the budget")
	command.CapFlag(c, &o.plan.Cap, 30*time.Minute)
	buildsFlag(c, &o.builds, "builds to measure: GOAMD64 levels v1 to v4, v3+simd for one with GOEXPERIMENT=simd, v3+nochecks without checks of indices, c-gcc and c-clang for C (c-gcc-v3: for that level; c-gcc+vectorizer, c-gcc+calls), all that the machine, the toolchain and the compilers have, or main: of these the highest level, its experiments and one compiler of C")
	f.StringSliceVar(&o.plan.Without, "without", nil, "features to hide, to measure what a machine without them would use: "+strings.Join(machine.Features, ", "))
	f.StringVarP(&o.out, "output", "o", "", "raw file to write")
	f.StringVar(&o.into, "results", "", "folder to write <machine>/<UTC date and time>-<commit>.txt.gz into; prints that path")
	f.BoolVar(&o.resume, "resume", false, "go on with the stopped run of the raw file")
	own.flags(c)
	c.MarkFlagsMutuallyExclusive("output", "results")
	c.MarkFlagsMutuallyExclusive("results", "resume")
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	for _, other := range []string{"rounds", "builds", "all", "resume"} {
		c.MarkFlagsMutuallyExclusive("quick", other)
	}
	return c
}

// bench plans a run, begins its file, and measures into it.
func (o *benchOptions) bench(c *cobra.Command) error {
	began := time.Now()
	skipped, err := o.complete(c)
	if err != nil {
		return err
	}
	var choice bytes.Buffer // told when the file is open
	command.ChooseCPU(&o.plan.CPU, &choice)
	m, err := o.open(c, skipped)
	if err != nil {
		return err
	}
	c.PrintErr(choice.String())
	// A file that cannot be written is an error before the proof, and an empty file is not left behind.
	if err := o.prepare(c, m, skipped, began); err != nil {
		return errors.Join(err, m.Discard())
	}
	return perform(c, m, o.out)
}

// prepare proves the techniques, says what would disturb, and lets a budget begin, of which what was done since then is a part.
func (o *benchOptions) prepare(c *cobra.Command, m *run.Measurement, skipped []string, began time.Time) error {
	if !o.quick {
		if err := prove(c, o.selection.Techniques, o.plan.Builds, o.plan.Seed); err != nil {
			return err
		}
	}
	if err := warn(c, o.selection.Techniques, skipped, o.plan.Setup); err != nil || o.plan.Rounds > 0 {
		return err
	}
	if o.quick && len(o.selection.Techniques) == 0 {
		cells, beaten, err := scout(c, o.plan)
		if err != nil {
			return err
		}
		m.Record.Skipped = append(m.Record.Skipped, beaten)
		if err := m.Only(cells); err != nil {
			return err
		}
	}
	m.Record.Run.Budget = max(o.plan.Budget-time.Since(began), time.Second)
	return nil
}

// complete checks the flags, and fills in the plan's rounds, builds and cells.
func (o *benchOptions) complete(c *cobra.Command) (skipped []string, err error) {
	p := &o.plan
	switch budgeted := c.Flags().Changed("budget") || o.quick; {
	case budgeted && p.Budget <= 0:
		return nil, fmt.Errorf("a budget of %v (want more than 0)", p.Budget)
	case budgeted:
		p.Rounds, p.Fewest = 0, fewestRounds
	case p.Rounds < 1 || p.Rounds > results.MaxRounds:
		return nil, fmt.Errorf("%d rounds (want 1 to %d; intervals need 6)", p.Rounds, results.MaxRounds)
	}
	if err := command.CheckSetup(&p.Setup, p.Cap); err != nil {
		return nil, err
	}
	if err := nameFiles(o.selection.Corpora, &p.Setup); err != nil {
		return nil, err
	}
	if err := machine.Hide(p.Without); err != nil {
		return nil, err
	}
	if err := run.Distinct("feature", p.Without); err != nil {
		return nil, err
	}
	if o.quick {
		p.Fewest = 0
		return briefly(p, o.selection, c.ErrOrStderr())
	}
	if p.Builds, err = chooseBuilds(o.builds); err != nil {
		return nil, err
	}
	if language.IsWord(o.builds) {
		tellMissing(command.Tell(c))
	}
	p.Cells, skipped, err = o.selection.Cells(p.Reference, p.Builds)
	if p.Reduced = language.IsWord(o.builds) && !o.selection.All; p.Reduced {
		p.Builds = language.Outer(p.Builds)
	}
	return skipped, err
}

// open begins the raw file, if there is to be one.
func (o *benchOptions) open(c *cobra.Command, skipped []string) (*run.Measurement, error) {
	record, err := run.NewRecord(o.plan, commandLine(), skipped)
	if err != nil {
		return nil, err
	}
	if o.into != "" {
		if o.out, err = resultPath(o.into, record); err != nil {
			return nil, err
		}
	}
	if o.out == "" {
		return &run.Measurement{Record: record, Raw: c.OutOrStdout(), Save: func(run.Record) error { return nil }}, nil
	}
	return run.Create(strings.TrimSuffix(o.out, ".gz"), record)
}

// fewestRounds is how many rounds a budget chooses at least, but for a quick run. With twelve rounds the interval of 95 % leaves out the two
// lowest and the two highest values; with eight, one disturbed round is in every interval. In two runs on the Zen 5 VM A/A noise was over 2 % in 5
// and 4 of 24 tables after eight rounds, and in none after nine; 98.6 % of all cells agreed within 3 % after nine, and 99.2 % after twelve.
const fewestRounds = 12

// quickBudget is how long bench --quick and recommend take.
const quickBudget = 44 * time.Second

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

// warn shows what would disturb a measurement, and which techniques are skipped. If features are hidden it first proves the named
// techniques without them.
func warn(c *cobra.Command, names, skipped []string, setup run.Setup) error {
	stderr := c.ErrOrStderr()
	if len(setup.Without) > 0 {
		// This program chose before it was told what to do without. One that starts now proves what is to be timed.
		err := verify.Anew(c.Context(), names)
		if wrong := (*verify.WrongAnew)(nil); errors.As(err, &wrong) {
			return command.Answer(err)
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

// perform does what is left of a measurement, compresses its file if path asks for that, and prints its name, if there is one.
func perform(c *cobra.Command, m *run.Measurement, path string) error {
	m.Progress, m.Tell = command.Progress(c.ErrOrStderr(), "bench"), command.Tell(c)
	err := m.Do(c.Context())
	if err != nil && m.Empty() {
		return errors.Join(err, m.Discard())
	}
	err = errors.Join(err, m.Close())
	if path == "" {
		return err
	}
	plain, compressed := strings.CutSuffix(path, ".gz")
	if c.Context().Err() != nil {
		fmt.Fprintf(c.ErrOrStderr(), "go on with: slidebench bench --resume %s\n", path)
	}
	if err == nil && compressed {
		err = results.Compress(plain)
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
	if err := machine.CheckTimer(); err != nil {
		return err
	}
	m, err := run.Resume(strings.TrimSuffix(path, ".gz"))
	if err != nil {
		return err
	}
	setup := m.Record.Run.Setup
	if err = prove(c, nil, nil, setup.Seed); err == nil {
		err = warn(c, nil, m.Record.Skipped, setup)
	}
	if err != nil {
		return errors.Join(err, m.Close())
	}
	return perform(c, m, path)
}

// resultPath returns where a run belongs in a folder of results, and makes the machine's folder.
func resultPath(into string, r run.Record) (string, error) {
	started, err := time.Parse(time.RFC3339, r.Started)
	if err != nil {
		return "", err
	}
	commit := cmp.Or(r.Commit, "unknown")
	if r.Dirty {
		commit += "-dirty"
	}
	folder := filepath.Join(into, r.Machine.Fingerprint.Slug())
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	return filepath.Join(folder, started.Format("2006-01-02T150405Z")+"-"+commit+".txt.gz"), nil
}
