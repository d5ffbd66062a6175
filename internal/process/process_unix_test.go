//go:build unix

package process

import (
	"slices"
	"testing"
)

// Without a shell, a line is split into words, unless it has characters that only a shell can interpret.
func TestWithoutShell(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for line, want := range map[string][]string{
		"./engine  bench 13":        {"./engine", "bench", "13"},
		"./engine 'two words'":      {"sh", "-c", "exec ./engine 'two words'"},
		"./engine $DEPTH":           {"sh", "-c", "exec ./engine $DEPTH"},
		"./engine bench > /x":       {"sh", "-c", "exec ./engine bench > /x"},
		"./engine *.epd":            {"sh", "-c", "exec ./engine *.epd"},
		"./engine a\\ b | ./filter": {"sh", "-c", "exec ./engine a\\ b | ./filter"},
	} {
		if got := shell(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q (want %q)", line, got, want)
		}
	}
}
