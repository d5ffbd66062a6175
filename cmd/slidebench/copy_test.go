package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
)

// copy replaces a copy that somebody has changed only with --force.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/engine\n")
	into := filepath.Join(dir, "attacks")
	path := filepath.Join(into, "pext", "pext.go")
	args := []string{"copy", "pext", "-o", into}
	for range 2 { // at first into nothing, then over its own copy
		code, stdout, stderr := slidebench(t, args...)
		if code != cli.Fine || !strings.HasPrefix(stdout, path+"\n") || !strings.Contains(stdout, ".s\n") || !strings.Contains(stderr, "golang.org/x/sys/cpu") {
			t.Errorf("exit %d, %q, %q", code, stdout, stderr)
		}
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "package mine\n")
	if code, _, stderr := slidebench(t, args...); code != cli.Failed || !strings.Contains(stderr, "--force") {
		t.Errorf("over a changed file: exit %d, %q", code, stderr)
	}
	if text, _ := os.ReadFile(path); string(text) != "package mine\n" {
		t.Error("a changed file is replaced")
	}
	if code, _, stderr := slidebench(t, append(args, "--force")...); code != cli.Fine {
		t.Errorf("by force: exit %d, %q", code, stderr)
	}
	if text, _ := os.ReadFile(path); string(text) != string(first) {
		t.Error("a file that is replaced by force differs from the first one")
	}
	if !strings.Contains(string(first), `"example.com/engine/attacks/board"`) {
		t.Errorf("the import path does not follow from go.mod:\n%.2000s", first)
	}
	if code, stdout, stderr := slidebench(t, "copy", "fancymagic", "-o", into); code != cli.Fine || !strings.Contains(stdout, "board.go\n") || stderr != "" {
		t.Errorf("beside another technique: exit %d, %q, %q", code, stdout, stderr)
	}
}

// copy never writes through a link out of its folder, nor into a pipe; and two processes never write into one folder.
func TestCopyStaysInItsFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "outside/magic.h", "")
	for folder, prepare := range map[string]func() error{
		"a link":   func() error { return os.Symlink("../outside/magic.h", "a link/magic.h") },
		"dangling": func() error { return os.Symlink("../outside/none", "dangling/magic.h") },
		"a pipe":   func() error { return exec.Command("mkfifo", "a pipe/magic.h").Run() },
		"being written": func() error {
			f, err := os.Open("being written")
			if err == nil {
				t.Cleanup(func() { f.Close() })
				err = atomicfile.Hold(f)
			}
			return err
		},
	} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := prepare(); err != nil {
			t.Logf("no %s here: %v", folder, err)
			continue
		}
		for _, flags := range [][]string{nil, {"--force"}} {
			args := append([]string{"copy", "magic", "--lang", "c", "-o", folder}, flags...)
			if code, out, stderr := slidebench(t, args...); code != 2 || out != "" || !strings.Contains(stderr, folder) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("exit %d: %q, %q, want a line about %s", code, out, stderr, folder)
			}
		}
	}
	if left, err := os.ReadDir("outside"); err != nil || len(left) != 1 {
		t.Errorf("outside are %v, %v", left, err)
	}
	if text, err := os.ReadFile("outside/magic.h"); err != nil || len(text) > 0 {
		t.Errorf("a file outside is written, %v", err)
	}
}
