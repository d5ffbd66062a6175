package report

import (
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// Verdict compares, in one use of one target, the fastest technique that extracts bits by the instruction PEXT with the fastest
// one that does without it and its inverse. Both come from one build, which may use the shifts of BMI2.
type Verdict struct {
	Use
	Table       *Table
	PEXT, Other Row
	Ratio       stats.Interval // of the time with PEXT to the other: below 1 where PEXT is faster
	Order       int            // its sign as Table tells rows apart: -1 PEXT is faster, 1 slower, 0 cannot be told apart
}

// Fastest returns the technique with the smaller median.
func (v *Verdict) Fastest() string {
	if v.PEXT.Time.Median < v.Other.Time.Median {
		return v.PEXT.Technique
	}
	return v.Other.Technique
}

// Words answers whether PEXT is the fastest.
func (v *Verdict) Words() string {
	switch v.Order {
	case -1:
		return "yes"
	case 1:
		return "no"
	}
	return "cannot be told apart"
}

// Verdicts returns a verdict for every use of the machines of a file in which both kinds of techniques were measured, each at the
// GOAMD64 level that advice speaks of.
func Verdicts(f *results.File) (list []Verdict) {
	for _, highest := range f.Highest() {
		for _, u := range Uses {
			t := u.table(f, highest)
			if t == nil {
				continue
			}
			with := t.among(func(technique string) bool {
				return f.Choosable(technique) && f.Facts.PEXT(technique)
			})
			without := t.among(func(technique string) bool {
				return f.Choosable(technique) && f.Facts.Without(technique, "bmi2")
			})
			if len(with.ranked()) == 0 || len(without.ranked()) == 0 {
				continue
			}
			a, b := with.Rows[0], without.Rows[0]
			list = append(list, Verdict{Use: u, Table: t, PEXT: a, Other: b, Ratio: stats.Ratio(a.Values, b.Values), Order: t.order(a, b)})
		}
	}
	return list
}

// PEXTQuestion is the title of the section and the picture about PEXT.
const PEXTQuestion = "Is PEXT still the fastest here?"

// pextSection shows the verdicts of all files.
func pextSection(files []*results.File) (section, bool) {
	s := section{Title: PEXTQuestion,
		Note: "the fastest technique that uses the instruction against the fastest that does without, in one build; no technique that " +
			"picks another one takes part; ratios below 1: PEXT is faster; where the two cannot be told apart, the ratio's interval holds 1 or its " +
			"median is within the A/A noise",
		Header: []string{"use", "features, build", "fastest", "PEXT", "ns", "without PEXT", "ns", "PEXT : without", "A/A noise", "PEXT is the fastest"}}
	for _, f := range files {
		for _, v := range Verdicts(f) {
			s.Rows = append(s.Rows, []cell{word(v.Use.String()), word(mark(files, f) + v.Table.Features + ", " + v.Table.Build()), word(v.Fastest()),
				word(v.PEXT.Technique), {v.PEXT.Time.Format(1), v.PEXT.Time.Median},
				word(v.Other.Technique), {v.Other.Time.Format(1), v.Other.Time.Median},
				{v.Ratio.Format(1), v.Ratio.Median}, v.Table.noise(), word(v.Words())})
		}
	}
	return s, len(s.Rows) > 0
}
