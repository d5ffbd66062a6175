package results_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Every raw file under results/ that git tracks is one that a reader can rely on.
func TestContributed(t *testing.T) {
	tiertest.Slow(t)
	for _, path := range resultstest.Committed(t, "../../results", "*/*.txt*") {
		if _, err := results.Validate(path); err != nil {
			t.Error(err)
		}
	}
}

// What a machine adds to a checkout is at most 500 KB, its pictures included, and so is each experiment in a folder of its own.
func TestContributionIsSmall(t *testing.T) {
	const most = 500_000
	sizes := map[string]int64{}
	for _, pattern := range []string{"*/*", "*/*/*"} {
		for _, path := range resultstest.Committed(t, "../../results", pattern) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			folder := filepath.Dir(path)
			if filepath.Base(folder) == "plots" {
				folder = filepath.Dir(folder)
			}
			sizes[folder] += info.Size()
		}
	}
	for folder, size := range sizes {
		if size > most {
			t.Errorf("%s has %d bytes (want at most %d)", folder, size, most)
		}
	}
}
