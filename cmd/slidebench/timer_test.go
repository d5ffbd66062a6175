package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// timed returns the commands that measure; those that write files write them into a folder.
func timed(results string) [][]string {
	quick := []string{"--technique", "classical", "--rounds", "1", "--time", "1ms"}
	raw := filepath.Join(results, "raw.txt")
	return [][]string{
		append([]string{"bench"}, quick...),
		append([]string{"bench", raw}, quick...),
		append([]string{"bench", "--results", results}, quick...),
		{"bench", "--resume", raw},
		append([]string{"recommend"}, quick...),
		{"guard", "--base", "HEAD", "--technique", "classical"},
		{"perft", "--depth", "1"},
	}
}

// If the clock is useless, or the kernel interrupts processes during work, every command that measures says so in one line, and writes nothing.
func TestUselessTimers(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock func() time.Duration // moves in steps of this time, or by this time with each reading
		quota string               // Linux's cpu.max: microseconds of CPU time in each period, and the period
		says  string
	}{
		{"half a millisecond", runtest.InSteps(500 * time.Microsecond), "", "the clock moves in steps of 500µs, and slices of work take from 100µs on: nothing can be measured here (want steps of at most 1µs)"},
		{"15 ms", runtest.InSteps(15 * time.Millisecond), "", "the clock moves in steps of 15ms, "},
		{"3 µs", runtest.InSteps(3 * time.Microsecond), "", "the clock moves in steps of 3µs, "},
		// Between two readings, half of a canary's chain of instructions takes 16,000 cycles.
		{"too fast a processor", runtest.ByReadings(1 /* ns */), "", "canaries see a clock of 16000 GHz, which no processor has (want 0.05 to 12): times mean nothing here"},
		{"too slow a processor", runtest.ByReadings(time.Millisecond), "", "canaries see a clock of 0.016 GHz, which no processor has"},
		{"none", func() time.Duration { return 0 }, "", "the clock stands still"},
		{"half a CPU", runtest.InSteps(1 /* ns: a good clock */), "50000 100000", "a CPU quota of 0.50 CPUs stops this process in the midst of work (want none, or 2 CPUs and more)"},
	} {
		defer machine.Play(c.clock)() // until the end of the test; the next clock replaces it
		if c.quota != "" {
			defer machine.PlaySystem(fstest.MapFS{"proc/self/cgroup": {Data: []byte("0::/pod")}, "sys/fs/cgroup/pod/cpu.max": {Data: []byte(c.quota)}})()
		}
		results := filepath.Join(t.TempDir(), "results")
		for _, args := range timed(results) {
			code, stdout, stderr := slidebench(t, args...)
			if code != cli.Failed || stdout != "" || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: %q: exit %d, %q, %q; want one line with %q", c.name, args, code, stdout, stderr, c.says)
			}
		}
		if _, err := os.Stat(results); err == nil {
			t.Errorf("%s: something is written into the folder of results", c.name)
		}
		// What the machine is can be shown nevertheless.
		if code, stdout, stderr := slidebench(t, "machine"); code != cli.Fine || !strings.Contains(stdout, "timer                ") || !strings.Contains(stdout, c.says) || !strings.Contains(stdout, "\nmachine ") {
			t.Errorf("%s: machine: exit %d, %s%s", c.name, code, stdout, stderr)
		}
		code, stdout, stderr := slidebench(t, "machine", "--format", "json")
		var decoded struct{ Now struct{ Unusable string } }
		if err := json.Unmarshal([]byte(stdout), &decoded); code != cli.Fine || err != nil || !strings.Contains(decoded.Now.Unusable, c.says) {
			t.Errorf("%s: machine: exit %d, %v, %q, %s", c.name, code, err, decoded.Now.Unusable, stderr)
		}
	}
}

// Slices of work that all take the same time are refused as a measurement, however good the clock and the canaries are.
func TestSlicesAlike(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv(runtest.Alike, "1") // measuring processes read a clock by which all slices take as long
	t.Chdir(t.TempDir())         // where nothing can be built
	results := filepath.Join(t.TempDir(), "results")
	for _, args := range [][]string{
		{"bench", "--technique", "classical", "--rounds", "1", "--results", results},
		{"recommend", "--technique", "classical", "--rounds", "1"},
	} {
		code, stdout, stderr := slidebench(t, args...)
		lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
		if last := lines[len(lines)-1]; code != cli.Failed || stdout != "" || !strings.Contains(last, "slices of work all took exactly as long as the same work before") {
			t.Errorf("%q: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(results, "*", "*")); left != nil {
		t.Errorf("something is written: %q", left)
	}
}
