package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/cprogram"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/verify"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/techniques"
)

// benchOptions are what the flags of bench say.
type benchOptions struct {
	selection run.Selection
	plan      run.Run
	quick     bool
	resume    bool
	levels    []string
	out       string // the raw file, "" for standard output
	into      string // a folder of results
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
	setupFlags(c, &o.plan.Setup)
	f := c.Flags()
	f.BoolVar(&o.selection.All, "all", false, "measure all modes, usual corpora and pieces, and everything at every level")
	f.IntVar(&o.plan.Rounds, "rounds", 7, "rounds to measure (intervals need 6)")
	f.DurationVar(&o.plan.Budget, "budget", quickBudget, "choose --rounds so that the whole run takes about this long on a quiet machine")
	f.BoolVar(&o.quick, "quick", false, "measure what recommend needs, within the budget")
	capFlag(c, &o.plan.Cap, 30*time.Minute)
	buildsFlag(c, &o.levels, "builds to measure: GOAMD64 levels v1 to v4, v3+simd for one with GOEXPERIMENT=simd, v3+nochecks without checks of indices, c-gcc and c-clang for C (c-gcc-v3: for that level; c-gcc+vectorizer, c-gcc+calls), all that the machine, the toolchain and the compilers have, or main: of these the highest level, its experiments and one compiler of C")
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

// bench plans a run, opens its file, proves the techniques, and measures.
func (o *benchOptions) bench(c *cobra.Command) error {
	began := time.Now()
	skipped, err := o.complete(c)
	if err != nil {
		return err
	}
	var choice bytes.Buffer // told when the file is open
	chooseCPU(&o.plan.CPU, &choice)
	m, err := o.open(c, skipped)
	if err != nil {
		return err
	}
	c.PrintErr(choice.String())
	// A file that cannot be written is an error before the proof, and an empty file is not left behind.
	if !o.quick {
		err = prove(c, o.selection.Techniques, o.plan.Levels, o.plan.Seed)
	}
	if err == nil {
		err = warn(c, o.selection.Techniques, skipped, o.plan.Setup)
	}
	if err != nil {
		return errors.Join(err, m.Discard())
	}
	if o.plan.Rounds == 0 {
		// Compiling may take minutes the first time, and is no part of the first round.
		if err := o.plan.Prebuild(c.Context()); err != nil {
			return errors.Join(err, m.Discard())
		}
		if o.quick && len(o.selection.Techniques) == 0 {
			cells, beaten, err := scout(c, o.plan)
			if err == nil {
				m.Record.Skipped = append(m.Record.Skipped, beaten)
				err = m.Only(cells)
			}
			if err != nil {
				return errors.Join(err, m.Discard())
			}
		}
		m.Record.Run.Budget = max(o.plan.Budget-time.Since(began), time.Second)
	}
	return perform(c, m, o.out)
}

// complete checks the flags, and fills in the plan's rounds, levels and cells.
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
	if err := checkSetup(&p.Setup, p.Cap); err != nil {
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
	if p.Levels, err = chooseLevels(o.levels, p.Without); err != nil {
		return nil, err
	}
	if isWord(o.levels) {
		tellRowsOfC(tell(c))
	}
	p.Cells, skipped, err = o.selection.Cells(p.Reference, p.Levels)
	if p.Reduced = isWord(o.levels) && !o.selection.All; p.Reduced {
		p.Levels = run.OuterLevels(p.Levels)
	}
	return skipped, err
}

// tellRowsOfC says which rows of C a word for levels does not have here, since gcc is missing.
func tellRowsOfC(tell func(format string, args ...any)) {
	gcc := cprogram.Build{Compiler: "gcc"}
	missing := gcc.Check()
	if missing == nil {
		return
	}
	rows := "no rows of C"
	if found := cprogram.Found(); len(found) > 0 {
		rows = "rows of C are those of " + strings.Join(found, ", ") + " alone"
	}
	why, _, _ := strings.Cut(missing.Error(), ",")
	tell("%s: %s", why, rows)
}

// Words that stand for levels, alone.
const (
	allLevels  = "all"
	mainLevels = "main"
)

// isWord reports whether levels are asked for by a word.
func isWord(asked []string) bool {
	return len(asked) == 1 && (asked[0] == allLevels || asked[0] == mainLevels)
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

// prove proves techniques right. A wrong one is the answer no.
func prove(c *cobra.Command, names, levels []string, seed uint64) error {
	entries, err := techniques.Find(names...)
	if err != nil {
		return err
	}
	var inGo []*techniques.Entry
	var inC []string
	for _, e := range entries {
		if e.OnlyC {
			inC = append(inC, e.Name)
		} else {
			inGo = append(inGo, e)
		}
	}
	if len(inGo) > 0 {
		if err := verify.Verify(workload.Candidates(inGo), seed, progress(c.ErrOrStderr(), "verify")); err != nil {
			return negative{err}
		}
	}
	builds := slices.DeleteFunc(slices.Clone(levels), func(level string) bool { return !cprogram.IsBuild(level) })
	if len(inC) == 0 || len(builds) == 0 {
		return nil
	}
	root, err := run.SourceTree(".")
	if err != nil {
		return err
	}
	_, err = verify.InC(c.Context(), root, inC, builds, seed, tell(c))
	if wrong := (*verify.WrongInC)(nil); errors.As(err, &wrong) {
		return negative{err}
	}
	return err
}

// warn shows what would disturb a measurement, and which techniques are skipped. If features are hidden it first proves the named
// techniques without them.
func warn(c *cobra.Command, names, skipped []string, setup run.Setup) error {
	stderr := c.ErrOrStderr()
	if len(setup.Without) > 0 {
		// This program chose before it was told what to do without. One that starts now proves what is to be timed.
		err := verify.Anew(c.Context(), names)
		if wrong := (*verify.WrongAnew)(nil); errors.As(err, &wrong) {
			return negative{err}
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

// perform does what is left of a measurement, compresses its file if path asks for that, and prints its name, if there is one.
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

// chooseLevels checks GOAMD64 levels against the machine and the toolchain. "all" means all that they have, experiments at the
// highest level only; off amd64 that is the one build without a level. "main" means the highest of these, its experiments, and one compiler of C.
// Hidden features may explain a level that is missing. Without a source tree there are no levels.
func chooseLevels(asked, without []string) (levels []string, err error) {
	if len(asked) == 0 {
		return nil, nil
	}
	for _, level := range asked {
		if isWord([]string{level}) && len(asked) > 1 {
			return nil, fmt.Errorf("level %q beside others (want it alone)", level)
		}
	}
	goAsked, inC, err := buildsInC(asked)
	if err == nil && len(goAsked) > 0 {
		levels, err = goLevels(goAsked, without)
	}
	if err == nil {
		_, err = run.SourceTree(".")
	}
	if levels = append(levels, inC...); slices.Equal(asked, []string{mainLevels}) {
		levels = run.MainLevels(levels)
	}
	return levels, err
}

// buildsInC takes the builds in C out of levels, and adds those of the compilers that there are to a word.
func buildsInC(asked []string) (levels, inC []string, err error) {
	if err := run.Distinct("level", asked); err != nil {
		return nil, nil, err
	}
	for _, level := range asked {
		if !cprogram.IsBuild(level) {
			levels = append(levels, level)
			continue
		}
		b, err := cprogram.ParseBuild(level)
		if err != nil {
			return nil, nil, err
		}
		if has := machine.Detect().Levels(); b.Level != "" && !slices.Contains(has, b.Level) {
			return nil, nil, fmt.Errorf("build %q needs a processor of level %s (this machine has: %s)", level, b.Level, strings.Join(has, ", "))
		}
		if err := b.Check(); err != nil {
			return nil, nil, err
		}
		inC = append(inC, level)
	}
	if isWord(asked) {
		inC = cprogram.Found()
	}
	return levels, inC, nil
}

// goLevels is chooseLevels for Go.
func goLevels(asked, without []string) ([]string, error) {
	plain := machine.Detect().Levels()
	has := slices.Clone(plain)
	for _, level := range plain {
		has = append(has, level+"+"+results.NoChecks)
	}
	if len(plain) > 2 {
		for _, experiment := range run.Experiments() {
			for _, level := range plain[2:] {
				has = append(has, level+"+"+experiment)
			}
		}
	}
	if isWord(asked) {
		if len(plain) == 0 {
			return []string{""}, nil
		}
		highest := plain[len(plain)-1]
		return slices.DeleteFunc(has, func(level string) bool {
			base, experiment, _ := strings.Cut(level, "+")
			return experiment == results.NoChecks || experiment != "" && base != highest
		}), nil
	}
	for _, level := range asked {
		base, experiment, _ := strings.Cut(level, "+")
		switch {
		case slices.Contains(has, level):
		case len(plain) == 0:
			return nil, fmt.Errorf("unknown GOAMD64 level %q (there are none on %s: want all)", level, runtime.GOARCH)
		case experiment != "" && slices.Contains(plain, base):
			return nil, fmt.Errorf("unknown GOAMD64 level %q (what this toolchain has is %s)", level, strings.Join(has, ", "))
		case len(without) > 0:
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
