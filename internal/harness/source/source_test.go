package source

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// fakeGo puts a go command first in PATH that prints a version and fails otherwise.
func fakeGo(t *testing.T, version string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\ntest \"$1\" = version && echo 'go version %s linux/amd64' && exit\necho 'flag provided but not defined: -pgo' >&2\nexit 2\n", version)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GO", "go")
}

// Builds and make refuse a go command older than 1.21. They name its version and the needed version, in place of its own complaints.
func TestOldGo(t *testing.T) {
	text, err := os.ReadFile("../../../go.mod")
	if err != nil || !regexp.MustCompile(`(?m)^go `+NeededGo+`(\.0)?( //.*)?$`).Match(text) {
		t.Errorf("go.mod asks for another version than %s (%v)", NeededGo, err)
	}
	for version, old := range map[string]bool{"go1": true, "go1.4beta1": true, "go1.9.7": true, "go1.20": true, "go1.20.14": true,
		"go1.21": false, "go1.21rc2": false, "go1.26.8": false, "go1.100": false, "devel go1.27-abc": false} {
		t.Run(version, func(t *testing.T) {
			fakeGo(t, version)
			want := fmt.Sprintf("go is too old to build with: %s (want Go %s", version, NeededGo)
			if err := OldGo(); (err != nil) != old || old && !strings.HasPrefix(err.Error(), want+", or 1.21 or newer, which fetches it)") {
				t.Errorf("%v, want old %v", err, old)
			}
			if _, err := Tree("."); err == nil || strings.HasPrefix(err.Error(), want) != old {
				t.Errorf("the source tree: %v", err)
			}
			maker, err := exec.LookPath("make")
			if err != nil {
				t.Skip("no make in PATH")
			}
			cmd := exec.Command(maker, "--no-print-directory", "newgo")
			cmd.Dir = "../../.."
			said, err := cmd.CombinedOutput()
			if (err != nil) != old || old && (!strings.Contains(string(said), want) || strings.Count(string(said), "\n") != 1) {
				t.Errorf("make says %q, %v", said, err)
			}
		})
	}
}

// The error names a folder in which no programs can be built, and the variable that chooses another.
func TestCheckBuilding(t *testing.T) {
	const inside = "SLIDEBENCH_TEST_CHECK_BUILDING" // which the test sets for itself, as a process that has its own file systems
	if os.Getenv(inside) != "" {
		fmt.Println("says", CheckBuilding())
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("needs TMPDIR")
	}
	if err := CheckBuilding(); err != nil {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{ // a variable, its value, and a part of the error
		{"TMPDIR", file + "s", "no such file"}, {"TMPDIR", file, "not a directory"}, {"GOCACHE", file, "not a directory"}, {"GOCACHE", file + "/cache", "not a directory"},
	} {
		t.Run(c[0]+" "+c[2], func(t *testing.T) {
			t.Setenv(c[0], c[1])
			if err := CheckBuilding(); err == nil || !strings.Contains(err.Error(), c[2]) || !strings.HasSuffix(err.Error(), "by "+c[0]+")") {
				t.Errorf("%v, want %q", err, c)
			}
		})
	}
	for options, want := range map[string]string{"noexec": "permission denied", "ro": "read-only file system"} { // with which the folder is mounted
		t.Run(options, func(t *testing.T) {
			const script = `mount -t tmpfs -o "$0" none "$1" && TMPDIR=$1 exec "$2" -test.run=^TestCheckBuilding$ -test.v`
			cmd := exec.Command("unshare", "--map-root-user", "--mount", "sh", "-c", script, options, t.TempDir(), os.Args[0])
			cmd.Env = append(os.Environ(), inside+"=1")
			said, err := cmd.CombinedOutput()
			_, says, ran := strings.Cut(string(said), "says ")
			if !ran {
				t.Skipf("needs unshare and mount: %v, %s", err, said)
			}
			if says, _, _ = strings.Cut(says, "\n"); !strings.HasSuffix(says, want+" (name another one by TMPDIR)") {
				t.Errorf("says %q, want %q", says, want)
			}
		})
	}
}

// In an unpacked archive, which has no commits, commands that compare commits say what they need.
func TestNoRepository(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir)) // git looks for no repository above
	refused := func(why, says string) {
		t.Helper()
		_, err := Commit(dir, "HEAD")
		if want := `no git repository to find "HEAD" in (want git, and a clone): `; err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q with %q", why, err, want, says)
		}
	}
	refused("no repository", "git rev-parse: not a git repository")
	if _, err := Git(dir, "init"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // of git's own tests: every repository counts as another user's
	refused("another user's", "git rev-parse: detected dubious ownership in repository at ")
	t.Setenv("PATH", dir)
	refused("no git", `"git": executable file not found`)
}

// Tree's error names the reason why the go command does not find a checkout.
func TestTreeRefused(t *testing.T) {
	for _, c := range []struct{ variable, value, says string }{
		{"GOFLAGS", "-mod=vendor", "GOFLAGS=-mod=vendor: "},
		{"GO", "no-such-go", `no Go to build with: "no-such-go" is not in PATH`},
	} {
		t.Run(c.variable, func(t *testing.T) {
			t.Setenv(c.variable, c.value)
			if _, err := Tree("."); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want one line with %q", err, c.says)
			}
		})
	}
}
