package main

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The page of the newest committed file of each machine, which make page writes, stays below 1.5 MB.
func TestPageIsSmall(t *testing.T) {
	tiertest.Slow(t)
	newest := map[string]string{} // names begin with the date
	for _, path := range resultstest.Committed(t, "../../results", "*/*.txt*") {
		newest[filepath.Dir(path)] = max(newest[filepath.Dir(path)], path)
	}
	code, page, stderr := slidebench(t, append([]string{"report", "--format", "html"}, slices.Sorted(maps.Values(newest))...)...)
	if limit := 1500000; code != command.Fine || len(page) > limit {
		t.Errorf("exit %d, %d bytes (want at most %d): %s", code, len(page), limit, stderr)
	}
}
