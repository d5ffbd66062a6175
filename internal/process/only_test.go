package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Only package process starts programs, and only package temporary makes temporary folders, so that Sweep finds all of them. Generators and helpers of tests may do both.
func TestOneWay(t *testing.T) {
	others := regexp.MustCompile(`exec\.Command|os\.StartProcess|os\.MkdirTemp\(""`)
	for _, folder := range []string{"cmd", "magic", "internal"} { // those with commands
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, e fs.DirEntry, err error) error {
			name := filepath.ToSlash(path)
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
}
