package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/harness/results"
)

// shown has the flags that select what report and plot show of result files. An empty list selects everything.
type shown struct{ techniques, pieces, modes, builds []string }

// flags adds the flags to a command.
func (s *shown) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&s.techniques, "technique", nil, "techniques to show (default all)")
	f.StringSliceVar(&s.pieces, "piece", nil, "pieces to show: rook, bishop, queen (default all)")
	f.StringSliceVar(&s.modes, "mode", nil, "modes to show (default all)")
	f.StringSliceVar(&s.builds, "build", nil, "builds to show, as bench --build names them, such as v3 or c-gcc (default all)")
}

// parts returns the flags with the user's values.
func (s *shown) parts() []part {
	return []part{{"technique", s.techniques}, {"piece", s.pieces}, {"mode", s.modes}, {"build", s.builds}}
}

// part is one of the flags of shown.
type part struct {
	flag  string   // without dashes
	names []string // the user's, none for all
}

// String describes the selection, "" for everything.
func (s *shown) String() string {
	var words []string
	for _, p := range s.parts() {
		if len(p.names) > 0 {
			words = append(words, p.flag+" "+strings.Join(p.names, ", "))
		}
	}
	return strings.Join(words, "; ")
}

// args returns the selection as flags for a command line.
func (s *shown) args() (args string) {
	for _, p := range s.parts() {
		if len(p.names) > 0 {
			args += " --" + p.flag + " " + strings.Join(p.names, ",")
		}
	}
	return args
}

// tables returns copies of the files without the tables that are not selected, and no file without tables. A name that is in no file, and a selection of no table, is an error.
func (s *shown) tables(files []*results.File) ([]*results.File, error) {
	for i, p := range s.parts() {
		var have []string // all names in the files
		for _, f := range files {
			for _, t := range f.Tables {
				have = append(have, named(t)[i]...)
			}
		}
		slices.Sort(have)
		have = slices.Compact(have)
		for _, name := range p.names {
			if !slices.Contains(have, name) {
				return nil, fmt.Errorf("no %s %q in the result files (have: %s)", p.flag, name, strings.Join(have, ", "))
			}
		}
	}
	var left []*results.File
	for _, f := range files {
		g := *f
		g.Tables = slices.DeleteFunc(slices.Clone(f.Tables), func(t results.Table) bool {
			for i, p := range s.parts() {
				has := named(t)[i]
				if len(p.names) > 0 && !slices.ContainsFunc(has, func(name string) bool { return slices.Contains(p.names, name) }) {
					return true
				}
			}
			return false
		})
		if len(g.Tables) > 0 {
			left = append(left, &g)
		}
	}
	if len(left) == 0 {
		return nil, errors.New("nothing to show: no table of the result files is of " + s.String())
	}
	return left, nil
}

// named returns, for each of parts, the names by which a flag selects a table.
func named(t results.Table) [4][]string {
	var techniques []string
	for _, s := range t.Series {
		techniques = append(techniques, s.Row())
	}
	return [...][]string{techniques, {t.Piece.String()}, {string(t.Mode)}, {cmp.Or(t.Built.String(), t.GOARCH)}} // Go without levels has no spelling
}

// rows removes the techniques that are not selected from files, the copies that tables has made, except the reference, to which ratios and noise refer: it is ranked only if selected.
func (s *shown) rows(files []*results.File) {
	if len(s.techniques) == 0 {
		return
	}
	for _, f := range files {
		for i := range f.Tables {
			t := &f.Tables[i]
			t.Series = slices.DeleteFunc(slices.Clone(t.Series), func(r results.Series) bool {
				return r.Technique != f.Reference && !slices.Contains(s.techniques, r.Technique)
			})
		}
		f.Aside = func(technique string) bool { return !slices.Contains(s.techniques, technique) }
	}
}
