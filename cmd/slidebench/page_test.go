package main

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/internal/tracked"
)

// The page of the newest committed file of each machine, which make page writes, stays below 1.5 MB.
func TestPageIsSmall(t *testing.T) {
	tiertest.Slow(t)
	paths, err := tracked.Glob("../../results/*/*.txt*")
	if err != nil {
		t.Fatal(err)
	}
	newest := map[string]string{} // names begin with the date
	for _, path := range paths {
		newest[filepath.Dir(path)] = max(newest[filepath.Dir(path)], path)
	}
	if len(newest) == 0 {
		t.Skip("no committed results")
	}
	code, page, stderr := slidebench(t, append([]string{"report", "--format", "html"}, slices.Sorted(maps.Values(newest))...)...)
	if limit := 1500000; code != exitFine || len(page) > limit {
		t.Errorf("exit %d, %d bytes (want at most %d): %s", code, len(page), limit, stderr)
	}
}
