// Package source finds the source tree that programs are built from, its commits, and the go command.
package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Variable is the environment variable with the root of the source tree to build from, if the working directory is not in it.
const Variable = "SLIDEBENCH_SOURCE"

// PerTree returns a function that calls get once for each source tree that Variable names, and keeps the value.
func PerTree[T any](get func() T) func() T {
	var kept sync.Map
	return func() T {
		once, _ := kept.LoadOrStore(os.Getenv(Variable), sync.OnceValue(get))
		return once.(func() T)()
	}
}

// Origin describes a bundle, and the source tree from which its programs were built.
type Origin struct {
	Folder    string // of the bundle
	Commit    string // a clean one
	Toolchain string
	Digest    string // of the list of programs, each with its digest
}

// Bundled is the bundle that this program is part of, nil if there is none.
var Bundled *Origin

// Tree returns the root of the checkout of this module that contains a directory, or the folder that Variable names, or in a bundle the bundle's folder.
func Tree(dir string) (string, error) {
	if Bundled != nil {
		return Bundled.Folder, nil
	}
	if root := os.Getenv(Variable); root != "" {
		return root, nil
	}
	cmd := process.Tool(context.Background(), Go(), "list", "-m", "-f", "{{.Path}}\t{{.Dir}}")
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

// Go returns the go command that compiles the measured programs: the value of the environment variable GO, which make sets, or else go.
func Go() string { return cmp.Or(os.Getenv("GO"), "go") }

// NeededGo is the version of Go in go.mod.
const NeededGo = "1.26"

// NoGo returns the error for a machine without a go command.
func NoGo() error {
	fetched := ""
	if version := slidebench.Version(); version != "" {
		fetched = ", which fetches " + slidebench.Module + "@" + version
	}
	return fmt.Errorf("no Go to build with: %q is not in PATH (want Go %s or newer%s; a bundle measures without Go: %sblob/main/docs/questions.md)", Go(), NeededGo, fetched, slidebench.Home+"/")
}

var goVersion = regexp.MustCompile(`\bgo1(?:\.(\d+))?[.\w]*`) // its group is the minor version

// OldGo returns an error if the go command is older than Go 1.21, the first that fetches the version in go.mod. The messages of older ones about this module do not name
// the reason.
func OldGo() error {
	said, _ := process.Tool(context.Background(), Go(), "version").Output()
	found := goVersion.FindSubmatch(said)
	if found == nil {
		return nil
	}
	if minor, _ := strconv.Atoi(string(found[1])); minor >= 21 {
		return nil
	}
	return fmt.Errorf("%s is too old to build with: %s (want Go %s, or 1.21 or newer, which fetches it)", Go(), found[0], NeededGo)
}

// CheckBuilding returns an error if programs cannot be built and run here: if the folder of temporary files or the go command's cache cannot be written, or programs in
// that folder may not be run. It does not look for free room: builds report that themselves.
func CheckBuilding() error {
	err := checkTemp()
	if err != nil && Bundled != nil && os.Getenv("TMPDIR") == "" { // containers may lack /tmp, and some machines run no programs in it
		os.Setenv("TMPDIR", Bundled.Folder)
		err = checkTemp()
	}
	if err != nil {
		return fmt.Errorf("no programs can be built in the folder of temporary files: %w (name another one by TMPDIR)", err)
	}
	if Bundled != nil {
		return nil
	}
	cache, err := Output(process.Tool(context.Background(), Go(), "env", "GOCACHE"))
	if err != nil || !filepath.IsAbs(cache) {
		return err // a build reports this better
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

// checkTemp returns an error if no program can be written to the folder of temporary files and run there.
func checkTemp() error {
	temp, err := temporary.Folder()
	if err != nil {
		return err
	}
	defer temporary.Remove(temp)
	program := filepath.Join(temp, "program.exe") // Windows runs programs by their extension
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		return err
	}
	_, err = exec.LookPath(program) // LookPath checks whether the file may be run
	return err
}

// Main is the folder of the command slidebench, and Measuring that of the command which has only the measuring part.
const (
	Main      = "cmd/slidebench"
	Measuring = "cmd/measure"
)

// Git runs a git command that reads the repository around a directory, and returns its output.
func Git(dir string, args ...string) (string, error) { return Output(gitcmd.Reading(dir, args...)) }

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

// CheckOut makes a repository in a new directory, with the files of a commit of another repository, and its history. git applies that repository's filters and line ends,
// but keeps the index in the new one: the other repository stays unchanged. Submodules are checked out if the other repository has them: see Lacking.
func CheckOut(repository, commit, into string) error {
	into, err := filepath.Abs(into)
	if err != nil {
		return err
	}
	ask := func(flags ...string) (answer string) {
		if err == nil {
			answer, err = Git(repository, append([]string{"rev-parse"}, flags...)...)
		}
		return answer
	}
	within := func(name string) string {
		path := ask("--git-path", name)
		if !filepath.IsAbs(path) {
			path, _ = filepath.Abs(filepath.Join(repository, path)) // fails only if Abs(into) failed
		}
		return path
	}
	gitDir, format, objects, shallow := ask("--absolute-git-dir"), ask("--show-object-format"), within("objects"), within("shallow")
	if err != nil {
		return err
	}
	create := []string{"init", "--quiet", "--template="}
	if format == "sha256" { // versions of git that know no other format than SHA-1 do not know the flag
		create = append(create, "--object-format=sha256")
	}
	if _, err := Output(gitcmd.Inside("", append(create, into)...)); err != nil {
		return err
	}
	// Programs of the new tree run git, too, and no hook of the user.
	if _, err := Output(gitcmd.Inside(into, "config", "core.hooksPath", os.DevNull)); err != nil {
		return err
	}
	own := filepath.Join(into, ".git")
	shared := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(objects) + "\"\n" // quoted as git reads it
	if err := os.WriteFile(filepath.Join(own, "objects", "info", "alternates"), []byte(shared), 0o666); err != nil {
		return err
	}
	if text, err := os.ReadFile(shallow); err == nil { // the history ends there
		if err := os.WriteFile(filepath.Join(own, "shallow"), text, 0o666); err != nil {
			return err
		}
	}
	tags, err := Git(repository, "for-each-ref", "--format=create %(refname) %(objectname)", "refs/tags") // for git describe
	if err != nil {
		return err
	}
	refer := gitcmd.Inside(into, "update-ref", "--stdin") // which refuses an empty line, as no tags at all would make
	refer.Stdin = strings.NewReader(strings.TrimLeft(tags+"\n", "\n") + "option no-deref\nupdate HEAD " + commit + "\n")
	if _, err := Output(refer); err != nil {
		return err
	}
	files := gitcmd.Reading(repository, "-c", "core.hooksPath="+os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.sparseCheckout=false",
		"-c", "core.splitIndex=false", "read-tree", "--reset", "-u", "--no-recurse-submodules", commit)
	files.Dir, files.Env = into, append(files.Env, "GIT_DIR="+gitDir, "GIT_WORK_TREE="+into, "GIT_INDEX_FILE="+filepath.Join(own, "index"))
	// A filter that fails without being required leaves a file as it is stored, and git's exit status is 0.
	if err := files.Run(); err != nil || strings.Contains(files.Said.String(), "error: ") {
		why := files.Why()
		if err == nil {
			why = process.LastLine(files.Said.String()) // which names the filter
		}
		return errors.Join(fmt.Errorf("git read-tree: %s", strings.TrimPrefix(why, "error: ")), os.RemoveAll(into))
	}
	return checkOutSubmodules(repository, into)
}

// checkOutSubmodules checks out the submodules of a new repository from those that another repository has at the same paths.
func checkOutSubmodules(repository, into string) error {
	lacking := Lacking(into)
	if len(lacking) == 0 {
		return nil
	}
	top, err := Git(repository, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil // a bare repository has none
	}
	for path, commit := range lacking {
		from := filepath.Join(top, path)
		if inside, err := Git(from, "rev-parse", "--show-prefix"); err != nil || inside != "" {
			continue // nobody has asked for this submodule
		}
		if known, err := Commit(from, commit); err != nil || known != commit {
			continue // it lacks the commit
		}
		if err := CheckOut(from, commit, filepath.Join(into, path)); err != nil {
			return fmt.Errorf("submodule %s: %w", path, err)
		}
	}
	return nil
}

// Lacking returns the submodules of a repository whose folders are empty: their commits, by path.
func Lacking(repository string) map[string]string {
	staged, _ := Output(gitcmd.Inside(repository, "ls-files", "--stage", "-z"))
	commits := map[string]string{}
	for entry := range strings.SplitSeq(staged, "\x00") {
		about, path, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about)
		if len(fields) < 2 || fields[0] != "160000" { // the mode of submodules
			continue
		}
		if files, err := os.ReadDir(filepath.Join(repository, path)); err == nil && len(files) > 0 {
			continue
		}
		commits[path] = fields[1]
	}
	return commits
}

// Output runs a command and returns what it prints, without the last line break. Its error is the line that says why the command failed.
func Output(cmd *process.Child) (string, error) {
	out, err := cmd.Output()
	if _, is := errors.AsType[*exec.ExitError](err); is {
		words := cmd.Args[1:]
		for len(words) > 2 && words[0] == "-c" { // settings of git
			words = words[2:]
		}
		err = fmt.Errorf("%s %s: %s", filepath.Base(cmd.Args[0]), words[0], cmd.Why())
	}
	if errors.Is(err, exec.ErrNotFound) && cmd.Args[0] == Go() {
		err = NoGo()
	}
	return strings.TrimRight(string(out), "\r\n"), err
}
