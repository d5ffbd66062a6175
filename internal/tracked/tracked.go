// Package tracked finds the files that git tracks. Published pages use only these: a file that make bench has just written appears after git add.
package tracked

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/gitcmd"
)

// Glob works like filepath.Glob, but leaves out files that git does not track. Outside of a checkout, as in an unpacked archive, it returns all files.
func Glob(pattern string) ([]string, error) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		return nil, err
	}
	root, names := checkout(filepath.Dir(paths[0]))
	if root == "" {
		return paths, nil
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		absolute, errAbs := filepath.Abs(path)
		name, errRel := filepath.Rel(root, absolute)
		return errAbs != nil || errRel != nil || !slices.Contains(names, filepath.ToSlash(name))
	}), nil
}

// checkout returns the root of the module around a folder, and the names of all files below it that git tracks. The root is empty
// if git does not track the module: no git, no module, or a module unpacked within somebody else's checkout.
func checkout(folder string) (root string, names []string) {
	root, err := filepath.Abs(folder)
	if err != nil {
		return "", nil
	}
	for ; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) { // no folder is above it
			return "", nil
		}
	}
	out, err := gitcmd.Reading(root, "ls-files", "-z").Output()
	if names = strings.Split(string(out), "\x00"); err != nil || !slices.Contains(names, "go.mod") {
		return "", nil
	}
	return root, names
}
