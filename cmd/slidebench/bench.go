package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// benchOptions are the flags of bench, and those of them that recommend and the program in a bundle have.
type benchOptions struct {
	run.Request
	published func() // prints the published answers before a quick run measures
	resume    bool   // continue the run of out
	out       string // the raw file, "" for standard output
	aside     bool   // the raw file is temporary: the user did not ask for it
	into      string // a folder of results, to which the raw file is written
}

func benchCommand() *cobra.Command {
	var o benchOptions
	var own guests
	c := &cobra.Command{
		Use:   "bench [FILE]",
		Short: "Prove techniques right, then time them in interleaved rounds",
		Long: `bench proves the techniques right and then measures them in rounds. Each round is a fresh
process on one processor that visits every cell (technique, piece, mode, corpus) in
shuffled order. Work is timed in slices between two canaries, which read the clock and show
whether another program uses the core; only clean slices count. A disturbed machine makes
bench take longer, up to --cap. If the time is not enough for everything, the reference and
what is recommended by, an engine's search and perft, come first to six rounds, and then the
rest, as far as there is time. A value without a clean slice is measured once more at the
end, and is missing if there is still none. Each round, and a visit without a clean slice,
looks for the quietest processor, unless --cpu names one. The result is text in the Go benchmark format.

With --build, every round is compiled anew, with its functions in another order; that needs
the go command and a checkout. --build main takes the highest GOAMD64 level and one C compiler.
It measures queens: throughput, latency, rook+bishop pairs, batches, and an engine's perft,
searches and threats. A first round, which does not count, measures all loops and chooses
the contenders: the reference, techniques near the fastest, and the best of each family,
with any features and without. Only contenders are measured in the engine, and with a network
only the reference, the first four, and those with tables up to 32 KiB. Techniques that are far
behind in loops are measured in the last ` + strconv.Itoa(run.FewRounds) + ` rounds only. Naming a technique, piece, mode or corpus leaves out
the first round.

--build all measures every use, and takes all C compilers, Rust and the lowest
level, too. Without --all, builds other than the highest level measure only what
is compared with that level. Builds that are named measure everything: v1 to v4,
v3+simd, v3+nochecks (Go without bounds checks), c-gcc and c-clang for this
processor, c-gcc-v3 for a level, c-gcc+vectorizer (the compiler may merge
lookups), c-gcc+calls (each lookup behind a call, as Go calls assembly), rust
(without an engine).

--budget chooses the number of rounds by how long the first one takes. Then --cap is twice as
long unless it is named.

--without hides processor features, so that one machine shows what an older one would use.
Results name the hidden features as part of the machine.

--beside is for a core that is never quiet: slices count however much of the core neighbours
had. Intervals are wider, and such results have a machine of their own name, as cycles are
those of a shared core. With --budget, --beside is the default where neighbours are there 90 %
of the time, as hardly any slice would count; --beside=false waits for quiet moments.

With FILE (or -o FILE) or --results, a .json record beside the raw file keeps the
circumstances. --resume FILE continues a stopped run as it began, whatever the other flags. A
FILE.gz is compressed at the end. Otherwise the raw lines go to standard output. A run that is
interrupted, or lacks values, exits with 0 if some answer stands: if the reference and three
other techniques have values in six rounds.`,
		Example: `  slidebench bench --technique classical,fancymagic --piece rook --mode throughput --rounds 1 --time 1ms
  slidebench bench --build v1 --results results --technique magic,fancymagic --mode latency --rounds 6 --time 1ms
  slidebench bench --package mine=./lookups --technique mine,fancymagic --mode latency --build v1 --rounds 6 -o mine.txt
  slidebench bench --source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks --technique mine,fancymagic --mode latency --build c-gcc --rounds 6 -o mine-c.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.fileArgument(c, args); err != nil {
				return err
			}
			if err := o.hide(); err != nil { // before guests are proved
				return err
			}
			_, leave, err := own.enter(c, "", &o.Techniques) // "": no base, so that there is no tree of it
			defer leave()
			if err != nil {
				return err
			}
			if o.resume {
				return resumeBench(c, o.out)
			}
			_, err = o.bench(c)
			return err
		},
	}
	selectionFlags(c, &o.Selection)
	measuring.SetupFlags(c, &o.Flags.Setup)
	f := c.Flags()
	f.BoolVar(&o.All, "all", false, "measure all modes, usual corpora and pieces, and everything at every level")
	f.IntVar(&o.Flags.Rounds, "rounds", 7, "rounds to measure (intervals need 6)")
	f.DurationVar(&o.Flags.Budget, "budget", 0, "choose --rounds so that the whole run takes about this long on a quiet machine")
	measuring.CapFlag(c, &o.Flags.Cap, 30*time.Minute)
	f.StringSliceVar(&o.Builds, "build", nil, "builds to measure, such as v3, v3+simd or c-gcc; all, or main: the highest level and one C compiler")
	besideFlag(c, &o)
	f.StringSliceVar(&o.Flags.Without, "without", nil, "features to hide, to measure what a machine without them would use: "+strings.Join(machine.Features, ", "))
	f.StringVarP(&o.out, "output", "o", "", "raw file to write")
	f.StringVar(&o.into, "results", "", "folder to write <machine>/<UTC date and time>-<commit>.txt.gz into; prints that path")
	f.BoolVar(&o.resume, "resume", false, "go on with the stopped run of the raw file")
	own.flags(c)
	c.MarkFlagsMutuallyExclusive("output", "results")
	c.MarkFlagsMutuallyExclusive("results", "resume")
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	return c
}

// fileArgument takes the argument FILE as --output.
func (o *benchOptions) fileArgument(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if f := c.Flags(); f.Changed("output") || f.Changed("results") {
		return fmt.Errorf("unexpected argument %q beside --output or --results", args[0])
	}
	o.out = args[0]
	return nil
}

// hide hides the features that flags name from this program. A resumed run hides those in its record.
func (o *benchOptions) hide() error {
	if o.resume {
		return nil
	}
	if err := machine.Hide(o.Flags.Without); err != nil {
		return err
	}
	return run.Distinct("feature", o.Flags.Without)
}

// bench plans a run, begins its raw file, and measures into it.
func (o *benchOptions) bench(c *cobra.Command) (*run.Measurement, error) {
	began := time.Now()
	if err := measuring.CheckSetup(&o.Flags.Setup, o.Flags.Cap); err != nil {
		return nil, err
	}
	o.Named = c.Flags().Changed // whether the user has given a flag
	plan, skipped, err := o.Plan(cli.Logf(c))
	if err != nil {
		return nil, err
	}
	m, err := o.open(c, plan, skipped)
	if err != nil {
		return nil, err
	}
	// The file is opened before the proof, so that a path that cannot be written is an error at once. If the proof fails, Discard removes the file.
	if err := o.prepare(c, &m.Record.Run, skipped, began); err != nil {
		return m, errors.Join(err, m.Discard())
	}
	if o.aside {
		return m, perform(c, m, "") // without its name: advise looks into the file, and removes it
	}
	return m, perform(c, m, o.out)
}

// prepare proves the techniques, warns of disturbances, and gives the run the rest of its budget. A quick run skips the proofs: its measuring processes compare all
// answers that they time with the walk's anyway.
func (o *benchOptions) prepare(c *cobra.Command, plan *run.Run, skipped []string, began time.Time) error {
	if o.Quick {
		o.published()
	} else {
		entries, err := withoutGuests(o.Techniques)
		if err == nil {
			err = prove(c, entries, plan.Builds, plan.Seed)
		}
		if err != nil {
			return err
		}
	}
	err := warn(c, o.Techniques, skipped, plan.Setup)
	if plan.Rounds == 0 { // the budget chooses their number
		plan.Budget = max(plan.Budget-time.Since(began), time.Second)
	}
	return err
}

// open begins the raw file, if the run writes one.
func (o *benchOptions) open(c *cobra.Command, plan run.Run, skipped []string) (*run.Measurement, error) {
	record, err := run.NewRecord(plan, commandLine(c), skipped)
	if err != nil {
		return nil, err
	}
	if o.into != "" {
		if o.out, err = record.PathIn(o.into); err != nil {
			return nil, err
		}
	}
	if o.out == "" {
		return &run.Measurement{Record: record, Raw: c.OutOrStdout(), Save: func(run.Record) error { return nil }}, nil
	}
	return run.Create(strings.TrimSuffix(o.out, ".gz"), record)
}

// commandLine returns the typed command, without the folders of the program and of arguments that are absolute paths, because records are published.
func commandLine(c *cobra.Command) string {
	args := append([]string{c.Root().Name()}, os.Args[1:]...)
	for i, arg := range args {
		if filepath.IsAbs(arg) {
			args[i] = filepath.Base(arg)
		}
	}
	return strings.Join(args, " ")
}

// withoutGuests returns the named techniques, or all, without guests: those are proved earlier, in every build that measures them.
func withoutGuests(names []string) ([]*techniques.Entry, error) {
	entries, err := techniques.Find(names...)
	return slices.DeleteFunc(slices.Clone(entries), func(e *techniques.Entry) bool { return e.Family == facts.Guest }), err
}

// warn shows what would disturb a measurement, and which techniques are skipped. If features are hidden, warn first proves the named techniques in a program that hides
// them.
func warn(c *cobra.Command, names, skipped []string, setup run.Setup) error {
	stderr := c.ErrOrStderr()
	if len(setup.Without) > 0 {
		// In this program, techniques chose their forms before features were hidden. A new process chooses as the timed processes will.
		self, err := process.Own()
		var entries []*techniques.Entry
		if err == nil {
			entries, err = withoutGuests(names)
		}
		var left []string
		for _, e := range entries {
			left = append(left, e.Name)
		}
		if err == nil && len(left) > 0 {
			err = verify.Anew(c.Context(), self, left, 1) // 1 is the seed
		}
		if wrong := (*verify.WrongAnew)(nil); errors.As(err, &wrong) {
			return cli.Answer(err)
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

// perform runs the rest of a measurement, compresses its file if the path ends in .gz, and prints the file's name, if there is one. It returns an error for a run that
// was interrupted or lacks values only if the file gives no answer. Unless it gives all answers, it stays uncompressed, and --resume can continue it.
func perform(c *cobra.Command, m *run.Measurement, path string) error {
	m.Progress, m.Logf = cli.Predicting(c.ErrOrStderr(), "bench"), cli.Logf(c)
	err := m.Do(c.Context())
	short := err != nil || len(m.Record.Missing) > 0
	if err != nil && m.Empty() && len(m.Record.Missing) == 0 {
		return errors.Join(err, m.Discard()) // without a first value, --resume would have nothing to continue
	}
	plain, compressed := strings.CutSuffix(path, ".gz")
	if short && path != "" {
		var whole bool
		if whole, err = checkAnswers(c, m, plain, err); !whole {
			fmt.Fprintf(c.ErrOrStderr(), "go on with: %s --resume %s\n", c.CommandPath(), shellWord(plain))
			path, compressed = plain, false
		}
	}
	err = errors.Join(err, m.Close())
	if err == nil && compressed {
		err = results.Compress(plain)
	}
	if err == nil && path != "" {
		_, err = fmt.Fprintln(c.OutOrStdout(), path)
	}
	return err
}

// checkAnswers reports whether an interrupted or incomplete run gives all answers, and warns of those that it does not give. If it gives none, it returns an error:
// failed, the run's, if that is not nil. A run of few rounds is not meant to give answers. Unless all answers are there, its record no longer calls the run finished, so
// that --resume can continue it.
func checkAnswers(c *cobra.Command, m *run.Measurement, raw string, failed error) (whole bool, err error) {
	if failed != nil && c.Context().Err() == nil { // not by an interruption
		return false, failed
	}
	if failed == nil && m.Record.Run.Rounds < stats.MinRounds {
		return true, nil
	}
	files, err := readAll([]string{raw})
	if err != nil {
		return false, cmp.Or(failed, err)
	}
	answered, without := report.Answered(files[0]) // how many answers stand, and the names of those that do not
	if failed == nil && len(without) == 0 {
		return true, nil
	}
	m.Record.Finished = ""
	if failed == nil { // a failed run has not been saved as finished
		if err := m.Save(m.Record); err != nil {
			return false, err
		}
	}
	if answered == 0 {
		return false, cmp.Or(failed, noAnswer(m.Record.Run.Reference))
	}
	if failed != nil {
		fmt.Fprintln(c.ErrOrStderr(), "warning: interrupted: answers come from the rounds so far")
	}
	if len(without) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "warning: no answer yet for %s: too few rounds have values there\n", strings.Join(without, ", "))
	}
	return false, nil
}

// resumeBench continues the run of a raw file.
func resumeBench(c *cobra.Command, path string) error {
	if path == "" {
		return errors.New("nothing to resume (want the raw file of a stopped run)")
	}
	if err := machine.CheckTimer(); err != nil {
		return err
	}
	m, err := run.Resume(path)
	if err != nil {
		return err
	}
	setup := m.Record.Run.Setup
	if setup.Moves {
		setup.CPU = -1 // the run chooses again, as no flag named a CPU
	}
	names := techniquesIn(m.Record.Run.Cells) // the reference is among them
	err = measuring.CheckCPU(setup.CPU)
	if err == nil && len(m.Record.Run.Builds) > 0 {
		err = source.CheckBuilding()
	}
	if err == nil {
		var entries []*techniques.Entry
		if entries, err = withoutGuests(names); err == nil {
			err = prove(c, entries, m.Record.Run.Builds, setup.Seed)
		}
	}
	if err == nil {
		err = warn(c, names, m.Record.Skipped, setup)
	}
	if err != nil {
		return errors.Join(err, m.Close())
	}
	return perform(c, m, path)
}

// techniquesIn returns the techniques of the catalogue that cells measure, each once. Controls and the reference's second row are not ranked, so they are left out.
func techniquesIn(cells []grid.Cell) (names []string) {
	known := techniques.Facts()
	for _, cell := range cells {
		if _, is := known[cell.Technique]; is && cell.Ranked() && !slices.Contains(names, cell.Technique) {
			names = append(names, cell.Technique)
		}
	}
	return names
}

// besideFlag adds the flag --beside.
func besideFlag(c *cobra.Command, o *benchOptions) {
	c.Flags().BoolVar(&o.Flags.Beside, "beside", false, "measure beside neighbours that never leave the core, as a result of its own kind")
}
