package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/spf13/cobra"
)

// chooseBuilds returns the builds that are asked for. They need a source tree, and a place.
func chooseBuilds(asked []string) (builds []build.Build, err error) {
	if builds, err = language.Choose(asked); err == nil && len(builds) > 0 {
		if _, err = source.Tree("."); err == nil {
			err = source.CheckBuilding()
		}
	}
	return builds, err
}

// found returns the builds in a language that can be made here.
func found(word string) []build.Build {
	builds, _ := language.Named(word).Here()
	return builds
}

// provingBuilds returns a function that chooses the builds to prove a language's lookups in: those that are asked for, or all that are found.
func provingBuilds(asked []string) (of func(word string) []build.Build, err error) {
	if len(asked) == 0 {
		return found, nil
	}
	builds, err := language.Choose(asked)
	if inGo := language.In(builds, ""); err == nil && len(inGo) > 0 && !language.IsWord(asked) {
		return nil, fmt.Errorf("--build %s: lookups in Go are proved as this program is built (want builds in other languages)", build.Names(inGo))
	}
	return func(word string) []build.Build { return language.In(builds, word) }, err
}

// noBuild says that nothing here builds a technique.
func noBuild(name, word string) error {
	l := language.Named(word)
	about := l.About()
	found, missing := l.Here()
	if len(found) > 0 {
		return fmt.Errorf("no build that you name measures %s (want one of --build: %s)", name, about.Builds)
	}
	return fmt.Errorf("%s is in %s: %w", name, about.Name, missing)
}

// tellMissing says which rows the word for builds lacks here, because their compiler is missing.
func tellMissing(word string, tell func(format string, args ...any)) {
	for _, l := range language.All() {
		found, missing := l.Here()
		if missing == nil || !language.ByWord(l, word) {
			continue
		}
		rows := "no rows of " + l.About().Name
		if len(found) > 0 {
			rows = fmt.Sprintf("rows of %s are those of %s alone", l.About().Name, build.Names(found))
		}
		why, _, _ := strings.Cut(missing.Error(), ",")
		tell("%s: %s", why, rows)
	}
}

// prove proves techniques right, each in its language; outside of Go, as some builds have it. A wrong technique is the answer no.
func prove(c *cobra.Command, names []string, builds []build.Build, seed uint64) error {
	entries, err := techniques.Find(names...)
	if err != nil {
		return err
	}
	for _, l := range language.All() {
		word := l.About().Word
		var own []string
		for _, e := range entries {
			if e.Only == word {
				own = append(own, e.Name)
			}
		}
		if len(own) == 0 {
			continue
		}
		if _, err := proveIn(c, l, "", language.In(builds, word), own, seed, nil); err != nil {
			return err
		}
	}
	return nil
}

// proveIn proves techniques of a source tree right in a language. A wrong one is the answer no.
func proveIn(c *cobra.Command, l language.Language, root string, builds []build.Build, names []string, seed uint64, note func(name, note string)) (sizes map[string]int, err error) {
	sizes, err = l.Prove(c.Context(), root, builds, names, seed, language.Reporter{Logf: command.Logf(c), Progress: command.Progress(c.ErrOrStderr(), "verify"), Note: note})
	return sizes, answered(err)
}

// answered turns an error about wrong techniques into the answer no.
func answered(err error) error {
	if wrong := (*language.Wrong)(nil); errors.As(err, &wrong) {
		return command.Answer(err)
	}
	return err
}
