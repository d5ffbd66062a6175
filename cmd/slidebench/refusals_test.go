package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Commands refuse wrong arguments before anything else: the refusal is their first line.
func TestRefusedAtOnce(t *testing.T) {
	tiertest.Slow(t)
	here := synthetic(t, "here.txt", resultstest.Run{})
	for _, c := range []struct {
		says string
		args []string
	}{
		{"no CPU 99 to measure on (have: [", []string{"bench", "--cpu", "99"}},
		{"no CPU 99 to measure on (have: [", []string{"recommend", "--cpu", "99"}},
		{"no CPU 99 to measure on (have: [", []string{"guard", "--base", "HEAD", "--cpu", "99"}},
		{"unknown mode", []string{"bench", "--mode", "speed"}},
		{"unknown technique", []string{"recommend", "--technique", "magik"}},
		{"no CPU 99 to measure on (have: [", []string{"engines", "--base", "a", "--head", "b", "--cpu", "99"}},
		{`unknown format "xml" (want benchstat, bmf, json, markdown, text)`, []string{"engines", "--base", "a", "--head", "b", "--format", "xml"}},
		{"measurements; is the name", []string{"engines", "--base", "a", "--head", "b", "--svg", here}},
		{"no such file or directory", []string{"engines", "--base", "a", "--head", "b", "--svg", "nowhere/rounds.svg"}},
		{"positions nowhere.epd: ", []string{"engines", "--base", "a", "--head", "b", "--go", "go depth 1", "--positions", "nowhere.epd"}},
		{`unknown format "md" (want bmf, markdown, text)`, []string{"guard", "--base", "a", "--format", "md"}},
		{`bad interval "wide" (want a percentage`, []string{"engines", "--base", "a", "--head", "b", "--within", "wide"}},
		{"an interval of 0 %", []string{"engines", "--base", "a", "--head", "b", "--within", "0"}},
		{"a timeout of 0s", []string{"engines", "--base", "a", "--head", "b", "--timeout", "0s"}},
		{"engine 2: no command", []string{"engines", "--base", "a", "--head", ""}},
		{`unknown build "v9"`, []string{"bench", "--build", "v9"}},
		{"unknown feature", []string{"bench", "--without", "sse"}},
		{"no build in Go among c-gcc", []string{"recommend", "--build", "c-gcc"}},
		{"exists", []string{"bench", "--technique", "classical", "-o", here}},
		{"unknown git ref", []string{"guard", "--base", "no-such-ref"}},
		{"--init tells about your lookups (want --package or --source beside it)", []string{"bench", "--init", "fill", "--command", "./attacks"}},
		{"--rook tells about your lookups (want --package, or one --source, beside it)", []string{"recommend", "--rook", "RookAttacks"}},
		{`--command "" (want a command`, []string{"verify", "--command", ""}},
		{`ends before it writes the line "ready": `, []string{"verify", "--command", "no-such-program"}},
		{"no build that you name measures mine (want one of --build: command)", []string{"bench", "--command", "mine=./mine"}},
		{"no build that you name measures mine (want one of --build: command)", []string{"guard", "--base", "HEAD", "--command", "mine=./mine", "--build", "v1"}},
		{"--args tells about your lookups (want --package or --source beside it)", []string{"verify", "--args", "occ,sq"}},
	} {
		code, stdout, stderr := slidebench(t, c.args...)
		if code != cli.Failed || stdout != "" || !strings.HasPrefix(stderr, "slidebench: ") || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q; want one line with %q", c.args, code, stderr, c.says)
		}
	}
}

// Builds that are impossible here are refused before the proof of the lookups, which are wrong in this test.
func TestRefusedBeforeTheProof(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "attacks.c", "unsigned long rook(int sq, unsigned long occ) { return occ; }\n")
	old := write(t, filepath.Join(dir, "go"), "#!/bin/sh\necho go version go1.20 linux/amd64\n")
	if err := os.Chmod(old, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GO", old)
	code, _, stderr := slidebench(t, "bench", "--source", "mine=attacks.c:rook")
	if code != cli.Failed || !strings.Contains(stderr, "go is too old to build with: go1.20") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, %q", code, stderr)
	}
}

// If no programs can be built here, commands that need them say so first.
func TestNowhereToBuild(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs TMPDIR")
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	for _, args := range [][]string{
		{"bench", "--build", "main"}, {"recommend"}, {"guard", "--base", "HEAD"}, {"perft", "--technique", "classical"}, {"verify", "--build", "all"}, {"bench", "--command", "cat", "--build", "command"},
	} {
		code, stdout, stderr := slidebench(t, args...)
		if code != cli.Failed || stdout != "" || !strings.HasSuffix(stderr, "by TMPDIR)\n") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %q, %q; want one line about TMPDIR", args, code, stdout, stderr)
		}
	}
}

// Without a source tree, bench refuses all builds, with or without the engine, in the words of guard.
func TestBuildsOutside(t *testing.T) {
	tiertest.Slow(t)
	t.Chdir(t.TempDir())
	_, _, guards := slidebench(t, "guard", "--base", "HEAD")
	for _, args := range [][]string{
		{"bench", "--build", "all"}, {"bench", "--build", "all", "--mode", "perft"},
	} {
		code, _, stderr := slidebench(t, args...)
		if code != cli.Failed || stderr != guards || !strings.Contains(stderr, ". is not in a checkout of ") {
			t.Errorf("%q: exit %d, %q; want %q", args, code, stderr, guards)
		}
	}
}
