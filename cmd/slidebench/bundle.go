package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/harness/bundle"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/process"
)

func bundleCommand() *cobra.Command {
	var o bundle.Options
	var out string
	c := &cobra.Command{
		Use:   "bundle",
		Short: "Pack what measures on another machine, without Go there",
		Long: `bundle compiles here what bench would build on another machine, and packs it into
one archive. There, unpack it and start ` + results.BundleCommand + `: it needs neither Go nor a compiler,
git, a network or this source tree. It proves the techniques, measures, prints the answer,
and writes the raw file and the record that bench writes, so that report and collect take
them. Its --help says more.

With --build main, on amd64, there are builds in Go and in C for v2 to v4:
the machine takes the highest that it has. Programs in C are for Linux on amd64, arm64 and
riscv64, and want gcc, or for another platform aarch64-linux-gnu-gcc, riscv64-linux-gnu-gcc
or x86_64-linux-gnu-gcc; --cc names another. --build go wants none.

Every round has a layout of its own, so there are as many rounds as --layouts. The engine is
bound to all techniques; a first round, there, chooses the contenders among them.
--contender names fewer beside ` + measuring.Reference + `, which compiles sooner.

The tree has to be clean: results name its commit.`,
		Example: `  slidebench bundle --os linux --arch arm64 --build go -o slidebench-arm64.tar.gz`,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			o.Reporter.Logf = cli.Logf(c)
			if o.Contenders != nil && !slices.Contains(o.Contenders, measuring.Reference) { // nil: all, the reference among them
				o.Contenders = append(o.Contenders, measuring.Reference)
			}
			plan, err := bundle.Plan(o)
			if err != nil {
				return err
			}
			if out == "" {
				out = plan.Name()
			}
			if err := atomicfile.RefuseOverwrite(out, bundle.Is); err != nil {
				return err
			}
			if err := atomicfile.Check(out); err != nil {
				return err
			}
			if _, err := source.Tree("."); err != nil { // Pack looks for the tree itself; here the error comes before any work
				return err
			}
			if err := source.CheckBuilding(); err != nil {
				return err
			}
			commit, dirty, err := run.Checkout(".")
			switch {
			case err != nil:
				return err
			case commit == "":
				return errors.New("no commit to name in results (want git, and a clone)")
			case dirty:
				return fmt.Errorf("the tree differs from commit %s, which results would name (want a clean one: git status)", commit)
			}
			archive, err := plan.Pack(c.Context(), commit)
			if err != nil {
				return err
			}
			if after, dirty, err := run.Checkout("."); err != nil || dirty || after != commit {
				return fmt.Errorf("the tree is no longer that of commit %s (want one that stays while it is compiled)", commit)
			}
			if err := atomicfile.Write(out, archive); err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "%.1f MB\n", float64(len(archive))/1e6)
			_, err = fmt.Fprintln(c.OutOrStdout(), out)
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&o.OS, "os", runtime.GOOS, "system of the other machine, as Go names it")
	f.StringVar(&o.Arch, "arch", runtime.GOARCH, "its processor, as Go names it")
	f.StringSliceVar(&o.Builds, "build", bundle.Words[:1], strings.Join(bundle.Words, ", or ")+", or builds such as v3,c-gcc-v3")
	f.StringVar(&o.CC, "cc", "", "gcc or clang for the other machine (default by its platform)")
	f.IntVar(&o.Layouts, "layouts", run.FewestRounds, "layouts of each program, and so rounds (intervals need 6)")
	f.StringSliceVar(&o.Contenders, "contender", nil, "techniques that may be measured in an engine (default all)")
	f.StringVarP(&out, "output", "o", "", "archive to write (default slidebench-OS-ARCH.tar.gz, for Windows .zip)")
	return c
}

// bundled is the digest of a bundle's list of programs, in the program slidebench-bench of that bundle; "" elsewhere. Package bundle has the linker set it.
var bundled string

// inBundle returns the command of the program that people start in a bundle.
func inBundle() *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   results.BundleCommand,
		Short: "Measure the ways to find a chess slider's attacks on this machine",
		Long: results.BundleCommand + ` proves the techniques right, measures them on this machine with the programs
beside it, and says which to use. It takes about five minutes, longer on a disturbed machine.
It needs nothing that is not in its folder.

The results go to <machine>/<UTC date and time>-<commit>.txt.gz and .json.gz below --results,
or with -o FILE there. --resume FILE goes on with a stopped run. --beside is for a core that
is never quiet.
To contribute results, add both files to a clone's folder results, as CONTRIBUTING.md says.`,
		Args: func(c *cobra.Command, args []string) error {
			if o.resume {
				return cobra.MaximumNArgs(1)(c, args)
			}
			return cobra.NoArgs(c, args) // else a misspelt "report" would measure
		},
		RunE: func(c *cobra.Command, args []string) error {
			own, err := process.Own()
			if err != nil {
				return err
			}
			b, err := bundle.Use(filepath.Dir(own), bundled)
			if err != nil {
				return err
			}
			if err := o.fileArgument(c, args); err != nil {
				return err
			}
			if o.out != "" {
				o.into = "" // the default of --results is a folder
			}
			if len(o.Builds) == 0 {
				o.Builds = []string{language.WordMain}
			}
			if !c.Flags().Changed("rounds") {
				o.Flags.Rounds = b.Layouts()
			}
			switch {
			case o.resume:
				err = resumeBench(c, o.out)
			case o.Flags.Rounds > b.Layouts():
				err = fmt.Errorf("%d rounds (this bundle has %d layouts of each program, one for each round)", o.Flags.Rounds, b.Layouts())
			default:
				_, err = o.bench(c)
			}
			if err != nil {
				return err
			}
			raw := o.out
			if _, err := os.Stat(raw); err != nil { // a raw file that lacks values is not compressed
				raw = strings.TrimSuffix(raw, ".gz")
			}
			files, err := readAll([]string{raw})
			if err != nil {
				return err
			}
			return report.WriteAdvice(c.OutOrStdout(), files, "text", cli.Width(c.OutOrStdout()))
		},
	}
	selectionFlags(c, &o.Selection)
	measuring.SetupFlags(c, &o.Flags.Setup)
	measuring.CapFlag(c, &o.Flags.Cap, 30*time.Minute)
	besideFlag(c, &o)
	f := c.Flags()
	f.IntVar(&o.Flags.Rounds, "rounds", 0, "rounds to measure (default as many as the bundle has layouts; intervals need 6)")
	f.StringSliceVar(&o.Builds, "build", nil, "builds of the bundle to measure (default main: the highest level in Go and in C)")
	f.StringVarP(&o.out, "output", "o", "", "raw file to write")
	f.StringVar(&o.into, "results", ".", "folder to write into")
	f.BoolVar(&o.resume, "resume", false, "go on with the stopped run of the raw file")
	c.MarkFlagsMutuallyExclusive("output", "results")
	c.MarkFlagsMutuallyExclusive("results", "resume")
	c.AddCommand(machineCommand(), reportCommand(), measuring.Measure())
	for _, sub := range c.Commands() {
		sub.Example = strings.ReplaceAll(sub.Example, "slidebench ", results.BundleCommand+" ")
	}
	return c
}
