package report_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Every table is ranked once at most, and each further machine is as much work as the machines before it. Work is counted in ranked tables and in allocations, which a
// busy processor does not change.
func TestWorkGrowsWithMachines(t *testing.T) {
	const most = 16
	var files []*results.File
	for i := range most {
		files = append(files, parse(t, fmt.Sprintf("%d.txt", i), resultstest.Run{Machine: fmt.Sprint("machine", i), Seed: uint64(i), Levels: []string{"v3", "c-gcc"},
			Techniques: []string{"noop", "fancymagic", "fancymagic-again", "pext", "quintessence", "obstructionavx2"},
			Lacks: func(c grid.Cell, _ string, _ int) bool {
				return c.Corpus != "random16" && c.Mode != "search" || c.Piece == board.Bishop
			}, Engine: true}))
	}
	for _, format := range report.Formats {
		work := func(machines int) float64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			stop := report.CountRanks()
			render(t, files[:machines], report.Options{Format: format, Width: 80})
			if ranks, tables := stop(), machines*len(files[0].Tables); ranks > tables || ranks == 0 && format != "bmf" { // bmf shows medians, and ranks nothing
				t.Errorf("%s of %d machines: %d tables ranked, of %d", format, machines, ranks, tables)
			}
			runtime.ReadMemStats(&after)
			return float64(after.Mallocs - before.Mallocs)
		}
		work(most) // fills caches, such as stats.lowestOf's
		few, more := work(most/2)-work(most/4), work(most)-work(most/2)
		if growth := more / few; growth < 1.5 || growth > 2.5 {
			t.Errorf("%s: %d machines more take %.2f times the work of %d more, want about 2", format, most/2, growth, most/4)
		}
	}
}
