package run

import (
	"math"
	"testing"

	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/workload"
)

// BenchmarkAttacks measures all cells of the default selection in this one process. It is for a quick look: slidebench
// bench draws what a process draws once, such as the layout of code and memory, anew in every round.
func BenchmarkAttacks(b *testing.B) {
	cells, skipped, err := Selection{}.Cells("fancymagic", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, why := range skipped {
		b.Log(why)
	}
	exams := workload.Exams{Questions: 1 << 16, Seed: 1, Round: 1}
	for _, cell := range cells {
		if cell.Technique == results.Again("fancymagic") {
			continue
		}
		b.Run(cell.String()[len("BenchmarkAttacks/"):], func(b *testing.B) {
			e, err := workload.Resolve(cell, "fancymagic")
			if err != nil {
				b.Fatal(err)
			}
			w, err := exams.Prove(e, cell)
			if err != nil {
				b.Fatal(err)
			}
			t := measure.Timer{Limit: math.Inf(1)}
			t.Positions, t.Answers = 1, w.Answers
			var sum uint64
			for b.Loop() {
				t.Slice(0, func() { sum = w.Do(0, w.Units) })
			}
			if err := w.CheckSum(sum); err != nil {
				b.Fatal(err)
			}
			var judge measure.Judge
			judge.Add(t.Readings...)
			tally := measure.Tally{Visits: []measure.Visit{t.Visit}}
			if cycles := tally.Once(&judge); !math.IsNaN(cycles) {
				b.ReportMetric(cycles/float64(max(1, w.Answers)), "cycles/lookup")
			}
		})
	}
}
