package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/columns"
)

// inC returns the sets of a machine's builds in C.
func (s Profile) inC() (sets []Profile) {
	for _, target := range s.File.InC(s.Target) {
		c := s
		c.Target = target
		sets = append(sets, c.fresh())
	}
	return sets
}

// mainC returns the set of the build in C that short answers are about: gcc's where there is one. It is an empty list for none.
func (s Profile) mainC() []Profile {
	all := s.inC()
	if i := slices.IndexFunc(all, func(s Profile) bool { return s.Target.C() == "c-gcc" }); i >= 0 {
		return all[i : i+1]
	}
	return all[:min(1, len(all))]
}

// language names the language of the set's build: "Go", "C (gcc)".
func (s Profile) language() string { return s.Target.Language() }

// languageReading says how the tables about languages are to be read.
const languageReading = "Ranks are among the techniques of one language. Go : C is the ratio of the times of a round, above 1 where C is faster. " +
	"A = stands behind ratios that may be 1: their interval holds 1, or their median is within the larger A/A noise of the two builds. " +
	"A build with +vectorizer may merge several lookups of the loop into one, which an engine's code does not offer it: it times something else"

// languageSections compare Go's highest level with the builds in C, for each use of a queen that both have.
func languageSections(files []*ranks) (sections []section) {
	for _, f := range files {
		for _, highest := range f.Highest() {
			builds := f.InC(highest)
			if len(builds) == 0 {
				continue
			}
			for _, u := range Uses {
				if u.Piece != board.Queen {
					continue
				}
				sections = append(sections, languages(f, u, append([]results.Target{highest}, builds...)))
			}
		}
	}
	return sections
}

// languages has a row for each technique, in the order of Go, and for each build its rank, its time and the ratio of Go's to it.
func languages(f *ranks, u Use, targets []results.Target) section {
	var tables []*Table
	var notes []string
	list := []columns.Column[string]{techniqueColumn}
	for _, target := range targets {
		t := f.table(u, target)
		if t == nil {
			continue
		}
		tables = append(tables, t)
		name := f.mark + t.Build()
		list = append(list, columns.Column[string]{Head: name + " rank", Read: func(technique string) value {
			if r := t.row(technique); r != nil {
				return rank(r.Rank)
			}
			return word("")
		}}, t.timeColumn(name))
		if !target.InGo() {
			list = append(list, columns.Column[string]{Head: "Go : " + target.C(), Read: func(technique string) value { return goToC(tables[0], t, technique) }})
		}
		notes = append(notes, fmt.Sprintf("%s: A/A noise %s", name, percent(t.Noise)))
	}
	if len(tables) < 2 || !tables[0].InGo() {
		return section{}
	}
	inC := slices.DeleteFunc(techniquesOf(tables), func(technique string) bool {
		return !slices.ContainsFunc(tables[1:], func(t *Table) bool { return t.row(technique) != nil })
	})
	return section{"Go and C: " + u.String(),
		fmt.Sprintf("%s, %s. %s. %s", tables[0].Machine, Unit(&tables[0].Table), strings.Join(notes, "; "), languageReading), columns.Of(list, inC)}
}

// goToC is the ratio of a technique's times in Go and in C, with a mark where it may be 1.
func goToC(inGo, inC *Table, technique string) value {
	a, b := inGo.row(technique), inC.row(technique)
	if a == nil || b == nil {
		return word("")
	}
	between := stats.Ratio(a.Values, b.Values)
	v := ratio(between)
	if order(between, max(inGo.Noise, inC.Noise)) == 0 {
		v.Text += " ="
	}
	return v
}
