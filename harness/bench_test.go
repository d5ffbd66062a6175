package harness

import (
	"testing"

	"github.com/slidebench/slidebench/harness/results"
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
	m := measurer{Setup: Setup{Reference: "fancymagic", Questions: 1 << 16, Seed: 1},
		corpora: map[string]*exam{}, sets: map[string]*setExam{}, replays: map[string]*replayExam{}}
	for _, cell := range cells {
		if cell.Technique == results.Again("fancymagic") {
			continue
		}
		b.Run(cell.String()[len("BenchmarkAttacks/"):], func(b *testing.B) {
			if err := m.time(b, cell); err != nil {
				b.Fatal(err)
			}
		})
	}
}
