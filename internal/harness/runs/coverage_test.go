package runs_test

import (
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// At least nine in ten cells of a committed run lie in the intervals for the next run from the machine's other runs, among cells that other programs' caches disturb
// least, and cells of an engine.
func TestCoverage(t *testing.T) {
	tiertest.Slow(t)
	var files []*results.File
	paths := resultstest.Committed(t, "../../../results", "*/*.txt*") // sorted, so that the runs of a machine, which share a folder, are neighbours
	for i, path := range paths {
		if i > 0 && filepath.Dir(paths[i-1]) == filepath.Dir(path) || i+1 < len(paths) && filepath.Dir(paths[i+1]) == filepath.Dir(path) { // one of a machine's several runs
			f, err := results.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	for _, path := range resultstest.Committed(t, "../../../results", "*/nextday/*.txt*") { // repeated on the next day
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	c, err := runs.Cover(files)
	if err != nil {
		t.Fatal(err)
	}
	const promised, few = 0.9, 100
	for _, kind := range []string{runs.Search, runs.Perft, runs.SmallLoops} {
		for said, shares := range map[string]map[string]runs.Share{"cycles for the next run": c.Next, "ratios for the next run": c.NextOver, "cycles of one run": c.This, "ratios of one run": c.ThisOver} {
			share := shares[kind]
			t.Logf("%s, %s: %d of %d", kind, said, share.In, share.Of)
		}
		share := c.Next[kind]
		if share.Of < few {
			t.Logf("%s: %d cells, too few to tell (want a machine with three runs of the same code)", kind, share.Of)
			continue
		}
		if part := float64(share.In) / float64(share.Of); part < promised {
			t.Errorf("%s: %.1f %% of %d cells of a run lie in the interval of the others (want %.0f %%)", kind, 100*part, share.Of, 100*promised)
		}
	}
}
