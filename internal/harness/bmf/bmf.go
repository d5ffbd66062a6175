// Package bmf writes measurements in the Bencher Metric Format, which services that track benchmarks read: by benchmark and measure, a value and its bounds
// (https://bencher.dev/docs/reference/bencher-metric-format/).
package bmf

import (
	"encoding/json"
	"io"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Report has measures by the names of benchmarks.
type Report map[string]map[string]Metric

// Metric is a value with its bounds, nil where it has none.
type Metric struct {
	Value float64  `json:"value"`
	Lower *float64 `json:"lower_value,omitempty"`
	Upper *float64 `json:"upper_value,omitempty"`
}

// Add adds a measure of a benchmark, unless there is no value.
func (r Report) Add(benchmark, measure string, i stats.Interval) {
	if !i.Known() {
		return
	}
	m := Metric{Value: i.Median}
	if i.Finite() {
		m.Lower, m.Upper = &i.Lo, &i.Hi
	}
	if r[benchmark] == nil {
		r[benchmark] = map[string]Metric{}
	}
	r[benchmark][measure] = m
}

// Write writes a report as JSON.
func (r Report) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
