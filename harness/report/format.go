package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/slidebench/slidebench/harness/stats"
)

// shown is how values of a unit are shown: init takes milliseconds.
func shown(unit string) (name string, scale float64) {
	if unit == "ns/op" {
		return "ms", 1e-6
	}
	return "ns", 1
}

// timing formats a time with its unit: "1.884 ns [1.870, 1.901]".
func timing(i stats.Interval, unit string) string {
	name, scale := shown(unit)
	return strings.Replace(i.Format(scale), " ", " "+name+" ", 1)
}

// percent formats a noise, |ln ratio|, as the percentage by which the ratio differs from 1.
func percent(noise float64) string {
	if math.IsNaN(noise) || math.IsInf(noise, 1) {
		return "unknown"
	}
	return fmt.Sprintf("%.1f %%", 100*math.Expm1(noise))
}
