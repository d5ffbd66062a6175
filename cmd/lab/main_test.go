package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// TestMain lets the test binary serve as the measuring process, too.
func TestMain(m *testing.M) { runtest.Main(m) }

// lab runs the command with some arguments, and returns its exit status and output.
func lab(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, talk bytes.Buffer
	code = cli.Execute(t.Context(), rootCommand(), args, strings.NewReader(""), &out, &talk)
	return code, out.String(), talk.String()
}

// refuses checks that a command refuses its arguments, for a reason in one line.
func refuses(t *testing.T, says string, args ...string) {
	t.Helper()
	code, stdout, stderr := lab(t, args...)
	if code != cli.Failed || stdout != "" || !strings.HasPrefix(stderr, "lab: ") || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%q: exit %d, %q, %q; want one line with %q", args, code, stdout, stderr, says)
	}
}

// The examples in the help work. pages has its own test in package pages, and the hidden command, which measures for others, has no example.
func TestExamples(t *testing.T) {
	tiertest.Long(t)
	t.Chdir("../..")
	for _, c := range rootCommand().Commands() {
		if c.Hidden || c.Name() == "pages" {
			continue
		}
		args := strings.Fields(c.Example)
		if code, _, stderr := lab(t, args[1:]...); code != cli.Fine {
			t.Errorf("%q: exit %d: %s", c.Example, code, stderr)
		}
	}
}

// Impossible arguments are refused at once, in one line, and no file is overwritten.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	here := filepath.Join(dir, machine.Detect().Slug())
	if err := os.Mkdir(here, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"guards.csv": "found\n", "noise.md": "# My own\n", "slices.csv.gz": "my own\n"} { // which lab has not written
		if err := os.WriteFile(filepath.Join(here, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	refuses(t, "-1 guards (want 0 or more)", "rehearse", "--guards", "-1", "--results", dir)
	refuses(t, `required flag(s) "results" not set`, "rehearse")
	refuses(t, "guards.csv: want a first line", "rehearse", "--results", dir)
	refuses(t, "unknown technique", "rehearse", "--reference", "magik", "--results", dir)
	refuses(t, "no CPU 4096 to measure on (have: [", "rehearse", "--cpu", "4096", "--results", dir)
	refuses(t, "no CPU 4096 to measure on (have: [", "noise", "--cpu", "4096")
	refuses(t, "0 rounds", "noise", "--rounds", "0")
	refuses(t, "noise.md, which holds another text than such a command writes (--force replaces it)", "noise", "--results", dir)
	refuses(t, "unknown command", "curve")
	t.Chdir(t.TempDir())
	refuses(t, ". is not in a checkout of ", "pages")
}

// On machines whose clock is useless, lab measures and writes nothing.
func TestUselessTimers(t *testing.T) {
	defer machine.Play(runtest.InSteps(500 * time.Microsecond))()
	results := filepath.Join(t.TempDir(), "results")
	const says = "the clock moves in steps of 500µs, "
	refuses(t, says, "noise", "--rounds", "1", "--results", results)
	refuses(t, says, "rehearse", "--guards", "1", "--results", results)
	if _, err := os.Stat(results); err == nil {
		t.Error("something is written into the folder of results")
	}
}

// Slices of work that all take the same time are refused as a measurement.
func TestSlicesAlike(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv(runtest.Alike, "1") // measuring processes read a clock by which all slices take as long
	results := filepath.Join(t.TempDir(), "results")
	code, stdout, stderr := lab(t, "noise", "--rounds", "1", "--results", results)
	if code != cli.Failed || stdout != "" || !strings.Contains(stderr, "slices of work all took exactly as long as the same work before") {
		t.Error(fmt.Sprint("exit ", code), stdout, stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(results, "*", "*")); left != nil {
		t.Errorf("something is written: %q", left)
	}
}
