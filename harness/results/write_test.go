package results_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	for _, text := range []string{"first", "second"} {
		if err := results.WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	if err := results.WriteFile(filepath.Join(dir, "missing", "x"), nil); err == nil {
		t.Error("missing folder: no error")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files left, want 1", len(entries))
	}
}

// A link stays one: what it leads to is written.
func TestWriteFileThroughALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := results.WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(target); string(text) != "new" {
		t.Errorf("the link's target holds %q", text)
	}
}
