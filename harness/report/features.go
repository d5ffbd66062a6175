package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
)

// Set is a machine with a set of features: one that was measured, or an older relative of it, whose choice is what remains of
// the machine's when the techniques and builds that need more are left out.
type Set struct {
	File     *results.File
	Features string         // as in results.Target
	Target   results.Target // whose tables are shown
	Derived  bool           // an older relative
	Foreign  bool           // no build that the relative could run was measured: Target is one that it could not
	allowed  func(technique string) bool
}

// relatives are the features that the older relatives of a machine lack, newer ones first. Those that lack AVX2 or BMI2 lack
// AVX-512 too, and GFNI in the forms that work on AVX registers.
var relatives = [][]string{{"avx512", "gfni"}, {"avx512", "gfni", "avx2"}, {"avx512", "gfni", "bmi2"}, {"avx512", "gfni", "avx2", "bmi2"}}

// asks are the features that a GOAMD64 level takes for granted.
var asks = map[string][]string{"v3": {"bmi2", "avx2"}, "v4": {"bmi2", "avx2", "avx512"}}

// baseline is the name of the set without features.
const baseline = "baseline"

// without returns a set of features without some of them.
func without(features string, lacking []string) string {
	rest := slices.DeleteFunc(strings.Split(features, "+"), func(feature string) bool {
		// A BMI2 whose PEXT is slow goes by another name.
		return slices.Contains(lacking, strings.Replace(feature, "slowpext", "bmi2", 1))
	})
	return cmp.Or(strings.Join(rest, "+"), baseline)
}

// covers reports whether a set that was measured with features hidden stands for another one: GFNI beside AVX2 makes no
// difference of generations.
func covers(measured, features string) bool {
	gfni := []string{"gfni"}
	return without(measured, gfni) == without(features, gfni)
}

// Sets returns the machines of the files, and after each that was measured with all its features its older relatives, unless
// these were measured too, with features hidden: then those stand in their place. Sets of one machine stand together.
func Sets(files ...*results.File) (sets []Set) {
	var measured []Set
	for _, f := range files {
		for _, highest := range f.Highest() {
			measured = append(measured, Set{File: f, Features: highest.Features, Target: highest, allowed: f.Choosable})
		}
	}
	for len(measured) > 0 {
		var machine, rest []Set
		for _, s := range measured {
			if s.Machine() == measured[0].Machine() {
				machine = append(machine, s)
			} else {
				rest = append(rest, s)
			}
		}
		sets, measured = append(sets, withRelatives(machine)...), rest
	}
	return sets
}

// withRelatives adds to the measured sets of a machine those of its older relatives that were not measured.
func withRelatives(measured []Set) (sets []Set) {
	used := make([]bool, len(measured))
	add := func(i int) {
		if !used[i] {
			used[i] = true
			sets = append(sets, measured[i])
		}
	}
	for i, full := range measured {
		if full.Restricted() {
			continue
		}
		add(i)
		if full.File.Facts == nil {
			continue // who needs what is not known
		}
		seen := []string{full.Features}
		for _, lacking := range relatives {
			features := without(full.Features, lacking)
			if slices.Contains(seen, features) {
				continue
			}
			seen = append(seen, features)
			covered := false
			for k, s := range measured {
				if s.Restricted() && covers(s.Features, features) {
					covered = true
					add(k)
				}
			}
			if !covered {
				sets = append(sets, full.relative(features, lacking))
			}
		}
	}
	for i := range measured {
		add(i)
	}
	return sets
}

// relative returns the older relative of a machine that lacks some features.
func (s Set) relative(features string, lacking []string) Set {
	f := s.File
	r := Set{File: f, Features: features, Derived: true, allowed: func(technique string) bool {
		return f.Choosable(technique) && !slices.ContainsFunc(lacking, func(feature string) bool { return !f.Facts.Without(technique, feature) })
	}}
	all := levelsOf(f, s.Target)
	levels := slices.DeleteFunc(slices.Clone(all), func(t results.Target) bool {
		return slices.ContainsFunc(asks[t.GOAMD64], func(feature string) bool { return slices.Contains(lacking, feature) })
	})
	if len(levels) == 0 {
		levels, r.Foreign = all[:1], true
	}
	r.Target = levels[len(levels)-1]
	return r
}

