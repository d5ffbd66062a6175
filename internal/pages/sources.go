package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/tracked"
)

// source returns a file's path from the root of the module, one folder above the pages.
func source(path string) string { return strings.TrimPrefix(filepath.ToSlash(path), "../") }

// missing stands in a page for what is drawn from files of which there are none, and names the target of make that measures them.
func missing(pattern, target string) string {
	return fmt.Sprintf("*There are no raw files `%s`: `make %s` measures them.*\n", source(pattern), target)
}

// eachFolder writes a part of a page for each folder with tracked files of a pattern.
func eachFolder(pattern, target string, write func(b *strings.Builder, paths []string) error) (string, error) {
	paths, err := tracked.Glob(pattern)
	if err != nil {
		return "", err
	}
	if len(paths) == 0 {
		return missing(pattern, target), nil
	}
	var b strings.Builder
	for len(paths) > 0 {
		n := slices.IndexFunc(paths, func(path string) bool { return filepath.Dir(path) != filepath.Dir(paths[0]) })
		if n < 0 {
			n = len(paths)
		}
		if err := write(&b, paths[:n]); err != nil {
			return "", err
		}
		paths = paths[n:]
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// eachFile does the same for each file.
func eachFile(pattern, target string, write func(b *strings.Builder, path string) error) (string, error) {
	return eachFolder(pattern, target, func(b *strings.Builder, paths []string) error {
		for _, path := range paths {
			if err := write(b, path); err != nil {
				return err
			}
		}
		return nil
	})
}
