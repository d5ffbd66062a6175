package plot_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// A picture of rounds has a dot for each round of each program, the programs' names, and in its alternative text their medians.
func TestRounds(t *testing.T) {
	base := []float64{100, 101, 99, 100, 102, 98, 100, 100}
	var programs []plot.Pairs
	for name, times := range map[string]float64{"paired": 0.95, "koggestone": 1.4} { // cycles, as multiples of the base's
		p := plot.Pairs{Name: name}
		var cycles []float64
		for i, b := range base {
			cycles = append(cycles, b*times+float64(i%3)) // so that ratios differ
			p.Speeds = append(p.Speeds, b/cycles[i])
		}
		p.Speed = stats.Ratio(base, cycles)
		programs = append(programs, p)
	}
	p := plot.Rounds("fancymagic", "8 rounds", programs)
	texts := wellFormed(t, p)
	for _, want := range []string{"Speed against fancymagic, round by round", "paired\n", "koggestone\n", "8 rounds", "round\n", "nodes in the same time"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no text %q in\n%s", want, texts)
		}
	}
	if n := dots(p); n < 2*len(base) {
		t.Errorf("%d dots, want %d", n, 2*len(base))
	}
	if !strings.Contains(p.Alt, "; paired +4") || !strings.Contains(p.Alt, "; koggestone -29") {
		t.Errorf("alternative text %q", p.Alt)
	}
	whole(t, p)
}