// Choose chooses for a use. It returns nil where nothing was measured that the set could use, and else a choice or why there is
// none.
func (s Set) Choose(u Use) (*Table, Choice, *Refusal) {
	t := u.table(s.File, s.Target)
	if t == nil {
		return nil, Choice{}, nil
	}
	of := t.among(s.allowed)
	if len(of.ranked()) == 0 {
		return nil, Choice{}, nil
	}
	c, refusal := of.choose()
	return &of, c, refusal
}

// String names the set: "bmi2+avx2, GOAMD64=v3".
func (s Set) String() string { return s.Features + ", " + s.Target.Build() }

// Label names the set in a few words: "bmi2+avx2, v3", "bmi2, v1, derived".
func (s Set) Label() string {
	parts := []string{s.Features}
	if s.Target.GOAMD64 != "" {
		parts = append(parts, s.Target.GOAMD64)
	}
	if s.Derived {
		parts = append(parts, "derived")
	}
	return strings.Join(parts, ", ")
}

// Restricted reports whether the machine of the set was measured with features hidden.
func (s Set) Restricted() bool { return strings.Contains(s.Target.Machine, restricted) }

// Machine names the machine of the set, as it is without features hidden.
func (s Set) Machine() string {
	name, _, _ := strings.Cut(s.Target.Machine, restricted)
	return name
}

// restricted stands in the name of a machine with features hidden, between its name and those of the features.
const restricted = "-without-"

// how says how the set came to its times.
func (s Set) how() string {
	switch {
	case s.Foreign:
		return "derived, newer build"
	case s.Derived:
		return "derived"
	}
	return "measured"
}

// featureSection compares feature sets use by use, where there is more than one.
func featureSection(files []*results.File) (section, bool) {
	s := section{Title: "Feature sets",
		Note: "what to use on each. " + adviceReading + " Measured: with the other features hidden, or on such a machine. " +
			"Derived: from the times of the newer machine, without the techniques and builds that need more; newer build: none was " +
			"measured that the older machine could run",
		Header: []string{"use", "features, build", "times are", "use this", "ns", "tables", "next", "x fastest", "smallest near it", "tables", "x fastest", "A/A noise"}}
	sets := Sets(files...)
	for _, u := range Uses {
		for _, set := range sets {
			t, c, refusal := set.Choose(u)
			if t == nil {
				continue
			}
			choice := []cell{word("none"), word(""), word(""), word(""), word(""), word(""), word(""), word("")}
			if refusal == nil {
				choice = c.cells()
			} else {
				choice[0].Text += ": " + refusal.Because
			}
			row := []cell{word(u.String()), word(mark(files, set.File) + set.String()), word(set.how())}
			s.Rows = append(s.Rows, append(append(row, choice...), t.noise()))
		}
	}
	return s, len(sets) > 1 && len(s.Rows) > 0
}

// cells shows a choice: the pick, its time and tables, what comes next, and the smallest tables near the fastest.
func (c Choice) cells() []cell {
	row := []cell{word(c.Pick.Technique), {c.Pick.Time.Format(1), c.Pick.Time.Median}, size(c.Pick)}
	if n := len(c.Tied); n > 1 {
		row[0].Text += fmt.Sprintf(" (of %d tied)", n)
	}
	if c.Next == nil {
		row = append(row, word("none"), word(""))
	} else {
		x := c.toFastest(*c.Next)
		row = append(row, word(c.Next.Technique), cell{x.Format(1), x.Median})
	}
	x := c.toFastest(c.Smallest)
	return append(row, word(c.Smallest.Technique), size(c.Smallest), cell{x.Format(1), x.Median})
}

func size(r Row) cell { return cell{results.Bytes(r.TableBytes), float64(r.TableBytes)} }
