// Package sourcetest makes small source trees for tests of builds, as all techniques would take half a minute to build.
package sourcetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Copy copies the files of this source tree that match patterns into a new tree. In each file it replaces the first occurrence of a text by another. The calling test's
// package must be three folders below the root.
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
