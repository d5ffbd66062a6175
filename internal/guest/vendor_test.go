package guest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/slidebench"
)

// If a module has packages of slidebench in its folder vendor, its source is that of the version in go.mod, and not that folder, whatever the user's -mod.
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

// A module of the cache, to which nothing can be added, is copied. A copy without a go.mod gets one with the module's path.
func TestAdopted(t *testing.T) {
	old, h := t.TempDir(), &home{root: t.TempDir()}
	if err := write(filepath.Join(old, "attacks", "x.go"), []byte("package attacks\n")); err != nil {
		t.Fatal(err)
	}
	dir, err := h.adopt(module{Path: "old.org/engine", Dir: old}, filepath.Join(old, "attacks"))
	if err != nil || len(h.mains) != 1 || h.mains[0].Path != "old.org/engine" || dir != filepath.Join(h.mains[0].Dir, "attacks") {
		t.Fatalf("%s, %v, %v", dir, h.mains, err)
	}
	for file, want := range map[string]string{filepath.Join(dir, "x.go"): "package attacks\n", filepath.Join(h.mains[0].Dir, "go.mod"): "module old.org/engine\n"} {
		if text, err := os.ReadFile(file); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v; want %q", file, text, err, want)
		}
	}
}

// Without a Go command, lookups in Go are refused by what is missing.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Source(t.Context(), ".", ""); err == nil || !strings.HasPrefix(err.Error(), "no Go to build with: ") {
		t.Error(err)
	}
}
