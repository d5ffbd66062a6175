package report

import (
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// Verdict compares, in one use of one target, the fastest technique that uses PEXT with the fastest one that uses neither PEXT nor PDEP.
// Both come from one build, which may use the shifts of BMI2.
type Verdict struct {
	Use
	Table       *Table
	PEXT, Other Row
	Ratio       stats.Interval // of the time with PEXT to the other: below 1 where PEXT is faster
	Order       int            // its sign as Table ranks rows: -1 PEXT is faster, 1 slower, 0 they are tied
}

// Verdicts returns a verdict for every use of a file's machines that has both kinds of techniques, at Go's highest level and for each
// build in C.
func Verdicts(f *results.File) (list []Verdict) {
	ranked := ranksOf(f)[0]
	for _, target := range f.Advised() {
		for _, u := range Uses {
			t := ranked.table(u, target)
			if t == nil {
				continue
			}
			with := t.first(func(technique string) bool { return f.Choosable(technique) && f.Facts.PEXT(technique) })
			without := t.first(func(technique string) bool { return f.Choosable(technique) && f.Facts.Without(technique, "bmi2") })
			if with != nil && without != nil {
				list = append(list, Verdict{u, t, *with, *without, stats.Ratio(with.Values, without.Values), t.order(*with, *without)})
			}
		}
	}
	return list
}
