// Package bmf writes results in the Bencher Metric Format, for services that track benchmarks (https://bencher.dev/docs/reference/bencher-metric-format/).
package bmf

import (
	"encoding/json"
	"io"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Report holds metrics by the names of the benchmark and of the measure, such as cycles.
type Report map[string]map[string]Metric

// Metric is a value with its bounds, nil if it has none.
type Metric struct {
	Value float64  `json:"value"`
	Lower *float64 `json:"lower_value,omitempty"`
	Upper *float64 `json:"upper_value,omitempty"`
}

// Add adds a metric of a benchmark: the interval's median and finite bounds. An interval without a median is left out.
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
