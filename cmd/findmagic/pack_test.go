package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/state"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// stored is a complete set as a beginning: searching magics for all squares takes too long for a test.
const stored = "../../blackmagic/factors.csv"

// packs runs pack with a state and returns the record in it.
func packs(t *testing.T, path, args string) *state.Record {
	t.Helper()
	if stdout := fine(t, "pack --state "+path+" "+args); !strings.Contains(stdout, " words after ") {
		t.Errorf("%s: %q", args, stdout)
	}
	text, err := state.Load(path, "pack")
	if err != nil {
		t.Fatal(err)
	}
	r, err := state.ReadRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A second run begins where the first ended, with the first one's --from and its own seed. A third run, with no tries left, changes nothing.
func TestPackGoesOn(t *testing.T) {
	tiertest.Slow(t)
	path := filepath.Join(t.TempDir(), "black.csv")
	first := packs(t, path, "--tries 2 --from "+stored)
	second := packs(t, path, "--tries 5 --seed 3")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if third := packs(t, path, "--tries 5"); third.Tries != 5 || third.Runs != 2 {
		t.Errorf("nothing to do: %d tries, %d runs", third.Tries, third.Runs)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("nothing to do, and another state: %v", err)
	}
	// The record of the stored set is not in the source.
	inherited := regexp.MustCompile("^(findmagic|tries:|runs:|seeds:|CPU seconds:)")
	if first.From != stored || second.From != stored || slices.ContainsFunc(second.Set.Source, inherited.MatchString) {
		t.Errorf("from %q, then %q; source %q", first.From, second.From, second.Set.Source)
	}
	if want := []uint64{1, 3}; first.Seeds != nil || !slices.Equal(second.Seeds, want) {
		t.Errorf("seeds %v, then %v; want none, then %v", first.Seeds, second.Seeds, want)
	}
	if first.Tries != 2 || second.Tries != 5 || second.CPU <= first.CPU {
		t.Errorf("%d tries in %v s, then %d in %v s", first.Tries, first.CPU, second.Tries, second.CPU)
	}
	if first.Runs != 1 || second.Runs != 2 {
		t.Errorf("%d runs, then %d", first.Runs, second.Runs)
	}
	if second.Set.Words() > first.Set.Words() {
		t.Errorf("%d words, then %d", first.Set.Words(), second.Set.Words())
	}
	// The state is a file of magics like any other.
	fine(t, "verify "+path)
}

// A stopped search has saved its beginning, and writes its set if it has one. The end of --time is no error.
func TestPackStopped(t *testing.T) {
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, c := range []struct {
		ctx  context.Context
		args string
		code int
	}{
		{t.Context(), "--time 1ns --from " + stored, cli.Fine},
		{t.Context(), "--time 1ns", cli.No},
		{interrupted, "--from " + stored, cli.No},
		{interrupted, "", cli.No},
	} {
		path := filepath.Join(t.TempDir(), "black.csv")
		code, stdout, stderr := tryIn(c.ctx, "pack --state "+path+" "+c.args)
		if shown := stdout != ""; code != c.code || shown != strings.Contains(c.args, stored) {
			t.Errorf("%q: exit %d, %s%s, want %d", c.args, code, stdout, stderr, c.code)
		}
		text, err := state.Load(path, "pack")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := state.ReadRecord(text); err != nil {
			t.Error(err)
		}
	}
}

// Wrong flags, files that are no states, and states of other searches are errors of one line. black is the state of a search with the flags' defaults.
func TestPackRefuses(t *testing.T) {
	tiertest.Slow(t)
	dir := t.TempDir()
	black := filepath.Join(dir, "black.csv")
	packs(t, black, "--tries 1 --from "+stored)
	text, err := os.ReadFile(black)
	if err != nil {
		t.Fatal(err)
	}
	damaged := temporary(t, "damaged.csv", string(text[:len(text)/2]))
	for _, c := range []struct{ args, want string }{
		{"", "state"},
		{"--state " + black + " --form white", "findmagic pack --form black --shift fixed (want findmagic pack --form white --shift fixed)"},
		{"--state " + black + " --shift variable", "(want findmagic pack --form black --shift variable)"},
		{"--state " + damaged, "checksum"},
		{"--state ../../fancymagic/dense/factors.csv", "first line of a state"},
		{"--state " + filepath.Join(dir, "none", "x"), "no such file"},
		{"--state " + filepath.Join(dir, "x") + " --from none.csv", "none.csv"},
		{"--state " + filepath.Join(dir, "x") + " --form 32bit", "want white or black"},
		{"--state " + filepath.Join(dir, "x") + " --shift any", "want fixed or variable"},
		{"--state " + filepath.Join(dir, "x") + " --tries -1", "--tries -1 (want at least 1)"},
		{"--state " + filepath.Join(dir, "x") + " --tries 0", "--tries 0 (want at least 1)"},
		{"--state= --tries 1", "--state: want a file"},
		{"--state " + filepath.Join(dir, "x") + " --time -1s", "--time -1s (want at least 0)"},
	} {
		refuses(t, "pack "+c.args, c.want)
	}
}
