package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/harness/source"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// curved are techniques with large tables and with small ones, one or two of each kind.
var curved = []string{"classical", "rays", "unrolled", "magic", "fancymagic", "unchecked", "overlayadjacent", "bytes", "pext", "pdep",
	"sherwin", "sissy", "quintessence", "hashmap"}

func curveCommand() *cobra.Command {
	var plan run.Run
	var level, into string
	var least, most int
	var force bool
	s := run.Selection{Pieces: []string{"rook"}, Modes: []string{string(mode.Throughput), string(mode.Latency)}}
	c := &cobra.Command{
		Use:   "curve",
		Short: "Measure some techniques over the number of questions",
		Long: `curve measures rooks in modes throughput and latency with 1,024 questions, four times as
many, and so on up to 1,048,576: the more questions, the more of a table is in use. With
--results the raw files are <machine>/questions, from which docs/measuring.md is drawn. With
--force they replace those that are there. It takes a few minutes.`,
		Example: "  slidebench curve --technique magic --most 10 --rounds 1 --time 1ms --results results",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case plan.Rounds < 1 || plan.Rounds > results.MaxRounds:
				return fmt.Errorf("%d rounds (want 1 to %d; intervals need 6)", plan.Rounds, results.MaxRounds)
			case least < 0 || most < least || most > 24:
				return fmt.Errorf("2^%d to 2^%d questions (want 0 to 24, the lower first)", least, most)
			}
			final := filepath.Join(into, machine.Detect().Slug(), "questions")
			if old, err := os.ReadDir(final); !force && !errors.Is(err, fs.ErrNotExist) && (err != nil || len(old) > 0) {
				return fmt.Errorf("refusing to replace %s, which is there already (--force replaces it)", final)
			}
			plan.Questions = 1 << least
			if err := checkSetup(&plan.Setup, plan.Cap); err != nil {
				return err
			}
			if _, err := source.Tree("."); err != nil {
				return err
			}
			plan.Builds = []build.Build{curveBuild()}
			if level != "" {
				var err error
				if plan.Builds, err = chooseBuilds([]string{level}); err != nil {
					return err
				}
			}
			if !c.Flags().Changed("technique") {
				s.Techniques = slices.DeleteFunc(s.Techniques, func(name string) bool {
					e, err := techniques.Find(name)
					return err != nil || run.Unavailable(e[0], plan.Builds, machine.Detect()) != nil
				})
			}
			return curve(c, plan, s, final, [2]int{least, most})
		},
	}
	setupFlags(c, &plan.Setup)
	_ = c.Flags().MarkHidden("questions")
	f := c.Flags()
	f.StringSliceVar(&s.Techniques, "technique", curved, "techniques to measure")
	f.StringVar(&level, "level", "", "GOAMD64 level to build (default v3, or the highest that the machine has below it)")
	f.IntVar(&plan.Rounds, "rounds", 6, "rounds to measure of each number")
	f.IntVar(&least, "least", 10, "least number of questions, as a power of two")
	f.IntVar(&most, "most", 20, "greatest number of questions, as a power of two; every second power between is measured")
	f.StringVar(&into, "results", "results", "folder in whose <machine>/questions the raw files come")
	f.BoolVar(&force, "force", false, "replace the folder of raw files that is there")
	capFlag(c, &plan.Cap, 0)
	return c
}

// curveBuild is that for v3, or the highest level below it; off amd64 it is the one build without a level.
func curveBuild() build.Build {
	here, _ := language.Named("").Here()
	plain := language.Plain(here)
	return plain[min(len(plain), 3)-1]
}

// curve measures each number of questions into a temporary folder, which becomes the final one when all are done. There is no
// folder before there is something to measure.
func curve(c *cobra.Command, plan run.Run, s run.Selection, final string, powers [2]int) error {
	folder := filepath.Dir(final)
	temp := ""
	defer func() { _ = os.RemoveAll(temp) }()
	for power := powers[0]; power <= powers[1]; power += 2 {
		plan.Questions = 1 << power
		cells, skipped, err := s.Cells(plan.Reference, plan.Builds)
		if err != nil {
			return err
		}
		chooseCPU(&plan.CPU, c.ErrOrStderr())
		plan.Cells = cells
		record, err := run.NewRecord(plan, commandLine(), skipped)
		if err != nil {
			return err
		}
		if power == powers[0] {
			if err := prove(c, s.Techniques, nil, plan.Seed); err != nil {
				return err
			}
			if err := warn(c, s.Techniques, skipped, plan.Setup); err != nil {
				return err
			}
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return err
			}
			if temp, err = os.MkdirTemp(folder, "questions"); err != nil {
				return err
			}
		}
		m, err := run.Create(filepath.Join(temp, fmt.Sprint(plan.Questions)+".txt"), record)
		if err != nil {
			return err
		}
		if err := perform(c, m, ""); err != nil {
			return err
		}
	}
	old := temp + "-old"
	if err := os.Rename(final, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(temp, final); err != nil {
		_ = os.Rename(old, final)
		return err
	}
	if err := errors.Join(os.Chmod(final, 0o755), os.RemoveAll(old)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), final)
	return err
}
