package results_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/slidebench/slidebench/internal/slidebench"
)

// Importing one technique downloads at most 4 MB, as results/ is a module of its own.
func TestModuleIsLightToDownload(t *testing.T) {
	const most = 4_000_000
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if top, err := exec.Command("git", "-C", root, "rev-parse", "--show-toplevel").Output(); err != nil || strings.TrimSpace(string(top)) != root {
		t.Skip("no checkout to make a zip of")
	}
	if info, err := os.Stat(filepath.Join(root, ".git")); err != nil || !info.IsDir() {
		t.Skip("zip knows no worktree of git, only a clone")
	}
	var size counter
	if err := zip.CreateFromVCS(&size, module.Version{Path: slidebench.Module, Version: "v0.0.1"}, root, "HEAD", ""); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", size)
	if size == 0 || size > most {
		t.Errorf("the module's zip has %d bytes (want at most %d)", size, most)
	}
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
