package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// What is refused is refused at once: the one line is the first.
func TestRefusedAtOnce(t *testing.T) {
	tiertest.Slow(t)
	results := filepath.Join(t.TempDir(), "results")
	here := synthetic(t, "here.txt", resultstest.Run{})
	for _, c := range []struct {
		says string
		args []string
	}{
		{"no CPU 99 to measure on (have: [", []string{"bench", "--cpu", "99"}},
		{"no CPU 99 to measure on (have: [", []string{"recommend", "--cpu", "99"}},
		{"no CPU 99 to measure on (have: [", []string{"noise", "--cpu", "99"}},
		{"no CPU 99 to measure on (have: [", []string{"curve", "--cpu", "99", "--results", results}},
		{"no CPU 99 to measure on (have: [", []string{"guard", "--base", "HEAD", "--cpu", "99"}},
		{"unknown mode", []string{"bench", "--mode", "speed"}},
		{"unknown technique", []string{"recommend", "--technique", "magik"}},
		{"unknown technique", []string{"curve", "--technique", "magik", "--results", results}},
		{"unknown GOAMD64 level", []string{"bench", "--levels", "v9"}},
		{"unknown feature", []string{"bench", "--without", "sse"}},
		{"exists", []string{"bench", "--technique", "classical", "-o", here}},
		{"unknown git ref", []string{"guard", "--base", "no-such-ref"}},
	} {
		code, stdout, stderr := slidebench(t, c.args...)
		if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "slidebench: ") || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q; want one line with %q", c.args, code, stderr, c.says)
		}
	}
}
