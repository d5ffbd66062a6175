// Package gitcmd runs git in the repository that is meant. In a hook, an alias or git rebase --exec, git tells by environment variables which
// repository, index and work tree it works for, and every git command that inherits them works on these, wherever it runs.
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
	// settings are those of git -c, without which git may refuse to read the user's repository.
	settings = "GIT_CONFIG_PARAMETERS"
	// counted begins further settings, which the user has made for all programs: the go command may need them to fetch a private module.
	counted = "GIT_CONFIG_COUNT"
	// kept begins the names of the variables in which Leave keeps what Reading needs.
	kept = "SLIDEBENCH_"
)

// places are the variables with the folders of a repository that is not to be looked for.
var places = []string{"GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE"}

// Leave takes the variables that name a repository out of the environment, since the programs that this one starts run git too: go, cargo, make.
// Reading still knows the user's repository, here and in a slidebench that this one starts. No git command refreshes an index in passing, which a
// commit may be about to use.
func Leave() {
	given := slices.ContainsFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "GIT_") })
	os.Setenv("GIT_OPTIONAL_LOCKS", "0")
	if !given { // most commands need no git, which takes time to ask
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
			os.Setenv(kept+name, value)
		case slices.Contains(places, name) && value != "":
			os.Setenv(kept+name, absolute(value))
		}
	}
}

// local returns the names of the variables that belong to a repository.
var local = sync.OnceValue(func() []string {
	names, _ := process.Tool(context.Background(), "git", "rev-parse", "--local-env-vars").Output() // without git there is nobody to read them
	return append(strings.Fields(string(names)), "GIT_NAMESPACE", "GIT_QUARANTINE_PATH")
})

func absolute(path string) string {
	if path, err := filepath.Abs(path); err == nil {
		return path
	}
	return path
}

// Reading returns a git command that reads the user's repository, and does not refresh its index. In the working directory "." this is the
// repository that git finds there, that of GIT_DIR before any other. In a directory that is named otherwise it is the one around that directory, and
// that of GIT_DIR only where there is none. Where GIT_DIR names the repository that is there, it is left out, since with it git takes every directory
// for the top of the work tree.
func Reading(dir string, args ...string) *process.Child {
	cmd := in(dir, append(without(os.Environ(), counted, settings), "GIT_OPTIONAL_LOCKS=0"), args)
	if value := os.Getenv(kept + settings); value != "" && os.Getenv(settings) == "" {
		cmd.Env = append(cmd.Env, settings+"="+value)
	}
	var said []string
	for _, name := range places {
		if path := cmp.Or(os.Getenv(name), os.Getenv(kept+name)); path != "" {
			said = append(said, name+"="+absolute(path))
		}
	}
	if len(said) == 0 {
		return cmd
	}
	said = slices.Concat(cmd.Env, said)
	there, err := in(dir, cmd.Env, []string{"rev-parse", "--absolute-git-dir"}).Output()
	meant, _ := in(dir, said, []string{"rev-parse", "--absolute-git-dir"}).Output()
	if err != nil || dir == "." && !bytes.Equal(there, meant) {
		cmd.Env = said
	}
	return cmd
}

// Inside returns a git command in a directory whose repository is this program's own, such as a clone: the user's hooks and the settings of git -c are
// for another repository.
func Inside(dir string, args ...string) *process.Child {
	return in(dir, without(os.Environ()), append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...))
}

// without returns an environment without the variables that belong to a repository, but for those that are spared.
func without(environment []string, spared ...string) []string {
	own := local()
	return slices.DeleteFunc(environment, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(own, name) && !slices.Contains(spared, name)
	})
}

func in(dir string, environment, args []string) *process.Child {
	cmd := process.Tool(context.Background(), "git", args...)
	cmd.Dir, cmd.Env = dir, environment
	return cmd
}
