// Package gitcmd runs git for the right repository, although environment variables may name another: in a hook, an alias or git rebase --exec, git sets variables
// for its repository, index and work tree, and every git command that inherits them works on these, in whatever folder it runs. hooks_test.go of package source tests it.
package gitcmd

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/process"
)

const (
	// settings is the variable with settings of git -c, without which git may refuse to read the user's repository.
	settings = "GIT_CONFIG_PARAMETERS"
	// counted is the first variable of settings that the user makes for all programs: the go command may need them to fetch a private module.
	counted = "GIT_CONFIG_COUNT"
	// ours begins the names of the variables in which Leave stores values for Reading.
	ours = "SLIDEBENCH_"
)

// places are the variables that name the folders of a repository, so that git does not search for it.
var places = []string{"GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE"}

// Leave removes the variables that name a repository from the environment: programs that this process starts, such as go and cargo, run git, too. Reading still
// finds the user's repository, also in a slidebench started here. Git commands do not refresh an index, which a commit may be about to use.
func Leave() {
	given := slices.ContainsFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "GIT_") })
	os.Setenv("GIT_OPTIONAL_LOCKS", "0")
	if !given { // saves the time of running git in local
		return
	}
	for _, name := range local() {
		value, set := os.LookupEnv(name)
		if !set || name == counted {
			continue
		}
		os.Unsetenv(name)
		switch {
		case name == settings:
			os.Setenv(ours+name, value)
		case slices.Contains(places, name) && value != "":
			os.Setenv(ours+name, absolute(value))
		}
	}
}

// local returns the names of the variables that name a repository or belong to it: those that git lists, and two that it does not list.
var local = sync.OnceValue(func() []string {
	names, _ := process.Tool(context.Background(), "git", "rev-parse", "--local-env-vars").Output() // without git, no program reads these variables
	return append(strings.Fields(string(names)), "GIT_NAMESPACE", "GIT_QUARANTINE_PATH")
})

// absolute returns an absolute path, or the path as it is if the working directory is unknown.
func absolute(path string) string {
	if path, err := filepath.Abs(path); err == nil {
		return path
	}
	return path
}

// Reading returns a git command that reads the user's repository, and does not refresh its index. In the working directory, ".", this is the repository of
// GIT_DIR, or else the one around the directory. In any other directory it is the repository around that directory, and that of GIT_DIR only if there is none.
// If GIT_DIR names the repository around the directory, it is left out, since with GIT_DIR git takes every directory for the top of the work tree.
func Reading(dir string, args ...string) *process.Child {
	cmd := in(dir, append(without(os.Environ(), counted, settings), "GIT_OPTIONAL_LOCKS=0"), args)
	if value := os.Getenv(ours + settings); value != "" && os.Getenv(settings) == "" {
		cmd.Env = append(cmd.Env, settings+"="+value)
	}
	var named []string
	for _, name := range places {
		if path := cmp.Or(os.Getenv(name), os.Getenv(ours+name)); path != "" {
			named = append(named, name+"="+absolute(path))
		}
	}
	if len(named) == 0 {
		return cmd
	}
	named = slices.Concat(cmd.Env, named) // the environment with the user's GIT_DIR
	around, err := in(dir, cmd.Env, []string{"rev-parse", "--absolute-git-dir"}).Output()
	meant, _ := in(dir, named, []string{"rev-parse", "--absolute-git-dir"}).Output() // "" after an error, of which the command is to tell
	if err != nil || dir == "." && !bytes.Equal(around, meant) {
		cmd.Env = named
	}
	return cmd
}

// Inside returns a git command in a repository that this program has made, such as a clone, without the user's hooks and settings of git -c.
func Inside(dir string, args ...string) *process.Child {
	return in(dir, without(os.Environ()), append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...))
}

// without returns an environment without the variables of local, except those that are spared.
func without(environment []string, spared ...string) []string {
	own := local()
	return slices.DeleteFunc(environment, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(own, name) && !slices.Contains(spared, name)
	})
}

// in returns a git command in a directory, with an environment.
func in(dir string, environment, args []string) *process.Child {
	cmd := process.Tool(context.Background(), "git", args...)
	cmd.Dir, cmd.Env = dir, environment
	return cmd
}
