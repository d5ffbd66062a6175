package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The page of 20 machines is below 1.5 MB, by the committed files of machines without hidden features.
func TestPageIsSmall(t *testing.T) {
	tiertest.Long(t)
	files := slices.DeleteFunc(resultstest.Committed(t, "../../results", "*/*.txt.gz"), func(path string) bool { return strings.Contains(path, "-without-") })
	size := func(files []string) int {
		code, page, stderr := slidebench(t, append([]string{"report", "--format", "html"}, files...)...)
		if code != cli.Fine {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		return len(page)
	}
	one := size(files[:1])
	more := (size(files) - one) / (len(files) - 1)
	if limit, all := 1500000, one+19*more; more < 1000 || all > limit {
		t.Errorf("one machine %d bytes, each other %d: %d (want at most %d)", one, more, all, limit)
	}
}
