package overlay_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/overlay"
)

// Write writes the given files; in a second pass, when the tree has an overlay of its own, that overlay's files, too.
func TestWrite(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(t.TempDir(), "overlay.json")
	wants := []string{`"/x/new.go":"/y"`}
	for range 2 {
		if err := overlay.Write(file, root, map[string]string{"/x/new.go": "/y"}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %s", text, want)
			}
		}
		if has := len(wants) > 1; has != (overlay.Of(root) != "") {
			t.Errorf("the tree's own overlay is %q", overlay.Of(root))
		}
		if err := overlay.WriteOf(root, map[string]string{"/x/own.go": "/z"}); err != nil {
			t.Fatal(err)
		}
		wants = append(wants, `"/x/own.go":"/z"`) // from now on
	}
}
