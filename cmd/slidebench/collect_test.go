package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/command"
)

// measuredTwice writes a good run of machine m and a second one into the folder measured of a directory.
func measuredTwice(t *testing.T, dir string, second resultstest.Run) {
	t.Helper()
	for day, r := range []resultstest.Run{{}, second} {
		r.Machine, r.Rounds, r.Levels, r.Engine = "m", 8, []string{"v3"}, true
		r.Techniques = []string{"fancymagic", "fancymagic-again", "magic", "classical", "noop", "load", "walk"}
		name := filepath.Join(dir, "measured", "m", "2026-01-0"+string(rune('1'+day))+"T000000Z-0123456789ab")
		write(t, name+".txt", r.String())
		write(t, name+".json", `{"commit": "0123456789ab", "started": "2026-01-0`+string(rune('1'+day))+`T00:00:00Z", "finished": "2026-01-03T00:00:00Z"}`)
	}
}

func TestCollect(t *testing.T) {
	t.Chdir(t.TempDir())
	const first, second = "measured/m/2026-01-01T000000Z-0123456789ab", "measured/m/2026-01-02T000000Z-0123456789ab"
	replace := func(path, old, by string) func() {
		return func() {
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatal(path, err)
			}
			write(t, path, strings.ReplaceAll(string(text), old, by))
		}
	}
	for name, c := range map[string]struct {
		second resultstest.Run
		spoil  func()
		code   int
		says   string
	}{
		"good":      {},
		"apart":     {resultstest.Run{Cost: map[string]float64{"magic": 1.5}}, nil, command.No, "differ in"},
		"dirty":     {spoil: replace(second+".json", `{`, `{"dirty": true, `), code: command.No, says: "measured from a dirty tree"},
		"stopped":   {spoil: replace(second+".json", `"finished"`, `"ended"`), code: command.No, says: "stopped before its end"},
		"no commit": {spoil: replace(second+".json", `"commit"`, `"c"`), code: command.No, says: "want the commit in"},
		"unnamed":   {spoil: replace(first+".txt", "\ncpu: ", "\ncpu: unknown\nbrand: "), code: command.No, says: "the processor is unknown"},
		"once":      {spoil: func() { os.Remove(first + ".txt") }, code: command.No, says: "only one good run"},
		"none":      {spoil: func() { os.RemoveAll("measured/m") }, code: command.Failed, says: "no raw files in"},
		"exists":    {spoil: func() { write(t, "results/m/"+filepath.Base(second)+".txt", "x") }, code: command.Failed, says: "exists, and differs from"},
	} {
		os.RemoveAll("measured")
		os.RemoveAll("results")
		c.second.Seed = 2
		measuredTwice(t, ".", c.second)
		if c.spoil != nil {
			c.spoil()
		}
		code, stdout, stderr := slidebench(t, "collect", "measured", "--results", "results")
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, %q; want %d, %q", name, code, stderr, c.code, c.says)
		}
		taken := "results/m/" + filepath.Base(second) + ".txt\n"
		if _, err := os.Stat(strings.TrimSpace(taken)); (stdout == taken && err == nil) != (c.code == command.Fine) {
			t.Errorf("%s: took %q, %v", name, stdout, err)
		}
	}
}
