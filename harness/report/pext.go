package report

import (
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/columns"
)

// Verdict compares, in one use of one target, the fastest technique that uses PEXT with the fastest one that uses neither PEXT nor PDEP.
// Both come from one build, which may use the shifts of BMI2.
type Verdict struct {
	Use
	Table       *Table
	PEXT, Other Row
	Ratio       stats.Interval // of the time with PEXT to the other: below 1 where PEXT is faster
	Order       int            // its sign as Table ranks rows: -1 PEXT is faster, 1 slower, 0 inconclusive
	Equal       bool           // the two are shown to be equivalent to each other; then Order is 0
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
	if v.Equal {
		return "as fast"
	}
	return "inconclusive"
}

// Verdicts returns a verdict for every use of a file's machines that has both kinds of techniques, at the level of the advice and for each
// build in C.
func Verdicts(f *results.File) []Verdict { return verdicts(ranksOf(f)) }

func verdicts(files []*ranks) (list []Verdict) {
	for _, f := range files {
		list = append(list, f.verdicts()...)
	}
	return list
}

func (f *ranks) verdicts() (list []Verdict) {
	for _, target := range f.Advised() {
		for _, u := range Uses {
			t := f.table(u, target)
			if t == nil {
				continue
			}
			with := t.first(func(technique string) bool { return f.Choosable(technique) && f.Facts.PEXT(technique) })
			without := t.first(func(technique string) bool { return f.Choosable(technique) && f.Facts.Without(technique, "bmi2") })
			if with == nil || without == nil {
				continue
			}
			v := Verdict{Use: u, Table: t, PEXT: *with, Other: *without, Ratio: stats.Ratio(with.Values, without.Values)}
			if v.Equal = t.equivalent(v.Ratio); !v.Equal {
				v.Order = order(v.Ratio, t.Noise)
			}
			list = append(list, v)
		}
	}
	return list
}

// PEXTQuestion is the title of the section and the picture about PEXT.
const PEXTQuestion = "Is PEXT still the fastest here?"

// pextSection shows the verdicts of all files.
func pextSection(files []*ranks) section {
	return section{PEXTQuestion,
		"The fastest technique that uses the instruction against the fastest that does not, in one build and without best. A ratio below 1: PEXT is faster. " +
			"As fast: the ratio's interval lies within 2 % of 1. Inconclusive: the interval holds 1, or its median is within the A/A noise",
		columns.Of(verdictColumns, verdicts(files))}
}
