package state_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/state"
)

// must fails the test if there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const twoLines = "one\ntwo\n"

// saved returns the path of a state of the kind "search" whose text is twoLines.
func saved(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.state")
	must(t, state.Save(path, "search", []byte(twoLines)))
	return path
}

func TestLoadReturnsWhatWasSaved(t *testing.T) {
	path := saved(t)
	for _, want := range []string{twoLines, "", "no end of line", "\n\n"} {
		must(t, state.Save(path, "search", []byte(want)))
		if got, err := state.Load(path, "search"); err != nil || string(got) != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if _, err := state.Load(path+"x", "search"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no state: %v", err)
	}
}

// A state that is cut off after any byte, or that has any bit changed or anything added, is not loaded.
func TestLoadRefusesDamage(t *testing.T) {
	path := saved(t)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := map[string]string{}
	for cut := range file {
		damage[fmt.Sprintf("first %d bytes", cut)] = string(file[:cut])
		for bit := range 8 {
			flipped := bytes.Clone(file)
			flipped[cut] ^= 1 << bit
			damage[fmt.Sprintf("byte %d, bit %d", cut, bit)] = string(flipped)
		}
	}
	damage["one line more"] = string(file) + "three\n"
	damage["zeros at the end"] = string(file) + "\x00"
	for name, damaged := range damage {
		must(t, os.WriteFile(path, []byte(damaged), 0o644))
		if got, err := state.Load(path, "search"); err == nil || !strings.HasPrefix(err.Error(), path+": line 1: ") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestLoadRefusesOtherKindsAndVersions(t *testing.T) {
	path := saved(t)
	if _, err := state.Load(path, "pack"); err == nil || !strings.Contains(err.Error(), "the state of a search, want that of a pack") {
		t.Errorf("other kind: %v", err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	must(t, os.WriteFile(path, bytes.Replace(file, []byte("version 1"), []byte("version 9"), 1), 0o644))
	if _, err := state.Load(path, "search"); err == nil || !strings.Contains(err.Error(), "version 9, want 1") {
		t.Errorf("other version: %v", err)
	}
}
