// Package sourcetest makes small source trees for tests: a build takes what it finds there, and all techniques take half a minute.
package sourcetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Copy makes a source tree of the files of this one that match patterns, with one text in them replaced by another. It is called in a package three
// folders below the root.
func Copy(t testing.TB, old, new string, patterns ...string) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, pattern := range patterns {
		paths, err := filepath.Glob("../../../" + pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no files %s (%v)", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			copied := filepath.Join(root, strings.TrimPrefix(filepath.ToSlash(path), "../../../"))
			if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(copied, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}
