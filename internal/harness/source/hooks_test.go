package source

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// inHook is the environment variable of processes that hooks start: the file to which they append the error of measured.
const inHook = "SLIDEBENCH_TEST_IN_HOOK"

// world is the path of a folder with repositories, for the tests here and in checkout_test.go: see build and plain.
type world string

// git runs git in a folder of the world, as a user does.
func (w world) git(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = filepath.Join(string(w), folder)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("in %s: git %q: %v\n%s", folder, args, err, said)
	}
	return strings.TrimSpace(string(said))
}

// write writes a file of the world, and makes its folder.
func (w world) write(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	path = filepath.Join(string(w), path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// alone keeps git independent of the user's settings and of a hook that runs the test, and gives all commits one time and author.
func alone(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git: ", err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	names, err := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(names)) {
		t.Setenv(name, "") // so that the test restores it in the end
		os.Unsetenv(name)
	}
	settings := filepath.Join(t.TempDir(), "settings")
	text := "[user]\nname = test\nemail = test@example.com\n[protocol \"file\"]\nallow = always\n[gc]\nauto = 0\n[init]\ntemplateDir = \n[advice]\ndetachedHead = false\n"
	if err := os.WriteFile(settings, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": settings, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
		"GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z"} {
		t.Setenv(name, value)
	}
}

// build makes the repository main, with a submodule from library, a linked worktree, linked, and a remote repository. Tag v1 is the first of two commits, and
// both worktrees have changes that are not committed.
func (w world) build(t *testing.T) {
	t.Helper()
	w.git(t, ".", "init", "-q", "library")
	w.write(t, "library/table.h", "a table\n", 0o666)
	w.git(t, "library", "add", ".")
	w.git(t, "library", "commit", "-qm", "table")
	w.git(t, ".", "init", "-q", "--bare", "remote.git")
	w.git(t, ".", "init", "-q", "-b", "main", "main")
	w.write(t, "main/engine/attacks.c", "old\n", 0o666)
	w.write(t, "main/other.txt", "other\n", 0o666)
	w.git(t, "main", "submodule", "--quiet", "add", "../library", "library")
	w.git(t, "main", "remote", "add", "origin", "../remote.git")
	w.git(t, "main", "add", ".")
	w.git(t, "main", "commit", "-qm", "old")
	w.git(t, "main", "tag", "v1")
	w.write(t, "main/engine/attacks.c", "new\n", 0o666)
	w.git(t, "main", "commit", "-qam", "new")
	w.git(t, "main", "worktree", "add", "-qb", "side", "../linked")
	w.git(t, "linked", "submodule", "--quiet", "update", "--init")
	for _, folder := range []string{"main", "linked"} {
		w.write(t, folder+"/other.txt", "not committed\n", 0o666)
		w.write(t, folder+"/engine/added.c", "not committed\n", 0o666)
	}
}

// files returns the texts of all files. Of an index, which has times and places on the disk, it returns the entries.
func (w world) files(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(string(w), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if entry.Name() == "index" {
			cmd := exec.Command("git", "ls-files", "--stage", "-v")
			cmd.Dir, cmd.Env = string(w), append(os.Environ(), "GIT_INDEX_FILE="+path, "GIT_DIR="+filepath.Dir(path))
			text, err = cmd.Output()
		}
		texts[strings.TrimPrefix(path, string(w))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// measured runs the git commands of guard in the folder engine of main or linked, where the base is v1.
func measured() error {
	commit, err := Commit(".", "v1")
	if err != nil {
		return err
	}
	prefix, err := Git(".", "rev-parse", "--show-prefix")
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	clone := filepath.Join(temp, "clone")
	if err := CheckOut(".", commit, clone); err != nil {
		return err
	}
	for path, want := range map[string]string{prefix + "attacks.c": "old\n", "library/table.h": "a table\n"} {
		if text, err := os.ReadFile(filepath.Join(clone, path)); err != nil || string(text) != want {
			return fmt.Errorf("%s of the base: %q, %v", path, text, err)
		}
	}
	if _, err := Git(".", "status", "--porcelain"); err != nil {
		return err
	}
	// A program of the base may run git in the clone, too, after Leave has removed the variables that name the hook's repository.
	gitcmd.Leave()
	if err := os.WriteFile(filepath.Join(clone, "new.txt"), nil, 0o666); err != nil {
		return err
	}
	for _, args := range [][]string{{"describe", "--tags"}, {"add", "--all"}, {"commit", "--quiet", "-m", "in the base"}, {"reset", "--quiet", "--hard", "HEAD"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = clone
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w, %s", args, err, said)
		}
	}
	if known, err := Commit(".", "v1"); err != nil || known != commit {
		return fmt.Errorf("v1 is %s, %v", known, err)
	}
	return nil
}

// A program that measures in a hook, an alias or git rebase --exec leaves the repository, and the commit, as if the hook did nothing.
func TestInHooks(t *testing.T) {
	if path := os.Getenv(inHook); path != "" {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err == nil {
			_, err = fmt.Fprintln(file, measured())
		}
		if err = errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		return
	}
	tiertest.Slow(t)
	alone(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// Each function lets git run a program, a text for the shell, in the repository of a folder.
	hooks := map[string]func(w world, folder, program string){
		"pre-commit of commit -a": func(w world, folder, program string) {
			w.write(t, "hooks/pre-commit", program, 0o777)
			w.git(t, folder, "-c", "core.hooksPath="+string(w)+"/hooks", "commit", "-qam", "all")
		},
		"pre-commit of commit FILE": func(w world, folder, program string) { // for which git makes a second index, without added.c
			w.write(t, "main/.git/hooks/pre-commit", program, 0o777)
			w.git(t, folder, "add", "engine/added.c")
			w.git(t, folder, "commit", "-qm", "one", "other.txt")
		},
		"pre-push": func(w world, folder, program string) {
			w.write(t, "main/.git/hooks/pre-push", program, 0o777)
			w.git(t, folder, "push", "-q", "origin", "HEAD")
		},
		"post-checkout by core.hooksPath": func(w world, folder, program string) {
			w.git(t, folder, "config", "--global", "core.hooksPath", string(w)+"/hooks")
			w.write(t, "hooks/post-checkout", program, 0o777)
			w.git(t, folder, "checkout", "-q", "-b", "third")
			w.git(t, folder, "config", "--global", "--unset", "core.hooksPath")
		},
		"rebase --exec": func(w world, folder, program string) {
			w.write(t, "run", program, 0o777)
			w.git(t, folder, "commit", "-qam", "all")
			w.git(t, folder, "rebase", "-q", "--exec", string(w)+"/run", "HEAD~2")
		},
		"alias": func(w world, folder, program string) {
			w.write(t, "run", program, 0o777)
			w.git(t, folder, "config", "alias.measure", "!"+string(w)+"/run")
			w.git(t, filepath.Join(folder, "engine"), "measure")
		},
		"git --git-dir": func(w world, folder, program string) {
			w.write(t, "run", program, 0o777)
			cmd := exec.Command(filepath.Join(string(w), "run"))
			cmd.Dir = filepath.Join(string(w), folder)
			cmd.Env = append(os.Environ(), "GIT_DIR="+w.git(t, folder, "rev-parse", "--absolute-git-dir"), "GIT_INDEX_FILE="+w.git(t, folder, "rev-parse", "--absolute-git-dir")+"/index")
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Fatal(err, string(said))
			}
		},
	}
	// saved is a copy of the new world, with which each script begins.
	w, saved := world(filepath.Join(t.TempDir(), "world")), filepath.Join(t.TempDir(), "saved")
	if err := os.Mkdir(string(w), 0o777); err != nil {
		t.Fatal(err)
	}
	w.build(t)
	if err := os.Rename(string(w), saved); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(hooks)) {
		for _, folder := range []string{"main", "linked"} {
			if folder == "main" && !strings.HasPrefix(name, "pre-commit") && !tiertest.Minutes() {
				continue // in main git sets fewer variables
			}
			t.Run(name+" in "+folder, func(t *testing.T) {
				var after [2]map[string]string // files after a hook that does nothing, and after a hook that measures
				notes := filepath.Join(t.TempDir(), "notes")
				for i, does := range []string{"exit 0", fmt.Sprintf("cd engine 2>/dev/null; %s=%s exec '%s' -test.run='^TestInHooks$'", inHook, notes, self)} {
					if err := errors.Join(os.RemoveAll(string(w)), os.CopyFS(string(w), os.DirFS(saved))); err != nil {
						t.Fatal(err)
					}
					hooks[name](w, folder, "#!/bin/sh\n"+does+"\n")
					for _, script := range []string{"run", "hooks/pre-commit", "hooks/post-checkout", "main/.git/hooks/pre-commit", "main/.git/hooks/pre-push"} {
						os.Remove(filepath.Join(string(w), script))
					}
					after[i] = w.files(t)
				}
				w.git(t, folder, "fsck", "--full", "--strict", "--no-dangling")
				for path := range after[0] {
					if after[1][path] != after[0][path] {
						t.Errorf("%s is %q, want %q", path, after[1][path], after[0][path])
					}
				}
				for path := range after[1] {
					if _, there := after[0][path]; !there {
						t.Errorf("%s is new", path)
					}
				}
				// The notes have only <nil>, for no error, and ends of lines.
				if said, err := os.ReadFile(notes); err != nil || strings.Trim(string(said), "<nil>\n") != "" || len(said) == 0 {
					t.Errorf("the program says %q, %v", said, err)
				}
			})
		}
	}
}
