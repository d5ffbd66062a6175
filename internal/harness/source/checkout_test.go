package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CheckOut applies the repository's own settings to files, in every kind of repository.
func TestCheckOut(t *testing.T) {
	alone(t)
	const text = "old\n" // of engine/attacks.c in v1
	// Each function prepares a kind of repository, and returns its folder and the wanted text of engine/attacks.c, or the wanted error.
	for name, prepare := range map[string]func(t *testing.T, w world) (repository, want string){
		"plain":    func(*testing.T, world) (string, string) { return "plain", text },
		"a folder": func(*testing.T, world) (string, string) { return "plain/engine", text },
		"shallow, with v1 as neither branch nor tag": func(t *testing.T, w world) (string, string) {
			w.git(t, ".", "init", "-q", "shallow")
			w.git(t, "shallow", "fetch", "-q", "--depth=1", "file://"+string(w)+"/plain", "v1:refs/v1", "--no-tags")
			return "shallow", text
		},
		"sparse": func(t *testing.T, w world) (string, string) {
			w.git(t, "plain", "sparse-checkout", "set", "--no-cone", "nothing")
			return "plain", text
		},
		"settings of a worktree": func(t *testing.T, w world) (string, string) {
			w.git(t, "plain", "config", "extensions.worktreeConfig", "true")
			w.git(t, "plain", "worktree", "add", "-q", "../linked", "v1")
			w.git(t, "linked", "config", "--worktree", "core.autocrlf", "true")
			return "linked", "old\r\n"
		},
		"bare": func(t *testing.T, w world) (string, string) {
			w.git(t, ".", "clone", "-q", "--bare", "plain", "bare.git")
			return "bare.git", text
		},
		"split index": func(t *testing.T, w world) (string, string) {
			w.git(t, "plain", "config", "core.splitIndex", "true")
			return "plain", text
		},
		"line ends": func(t *testing.T, w world) (string, string) {
			w.git(t, "plain", "config", "core.autocrlf", "true")
			return "plain", "old\r\n"
		},
		"filter": func(t *testing.T, w world) (string, string) {
			w.write(t, "plain/.git/info/attributes", "*.c filter=upper\n", 0o666)
			w.git(t, "plain", "config", "filter.upper.smudge", "tr a-z A-Z")
			return "plain", "OLD\n"
		},
		"filter that fails": func(t *testing.T, w world) (string, string) {
			w.write(t, "plain/.git/info/attributes", "*.c filter=lost\n", 0o666)
			w.git(t, "plain", "config", "filter.lost.smudge", "no-such-program")
			return "plain", "git read-tree: external filter 'no-such-program' failed"
		},
		"hooks and templates of the user": func(t *testing.T, w world) (string, string) {
			for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction"} {
				w.write(t, "hooks/"+hook, "#!/bin/sh\nexit 1\n", 0o777)
				w.write(t, "template/hooks/"+hook, "#!/bin/sh\nexit 1\n", 0o777)
			}
			w.git(t, "plain", "config", "--global", "core.hooksPath", string(w)+"/hooks")
			w.git(t, "plain", "config", "--global", "init.templateDir", string(w)+"/template")
			return "plain", text
		},
		"quote, backslash and line break in the path": func(t *testing.T, w world) (string, string) {
			if err := os.Rename(filepath.Join(string(w), "plain"), filepath.Join(string(w), "\"pl\\ain\n")); err != nil {
				t.Skip(err)
			}
			return "\"pl\\ain\n", text
		},
		"SHA-256": func(t *testing.T, w world) (string, string) {
			if err := os.RemoveAll(filepath.Join(string(w), "plain")); err != nil {
				t.Fatal(err)
			}
			w.plain(t, "--object-format=sha256")
			return "plain", text
		},
		// git sets most of them for hooks, and with GIT_QUARANTINE_PATH it refuses to update refs.
		"variables that name another repository": func(t *testing.T, w world) (string, string) {
			w.git(t, ".", "init", "-q", "other")
			t.Setenv("GIT_DIR", filepath.Join(string(w), "other", ".git"))
			t.Setenv("GIT_WORK_TREE", filepath.Join(string(w), "other"))
			t.Setenv("GIT_INDEX_FILE", filepath.Join(string(w), "other", ".git", "index"))
			t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(string(w), "other", ".git", "objects"))
			t.Setenv("GIT_QUARANTINE_PATH", filepath.Join(string(w), "other", ".git", "objects"))
			t.Setenv("GIT_NAMESPACE", "x")
			return "plain", text
		},
	} {
		t.Run(name, func(t *testing.T) {
			alone(t) // with settings of its own, as some functions change them
			w := world(t.TempDir())
			w.plain(t)
			repository, want := prepare(t, w)
			repository = filepath.Join(string(w), repository)
			before := w.files(t)
			commit, err := Commit(repository, "v1")
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			// The name of the new folder looks like a flag.
			if err := CheckOut(repository, commit, "-new"); err != nil {
				if err.Error() != want {
					t.Fatal(err)
				}
				return
			}
			got, err := os.ReadFile(filepath.Join("-new", "engine", "attacks.c"))
			if err != nil || string(got) != want {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
			for path, now := range w.files(t) {
				if before[path] != now {
					t.Errorf("%s is changed: %q", path, now)
				}
			}
			if head, err := Commit("-new", "HEAD"); err != nil || head != commit {
				t.Errorf("HEAD is %s, %v; want %s", head, err, commit)
			}
			// Files that the repository's settings changed differ, since the new repository lacks these settings.
			if status, err := Git("-new", "status", "--porcelain"); err != nil || status != "" && want == text {
				t.Errorf("git status: %q, %v", status, err)
			}
		})
	}
}

// plain makes the repository plain with two commits, the first of which is tagged v1.
func (w world) plain(t *testing.T, flags ...string) {
	t.Helper()
	w.git(t, ".", append([]string{"init", "-q", "plain"}, flags...)...)
	for _, text := range []string{"old\n", "new\n"} {
		w.write(t, "plain/engine/attacks.c", text, 0o666)
		w.git(t, "plain", "add", ".")
		w.git(t, "plain", "commit", "-qm", strings.TrimSpace(text))
		if text == "old\n" {
			w.git(t, "plain", "tag", "v1")
		}
	}
}

// CheckOut takes submodules from those that the repository has. Lacking names those that it has not.
func TestLacking(t *testing.T) {
	alone(t)
	w := world(t.TempDir())
	w.build(t)
	commit, err := Commit(filepath.Join(string(w), "main"), "v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, lacks := range []bool{false, true} {
		if lacks {
			w.git(t, "main", "submodule", "--quiet", "deinit", "--force", "library")
		}
		clone := filepath.Join(t.TempDir(), "clone")
		if err := CheckOut(filepath.Join(string(w), "main"), commit, clone); err != nil {
			t.Fatal(err)
		}
		lacking := Lacking(clone)
		if _, err := os.Stat(filepath.Join(clone, "library", "table.h")); (err != nil) != lacks || (lacking["library"] != "") != lacks || len(lacking) > 1 {
			t.Errorf("lacking %v, and the file: %v; want it there: %v", lacking, err, !lacks)
		}
	}
}
