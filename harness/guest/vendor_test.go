package guest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench"
)

// A module whose folder vendor has packages of this one requires it, whatever the user's -mod, and its source is not that folder.
func TestVendored(t *testing.T) {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":             "module example.com/engine\n\ngo 1.26\n\nrequire MODULE v0.0.0\n\nreplace MODULE => ROOT\n",
		"attacks/x.go":       "package attacks\n\nimport _ \"MODULE/board\"\n",
		"vendor/modules.txt": "# MODULE v0.0.0 => ROOT\n## explicit; go 1.26.0\nMODULE/board\n# MODULE => ROOT\n",
		"vendor/" + slidebench.Module + "/board/board.go": "package board\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		text = strings.NewReplacer("MODULE", slidebench.Module, "ROOT", root).Replace(text)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, flags := range []string{"", "-mod=vendor", "-mod=mod"} {
		t.Setenv("GOFLAGS", flags)
		mains, err := modules(t.Context(), dir)
		if err != nil || len(mains) != 1 || mains[0].Path != "example.com/engine" {
			t.Fatalf("%q: the modules are %v, %v", flags, mains, err)
		}
		if source, err := Source(t.Context(), dir, ""); err != nil || source != root {
			t.Errorf("%q: the source is in %q, %v; want %q", flags, source, err, root)
		}
	}
}
