package resultstest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/tracked"
)

// Committed returns the files in the folder of results that match a pattern and that git tracks; finding none fails the test. It skips the test where the folder is
// missing beside go.mod, as in a module that go get has downloaded.
func Committed(t testing.TB, folder, pattern string) []string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(filepath.Dir(folder), "go.mod")); err != nil {
		t.Fatalf("%s is not the folder of results: %v", folder, err)
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no folder results/ here: it is a module of its own, which a checkout has and a download does not")
	}
	files, err := tracked.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files results/%s that git tracks (%v)", pattern, err)
	}
	return files
}

// Published reports whether a raw file that git tracks under a folder of results has a value of a technique. Until a file has, tests allow the technique to lack a twin
// in C and a board in its package comment.
func Published(folder, technique string) bool {
	files, err := tracked.Glob(filepath.Join(folder, "*", "*.txt*"))
	if err != nil {
		return false
	}
	for _, file := range files {
		text, err := results.ReadText(file)
		if err == nil && bytes.Contains(text, []byte("/technique="+technique+"/")) {
			return true
		}
	}
	return false
}
