package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Only package process starts programs, and only package temporary makes temporary folders, so that Sweep finds all of them. Generators (folders gen and record) and helpers of
// tests (tablestest and testdata) may do both, and so may the tools of CI, in a hidden folder.
func TestOneWay(t *testing.T) {
	others := regexp.MustCompile(`exec\.Command|os\.StartProcess|os\.MkdirTemp\(""`)
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name := filepath.ToSlash(path)
		if err == nil && e.IsDir() && path != root && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(name, "internal/process/") || strings.Contains(name, "internal/temporary/") || strings.Contains(name, "internal/record/") || strings.Contains(name, "internal/gen/") || strings.Contains(name, "internal/tablestest/") || strings.Contains(name, "testdata/") {
			return err
		}
		text, err := os.ReadFile(path)
		if found := others.Find(text); found != nil {
			t.Errorf("%s has %s (want package process, or temporary)", path, found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
