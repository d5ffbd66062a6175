package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Validate accepts every raw file under results/ that git tracks.
func TestContributed(t *testing.T) {
	tiertest.Slow(t)
	for _, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		if _, err := results.Validate(path); err != nil {
			t.Error(err)
		}
	}
}

// A machine has at most five runs, and what it adds to a checkout is at most 500 KB for each of them, for its reports and pictures, and for each
// experiment in a folder of its own.
func TestContributionIsSmall(t *testing.T) {
	const most, mostRuns = 500_000, 5 // bytes, and runs as runs.Most allows
	sizes, runs := map[string]int64{}, map[string]int{}
	for _, pattern := range []string{"*/*", "*/*/*"} {
		for _, path := range resultstest.Committed(t, "../../../results", pattern) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			folder := filepath.Dir(path)
			part := folder
			if filepath.Base(folder) == "plots" {
				part = filepath.Dir(folder)
			} else if name, ofRun := run(path); ofRun && pattern == "*/*" {
				part = filepath.Join(folder, name)
				if strings.Contains(filepath.Base(path), ".txt") { // else the file is the record of a run that is counted
					runs[folder]++
				}
			}
			sizes[part] += info.Size()
		}
	}
	for part, size := range sizes {
		if size > most {
			t.Errorf("%s has %d bytes (want at most %d)", part, size, most)
		}
	}
	for folder, n := range runs {
		if n > mostRuns {
			t.Errorf("%s has %d runs (want at most %d)", folder, n, mostRuns)
		}
	}
}

// run returns the name of the run that a file belongs to, without its ending.
func run(path string) (name string, ok bool) {
	name = filepath.Base(path)
	for _, end := range []string{".txt.gz", ".json.gz", ".txt", ".json"} {
		if name, ok := strings.CutSuffix(name, end); ok {
			return name, true
		}
	}
	return "", false
}
