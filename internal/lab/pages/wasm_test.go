package pages

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// The fastest techniques in WebAssembly come first, with their ratios to Go; a run without that build is told how to measure one.
func TestWasm(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "machine", "wasm")
	pattern := filepath.Join(folder, "*.txt")
	writeFiles(t, folder, map[string]string{"run.txt": resultstest.Run{Levels: []string{"v4", "wasm"}, Engine: true}.String()})
	f, err := results.Read(filepath.Join(folder, "run.txt"))
	if err != nil {
		t.Fatal(err)
	}
	inGo := f.Highest()[0]
	values := func(of results.Target) []float64 {
		u := twinUses[0]
		return f.Table(of, u.Piece, u.Mode, grid.DefaultCorpus).Find("magic").Values
	}
	wasm := values(f.Foreign(inGo)[0])
	text := wants(t, writeWasm, pattern, fmt.Sprintf("| `magic` | %.1f | ", stats.Median(wasm).Median))
	if ratio := fmt.Sprintf(" | %.2f | ", stats.Ratio(wasm, values(inGo)).Median); !strings.Contains(text, ratio) || strings.Count(text, "\n| `") > shownInWasm || strings.Contains(text, "`noop`") {
		t.Errorf("want %q, no control, and at most %d techniques in\n%s", ratio, shownInWasm, text)
	}
	writeFiles(t, folder, map[string]string{"run.txt": resultstest.Run{Levels: []string{"v4", "c-gcc"}}.String()})
	refuses(t, writeWasm, pattern, "make wasm")
}
