package tracked

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/gitcmd"
)

// write makes empty files, with their folders, in a new folder.
func write(t *testing.T, names ...string) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// git runs git and skips the test where there is none.
func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git: ", err)
	}
	if out, err := gitcmd.Inside(folder, args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// found returns the names that Glob finds, relative to root and with slashes.
func found(t *testing.T, root, pattern string) (names []string) {
	t.Helper()
	paths, err := Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

// Glob returns all files outside of a checkout, and only tracked files in one.
func TestGlob(t *testing.T) {
	root := write(t, "go.mod", "results/a/1.txt", "results/a/2.txt", "results/b/1.txt")
	all := []string{"results/a/1.txt", "results/a/2.txt", "results/b/1.txt"}
	if got := found(t, root, "results/*/*.txt"); !slices.Equal(got, all) {
		t.Errorf("outside a checkout: %v, want %v", got, all)
	}
	git(t, root, "init", "--quiet")
	git(t, root, "add", "results/a/1.txt")
	if got := found(t, root, "results/*/*.txt"); !slices.Equal(got, all) {
		t.Errorf("in a checkout of something else: %v, want %v", got, all)
	}
	git(t, root, "add", "go.mod")
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"results/*/*.txt", []string{"results/a/1.txt"}},
		{"results/a/1.txt", []string{"results/a/1.txt"}},
		{"results/a/2.txt", nil},
		{"results/b/*.txt", nil},
		{"results/c/*.txt", nil},
	} {
		if got := found(t, root, c.pattern); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.pattern, got, c.want)
		}
	}
	// A relative pattern gives relative paths.
	t.Chdir(filepath.Join(root, "results", "b"))
	if got, err := Glob(filepath.Join("..", "*", "*.txt")); err != nil || !slices.Equal(got, []string{filepath.Join("..", "a", "1.txt")}) {
		t.Errorf("from another folder: %v, %v", got, err)
	}
	// A file that is tracked and missing is not found.
	if err := os.Remove(filepath.Join(root, "results", "a", "1.txt")); err != nil {
		t.Fatal(err)
	}
	if got := found(t, root, "results/*/*.txt"); got != nil {
		t.Errorf("after removal: %v, want none", got)
	}
}

// A bad pattern is an error.
func TestGlobErrors(t *testing.T) {
	if _, err := Glob("["); err == nil {
		t.Error("a damaged pattern is no error")
	}
}
