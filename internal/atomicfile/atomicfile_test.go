package atomicfile_test

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/atomicfile"
)

// must ends the test at an error. Tests of locks use it and names, too.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// names returns the names of the files in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Write replaces a file's text and leaves no temporary file.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	for _, text := range []string{"first, which is longer", "second"} {
		must(t, atomicfile.Write(path, []byte(text)))
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	if err := atomicfile.Write(filepath.Join(dir, "missing", "x"), nil); err == nil {
		t.Error("missing folder: no error")
	}
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("left: %q, want one file", left)
	}
}

// A reader that has the old file open goes on reading the old text: the file is replaced, not written over.
func TestWriteReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	must(t, atomicfile.Write(path, []byte("old")))
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := atomicfile.Write(path, []byte("new")); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("an open file cannot be replaced here: ", err)
		}
		t.Fatal(err)
	}
	text := make([]byte, 3)
	if _, err := reader.Read(text); err != nil || string(text) != "old" {
		t.Errorf("the reader of the old file reads %q, %v", text, err)
	}
}

// The new file has the permissions of the old one.
func TestWriteKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	must(t, atomicfile.Write(path, []byte("new")))
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want -rw-------", info.Mode(), err)
	}
}

// Check returns an error for a folder in which no file can be made, even for root, to whom permissions allow all.
func TestCheckTriesTheFolder(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Check("/proc/x"); err == nil {
		t.Error("/proc/x: no error")
	}
}

// Writing to a link writes the file to which it leads, and the link stays.
func TestWriteThroughALink(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, old string }{{"there", "old"}, {"dangling", ""}} {
		target, link := filepath.Join(dir, c.name), filepath.Join(dir, c.name+".link")
		if c.old != "" {
			must(t, os.WriteFile(target, []byte(c.old), 0o644))
		}
		if err := os.Symlink(target, link); err != nil {
			t.Skip(err)
		}
		must(t, atomicfile.Write(link, []byte("new")))
		if text, _ := os.ReadFile(target); string(text) != "new" {
			t.Errorf("%s: the link's target holds %q", c.name, text)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s: no link any more: %v, %v", c.name, info, err)
		}
	}
}

// Pipes and sockets are errors at once; nothing waits for a reader of the pipe. Character devices are none.
func TestSpecial(t *testing.T) {
	dir := t.TempDir()
	pipe, socket, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket"), filepath.Join(dir, "link")
	if said, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skip(err, string(said))
	}
	listener, err := net.Listen("unix", socket)
	must(t, err)
	defer listener.Close()
	must(t, os.Symlink(pipe, link))
	for path, want := range map[string]string{pipe: "a pipe (want a file)", link: "a pipe (want a file)", socket: "a socket (want a file)"} {
		for name, err := range map[string]error{
			"Write": atomicfile.Write(path, []byte("x")), "Check": atomicfile.Check(path), "RefuseOverwrite": atomicfile.RefuseOverwrite(path, nil),
		} {
			if err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s of %s: %v, want %q", name, path, err, want)
			}
		}
	}
	for _, path := range []string{"/dev/null", "/dev/stdout"} {
		any := func([]byte) bool { return true } // standard output may be a file with text
		if err := errors.Join(atomicfile.Check(path), atomicfile.RefuseOverwrite(path, any)); err != nil {
			t.Error(err)
		}
	}
}

// Write writes to /dev/stdout even if that is a pipe.
func TestWriteToStandardOutput(t *testing.T) {
	if os.Getenv("SLIDEBENCH_TEST_STDOUT") != "" { // in the process that this test starts
		must(t, errors.Join(atomicfile.Check("/dev/stdout"), atomicfile.Write("/dev/stdout", []byte("written\n"))))
		return
	}
	if _, err := os.Stat("/dev/stdout"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriteToStandardOutput$")
	cmd.Env = append(os.Environ(), "SLIDEBENCH_TEST_STDOUT=1")
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "written\n") {
		t.Errorf("%q, %v", out, err)
	}
}

// Below refuses names that lead out of the folder or end at a link.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "folder", "file"), nil, 0o666))
	for link, to := range map[string]string{"away": t.TempDir(), "dangling": "none", "folder/link": "file"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for name, fine := range map[string]bool{
		"new": true, "folder/file": true, "folder/new": true, "new/new": true, "away/x": false, "dangling": false, "folder/link": false, "away": false,
	} {
		if err := atomicfile.Below(dir, name); (err == nil) != fine {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An error of a device that Write writes to directly is returned.
func TestWriteToADevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write("/dev/full", []byte("x")); err == nil {
		t.Error("a full device: no error")
	}
}

// Check refuses paths to which Write could not write, and leaves no file.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"fine": 0o644, "read-only": 0o444} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, mode))
	}
	for name, want := range map[string]string{
		"fine": "", "new": "", "read-only": "read-only", ".": "a folder (want a file)", "none/x": "no such file", "fine/x": "not a directory",
	} {
		err := atomicfile.Check(filepath.Join(dir, name))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if left := names(t, dir); len(left) != 2 {
		t.Errorf("left: %q", left)
	}
}

// Clean removes only the temporary files of its path: .x-2-1.tmp is of a file x-2, and the names that follow it are no temporary names.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"x", "y", ".x-1.tmp", ".x-22.tmp", ".y-1.tmp", ".x-2-1.tmp", ".x-.tmp", ".x-1", "x-1.tmp"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	must(t, atomicfile.Clean(filepath.Join(dir, "x")))
	if left := names(t, dir); len(left) != 7 {
		t.Errorf("left: %q, want all but .x-1.tmp and .x-22.tmp", left)
	}
}

// RefuseOverwrite allows replacing texts that are ours, and names the kind of any other text.
func TestRefuseOverwrite(t *testing.T) {
	dir := t.TempDir()
	ours := func(text []byte) bool { return string(text) == "ours" }
	for text, want := range map[string]string{
		"": "", "ours": "",
		"goos: linux\n":                          "which holds measurements; is the name behind -o missing? (--force",
		"cpu: x\nBenchmarkAttacks/x 1 2 ns/op\n": "which holds measurements",
		"{\n  \"commit\": \"1\"}":                "which holds the record of measurements",
		"# findmagic pack, version 1, sha256":    "which holds the state of a search",
		"# x\npiece,square,factor\n":             "which holds a set of factors",
		`{"entries": [{"factor": "0x1"}]}`:       "which holds a set of factors",
		"int main;":                              "which holds another text than such a command writes (--force replaces it)",
		"\x89PNG":                                "which holds another text",
	} {
		path := filepath.Join(dir, "x")
		must(t, os.WriteFile(path, []byte(text), 0o644))
		err := atomicfile.RefuseOverwrite(path, ours)
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "refusing to write over "+path)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, path := range []string{filepath.Join(dir, "none"), dir, os.DevNull} {
		if err := atomicfile.RefuseOverwrite(path, ours); err != nil {
			t.Error(err)
		}
	}
}
