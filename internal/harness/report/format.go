package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Unit names the unit in which the times of a table are shown: cycles, of init in millions.
func Unit(t *results.Table) string {
	if t.Mode == "init" {
		return "Mcycles"
	}
	return "cycles"
}

// unitNS names the unit of time beside the table's main unit.
func unitNS(t *results.Table) string {
	if t.Mode == "init" {
		return "ms"
	}
	return "ns"
}

// Shown returns a time of a table in its Unit.
func Shown(t *results.Table, time stats.Interval) stats.Interval {
	if t.Mode == "init" {
		return time.Times(1e-6)
	}
	return time
}

// medianNS returns the median of a time of a table in unitNS.
func medianNS(t *results.Table, time stats.Interval) float64 {
	return Shown(t, time).Median * t.Nanoseconds()
}

// Clock writes the clock by which a table's cycles become nanoseconds.
func Clock(t *results.Table) string { return fmt.Sprintf("%.2f GHz", t.Clock) }

// short writes a number with three digits, a larger one with all digits before its point.
func short(x float64) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.Abs(x) >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", x), ".")
}

// Units names the units of a file's times.
func Units(f *results.File) string {
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
