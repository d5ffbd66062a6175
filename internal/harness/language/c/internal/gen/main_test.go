package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The generated files in the tree are those that the program writes now.
func TestUpToDate(t *testing.T) {
	files, err := generate("../../../../../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 { // the tree has 21 today: fewer mean that generate has not seen all folders
		t.Errorf("%d files, want at least 20", len(files))
	}
	for path, text := range files {
		if old, err := os.ReadFile(path); err != nil || !bytes.Equal(old, text) {
			t.Errorf("%s is not what go generate ./internal/harness/language/c writes (%v)", path, err)
		}
	}
}

// Values without a spelling in C, a string and a number that is unknown before the program runs, are an error that names their variable.
func TestHeaderRefuses(t *testing.T) {
	for source, want := range map[string]string{
		"package x\n\nvar names = [2]string{\"a\", \"b\"}\n": "names",
		"package x\n\nvar numbers = [1]uint64{f()}\n":        "numbers",
	} {
		path := t.TempDir() + "/factors.go"
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := header("x", strings.TrimSuffix(path, "/factors.go"), []string{path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %s", source, err, text)
		}
	}
}
