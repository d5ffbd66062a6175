package guard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Cells of two files with values in too few rounds are named as not judged, and not taken for equal. If no cell has enough values, there is no comparison.
func TestFilesWithTooFewRounds(t *testing.T) {
	// file returns a result file of 12 rounds in which magic takes cost, and the rows of seldom have values in the first five rounds only.
	file := func(cost float64, seldom ...string) *results.File {
		run := resultstest.Run{Levels: []string{"v3"}, Rounds: 12, Noise: 0.001, Techniques: []string{"fancymagic", "fancymagic-again", "magic", "pext"}, Cost: map[string]float64{"magic": cost},
			Lacks: func(c grid.Cell, _ string, round int) bool { return round > 5 && slices.Contains(seldom, c.Row()) }}
		f, err := results.Parse(strings.NewReader(run.String()), "x.txt")
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		seldom        []string
		slower, named bool // whether magic is slower, and whether cells are not judged
	}{{nil, true, false}, {[]string{"magic"}, false, true}, {[]string{"pext"}, true, true}} {
		got, err := guard.CompareFiles(file(1), file(1.5, c.seldom...), 0.01)
		if err != nil {
			t.Fatal(err)
		}
		if slower, named := len(got.Regressions()), len(got.Unjudged); (slower > 0) != c.slower || (named > 0) != c.named {
			t.Errorf("%q: %d regressions and %d not judged", c.seldom, slower, named)
		}
	}
	if _, err := guard.CompareFiles(file(1), file(1, "fancymagic-again"), 0.01); err == nil || !strings.Contains(err.Error(), "has values in enough rounds") {
		t.Errorf("without the noise: %v", err)
	}
}
