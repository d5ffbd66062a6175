package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Each side's program is built from its own tree, and a tree that does not build is named.
func TestSidesAreBuilt(t *testing.T) {
	s := &sides{Guard: &Guard{}, ctx: t.Context(), temp: t.TempDir()}
	write := func(side int, source string) {
		t.Helper()
		folder := filepath.Join(s.roots[side], "cmd", "slidebench")
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for path, text := range map[string]string{filepath.Join(s.roots[side], "go.mod"): "module m\n", filepath.Join(folder, "main.go"): source} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for side := range s.roots {
		s.roots[side] = t.TempDir()
		write(side, fmt.Sprintf("package main\n\nfunc main() { print(%d) }\n", side))
	}
	programs, err := s.build(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(programs[0]) != len(programs[1]) {
		t.Errorf("names of different lengths: %q", programs)
	}
	for side, program := range programs {
		if said, err := exec.Command(program).CombinedOutput(); err != nil || string(said) != fmt.Sprint(side) {
			t.Errorf("side %d: %q, %v", side, said, err)
		}
	}
	write(1, "package main\n")
	if _, err := s.build(2); err == nil || !strings.Contains(err.Error(), s.roots[1]) {
		t.Errorf("%v, want an error that names %s", err, s.roots[1])
	}
}
