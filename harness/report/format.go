package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Measure is the unit of the times that stand side by side: cycles if all have them, else nanoseconds.
type Measure bool

const (
	Cycles      Measure = true
	Nanoseconds Measure = false
)

// Common returns the measure in which the times of some tables can be compared.
func Common(tables ...*results.Table) Measure {
	for _, t := range tables {
		if !t.InCycles() {
			return Nanoseconds
		}
	}
	return Cycles
}

// ofFiles is Common for all tables of some files.
func ofFiles(files ...*results.File) Measure {
	return Measure(!slices.ContainsFunc(files, func(f *results.File) bool { return !f.InCycles() }))
}

// mixed explains nanoseconds where some files have cycles; "" elsewhere.
func (m Measure) mixed(files []*results.File) string {
	if m == Cycles || !slices.ContainsFunc(files, func(f *results.File) bool { return f.InCycles() }) {
		return ""
	}
	return "Times are nanoseconds for all, since some of these files have no cycles"
}

// Unit names the unit of the times of a table; of init in millions.
func (m Measure) Unit(t *results.Table) string {
	switch {
	case t.Mode != "init" && m == Cycles:
		return "cycles"
	case t.Mode != "init":
		return "ns"
	case m == Cycles:
		return "Mcycles"
	}
	return "ms"
}

// Of returns a time of a table as it is shown.
func (m Measure) Of(t *results.Table, time stats.Interval) stats.Interval {
	factor := 1.0
	if m == Nanoseconds {
		factor = t.Nanoseconds()
	}
	if t.Mode == "init" {
		factor *= 1e-6
	}
	return time.Times(factor)
}

// header returns the headings of the columns that fields returns.
func (m Measure) header(t *results.Table) []string {
	if m == Cycles {
		return []string{m.Unit(t), Nanoseconds.Unit(t)}
	}
	return []string{m.Unit(t)}
}

// fields shows a time: cycles with their interval and, beside them, nanoseconds; or nanoseconds with their interval.
func (m Measure) fields(t *results.Table, time stats.Interval) []field {
	shown := m.Of(t, time)
	list := []field{{shown.Format(1), shown.Median}}
	if m == Cycles {
		ns := Nanoseconds.Of(t, time).Median
		list = append(list, field{short(ns), ns})
	}
	return list
}

// speedHeader returns the heading of the column that speedFields returns: of trees, whose nodes people count by the second.
func speedHeader(t *results.Table) []string {
	if mode.Mode(t.Mode).Per() == "node" {
		return []string{"Mnodes/s"}
	}
	return nil
}

// speedFields shows a time of a node as nodes per second, at the clock that makes nanoseconds of cycles.
func speedFields(t *results.Table, time stats.Interval) []field {
	if speedHeader(t) == nil {
		return nil
	}
	speed := 1e3 / Nanoseconds.Of(t, time).Median
	return []field{{short(speed), speed}}
}

// timing writes a time in a sentence: "3.14 cycles (0.786 ns at 4.00 GHz)", or "0.786 ns" where there are no cycles.
func timing(t *results.Table, time stats.Interval) string {
	ns := short(Nanoseconds.Of(t, time).Median) + " " + Nanoseconds.Unit(t)
	if !t.InCycles() {
		return ns
	}
	return fmt.Sprintf("%s %s (%s at %s)", short(Cycles.Of(t, time).Median), Cycles.Unit(t), ns, Clock(t))
}

// Clock writes the clock by which a table's cycles become nanoseconds.
func Clock(t *results.Table) string { return fmt.Sprintf("%.2f GHz", t.Clock) }

// short writes a number in three digits.
func short(x float64) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.Abs(x) >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", x), ".")
}

// Estimator says how the times of a file came about.
func Estimator(f *results.File) string {
	if !f.InCycles() {
		return "old estimator: " + results.OldEstimator
	}
	var clocks []string
	for i := range f.Tables {
		if ghz := Clock(&f.Tables[i]); !slices.Contains(clocks, ghz) {
			clocks = append(clocks, ghz)
		}
	}
	return "cycles; nanoseconds at " + strings.Join(clocks, " and ")
}

// percent formats a noise, |ln ratio|, as the percentage by which the ratio differs from 1.
func percent(noise float64) string {
	if math.IsNaN(noise) || math.IsInf(noise, 1) {
		return "unknown"
	}
	return fmt.Sprintf("%.1f %%", 100*math.Expm1(noise))
}
