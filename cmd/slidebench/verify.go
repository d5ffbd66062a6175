package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/verify"
	"github.com/slidebench/slidebench/internal/techniques"
)

func verifyCommand() *cobra.Command {
	var names []string
	var seed uint64
	var own guests
	var asked []string // --build
	c := &cobra.Command{
		Use:   verify.Command,
		Short: "Prove techniques right on every subset of every square's lines",
		Long: `verify asks each technique every question that its answer can depend on, and compares
the answers with the walk. The slider's own square is set and clear, and squares off its
lines are random. Then verify compares all techniques with each other on random boards.

Batches are asked every subset, too, and all lengths from 0 to 130 at all offsets, between
pages that must not be touched. Sets of sliders are asked with all sets on every line.
The state that a technique keeps from move to move is checked after every change of a square.

A wrong answer is shown with the occupancy, the attacks wanted and the attacks got.`,
		Example: `  slidebench verify
  slidebench verify --technique magic,pext --seed 7
  slidebench verify --package mine=./lookups
  slidebench verify --source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks
  slidebench verify --command mine='node attacks.js'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all, brought, err := own.brought(c)
			if err != nil {
				return err
			}
			proving, err := provingBuilds(asked)
			if err != nil {
				return err
			}
			if len(brought) > 0 {
				lines, err := own.prove(c, all, brought, proving, seed)
				if err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), strings.Join(lines, "\n"))
				names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(brought, name) })
				if len(names) == 0 {
					return nil
				}
			}
			entries, err := techniques.Find(names...)
			if err != nil {
				return err
			}
			if len(asked) > 0 {
				if err := source.CheckBuilding(); err != nil {
					return err
				}
				return proveInBuilds(c, entries, proving, len(names) > 0, seed)
			}
			var builds []build.Build // of the languages of techniques that are not in Go
			for _, e := range entries {
				if e.Only == "" || len(language.In(builds, e.Only)) > 0 {
					continue
				}
				if builds = append(builds, proving(e.Only)...); len(language.In(builds, e.Only)) == 0 {
					return language.NoBuild(e.Name, e.Only)
				}
			}
			if len(builds) > 0 {
				err = source.CheckBuilding()
			}
			if err == nil {
				err = prove(c, entries, builds, seed)
			}
			if err != nil {
				return err
			}
			for _, e := range entries {
				note := ""
				if why := e.Available(); why != nil {
					note = fmt.Sprintf(" (in its portable form: %v)", why)
				}
				if e.Only != "" {
					note = fmt.Sprintf(" (%s)", build.Names(language.In(builds, e.Only)))
				}
				fmt.Fprintf(c.OutOrStdout(), "ok  %s%s\n", e.Name, note)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringSliceVar(&names, "technique", nil, "techniques to prove (default all)")
	own.flags(c)
	f.StringSliceVar(&asked, "build", nil, "builds in other languages than Go to prove in, such as c-gcc or rust (default: techniques in Go, and lookups of yours in all that are found)")
	f.Uint64Var(&seed, "seed", 1, "seed of the noise")
	return c
}

// proveInBuilds proves techniques in builds of other languages than Go: all of them if the user named them, or else those that a build has.
func proveInBuilds(c *cobra.Command, entries []*techniques.Entry, buildsIn func(word string) []build.Build, named bool, seed uint64) error {
	proved, hidden := map[string][]build.Build{}, machine.Hidden()
	for _, l := range language.All() {
		for _, b := range buildsIn(l.About().Word) {
			var own []string
			for _, e := range entries {
				err := l.Lacks(b, grid.Cell{Technique: e.Name}, "") // "": no run, and so no reference
				if err == nil && feature.Hides(hidden, e.Needs) {
					err = fmt.Errorf("build %v has no %s: it needs %s, and %s is hidden", b, e.Name, strings.Join(e.Needs, " and "), strings.Join(hidden, " and "))
				}
				if err != nil && named {
					return err
				}
				if err == nil && b.Language != "" { // builds in Go, which the words all and main name, too, are left out
					own, proved[e.Name] = append(own, e.Name), append(proved[e.Name], b)
				}
			}
			if len(own) == 0 {
				continue
			}
			if _, err := l.Prove(c.Context(), "", []build.Build{b}, own, seed, reporter(c)); err != nil { // "": from the source tree here
				return answered(err)
			}
		}
	}
	for _, e := range entries {
		if in := proved[e.Name]; in != nil {
			fmt.Fprintf(c.OutOrStdout(), "ok  %s (%s)\n", e.Name, build.Names(in))
		}
	}
	return nil
}

// provingBuilds returns a function that chooses the builds to prove a language's lookups in: those that are asked for, or all that are found.
func provingBuilds(asked []string) (of func(word string) []build.Build, err error) {
	if len(asked) == 0 {
		return language.Found, nil
	}
	builds, err := language.Choose(asked)
	if inGo := language.In(builds, ""); err == nil && len(inGo) > 0 && !language.IsWord(asked) { // the words all and main mean builds in Go, too
		return nil, fmt.Errorf("--build %s: lookups in Go are proved as this program is built (want builds in other languages)", build.Names(inGo))
	}
	return func(word string) []build.Build { return language.In(builds, word) }, err
}

// prove proves techniques right, each in its language. A wrong technique gives exit status 1.
func prove(c *cobra.Command, entries []*techniques.Entry, builds []build.Build, seed uint64) error {
	return answered(language.Prove(c.Context(), entries, builds, seed, func() language.Reporter { return reporter(c) }))
}

// reporter returns functions that show the progress of a proof on standard error.
func reporter(c *cobra.Command) language.Reporter {
	return language.Reporter{Logf: cli.Logf(c), Progress: cli.Progress(c.ErrOrStderr(), "verify")}
}

// answered marks an error about wrong techniques as the answer no, for exit status 1.
func answered(err error) error {
	if wrong := (*language.Wrong)(nil); errors.As(err, &wrong) {
		return cli.Answer(err)
	}
	return err
}
