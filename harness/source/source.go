// Package source finds the source tree that programs are built from, its commits, and the go command.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/internal/process"
)

// Variable names the environment variable with the root of the source tree to build from, where that is not around the working directory.
const Variable = "SLIDEBENCH_SOURCE"

// BaseVariable names the environment variable with the root of the source tree that a guard compares with, where no commit of this
// repository is it.
const BaseVariable = "SLIDEBENCH_BASE"

// Tree returns the root of the checkout of this module that a directory lies in, or what Variable says.
func Tree(dir string) (string, error) {
	if root := os.Getenv(Variable); root != "" {
		return root, nil
	}
	cmd := exec.Command(Go(), "list", "-m", "-f", "{{.Path}}\t{{.Dir}}")
	cmd.Dir = dir
	out, err := Output(cmd)
	path, root, _ := strings.Cut(out, "\t")
	if old := OldGo(); old != nil && err != nil {
		return "", old
	}
	if err != nil && strings.Contains(os.Getenv("GOFLAGS"), "-mod=vendor") {
		return "", fmt.Errorf("GOFLAGS=%s: a checkout of %s, which building needs, has no folder vendor (want GOFLAGS without -mod=vendor)", os.Getenv("GOFLAGS"), slidebench.Module)
	}
	if err != nil {
		return "", fmt.Errorf("cannot look for a checkout of %s, which building needs: %w", slidebench.Module, err)
	}
	if path != slidebench.Module {
		return "", fmt.Errorf("%s is not in a checkout of %s, which building needs", dir, slidebench.Module)
	}
	return root, nil
}

// Go returns the go command that compiles the measured programs: that of the environment variable GO, as make sets it.
func Go() string { return cmp.Or(os.Getenv("GO"), "go") }

// neededGo is the version in go.mod.
const neededGo = "1.26"

var goVersion = regexp.MustCompile(`\bgo1(?:\.(\d+))?[.\w]*`)

// OldGo returns an error if the go command is older than Go 1.21, the first that fetches a newer one where go.mod asks for it: what such a command
// says itself is about flags and files that it does not know.
func OldGo() error {
	said, _ := exec.Command(Go(), "version").Output()
	found := goVersion.FindSubmatch(said)
	if found == nil {
		return nil
	}
	if minor, _ := strconv.Atoi(string(found[1])); minor >= 21 {
		return nil
	}
	return fmt.Errorf("%s is too old to build with: %s (want Go %s, or 1.21 or newer, which fetches it)", Go(), found[0], neededGo)
}

// CheckBuilding returns an error if programs cannot be built and run here: the folder of temporary files or the go command's cache cannot be written, or
// that folder may hold no programs. Whether they have room, the build tells.
func CheckBuilding() error {
	if err := checkTemp(); err != nil {
		return fmt.Errorf("no programs can be built in the folder of temporary files: %w (name another one by TMPDIR)", err)
	}
	cache, err := Output(exec.Command(Go(), "env", "GOCACHE"))
	if err != nil || !filepath.IsAbs(cache) {
		return err // the go command says better what it wants
	}
	err = os.MkdirAll(cache, 0o777)
	if err == nil {
		var file *os.File
		if file, err = os.CreateTemp(cache, "slidebench"); err == nil {
			err = errors.Join(file.Close(), os.Remove(file.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("the go command's cache cannot be written: %w (name another folder by GOCACHE)", err)
	}
	return nil
}

func checkTemp() error {
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "program.exe")
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		return err
	}
	_, err = exec.LookPath(program) // which asks whether the file may be run
	return err
}

// Main is the folder of the command slidebench, and measuring of that which has only what measures.
const (
	Main      = "cmd/slidebench"
	measuring = "cmd/measure"
)

// MeasuringCommand returns the folder of the command to build in each of some source trees, one for all, since another program would have its tables at
// other addresses: older trees measure with slidebench.
func MeasuringCommand(roots ...string) string {
	for _, root := range roots {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(measuring))); err != nil {
			return Main
		}
	}
	return measuring
}

// Git runs git in a directory and returns its output.
func Git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	return Output(cmd)
}

// Commit returns the hash of the commit that a name stands for in the git repository of a directory.
func Commit(dir, name string) (string, error) {
	if _, err := Git(dir, "rev-parse", "--git-dir"); err != nil {
		return "", fmt.Errorf("no git repository to find %q in (want git, and a clone): %w", name, err)
	}
	commit, err := Git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("unknown git ref %q (want a commit, branch or tag; a shallow clone has few: git fetch --unshallow)", name)
	}
	return commit, nil
}

// CheckOut puts the files of a commit of a git repository into a new directory.
func CheckOut(repository, commit, into string) error {
	if _, err := Git(repository, "clone", "--quiet", "--shared", "--no-checkout", repository, into); err != nil {
		return err
	}
	_, err := Git(into, "checkout", "--quiet", "--detach", commit)
	return err
}

// Output runs a command and returns what it prints, without the last line break. An error is the last line of what the
// command wrote to its standard error, or the line that it calls fatal, as git does where advice follows.
func Output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		said := process.LastLine(string(exit.Stderr))
		if fatal := fatalLine.FindSubmatch(exit.Stderr); fatal != nil {
			said = string(fatal[1])
		}
		err = fmt.Errorf("%s %s: %s", filepath.Base(cmd.Path), cmd.Args[1], said)
	}
	return strings.TrimRight(string(out), "\r\n"), err
}

var fatalLine = regexp.MustCompile(`(?m)^fatal: (.+?)\r?$`)
