package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/internal/input"
)

func collectCommand() *cobra.Command {
	var into string
	c := &cobra.Command{
		Use:   "collect FOLDER...",
		Short: "Check other machines' results, and take the good runs",
		Long: `collect reads all raw files below some folders, as bench --results writes them. A run is good
if its file is whole, its commit clean, its processor known, and if another such run of
the same machine and commit agrees, of which it is no copy: in search, and in all other uses, at most one ratio to the
reference in twenty may differ by more than chance, and of one technique's in one build at most
half of them, or one. Two runs are too noisy to compare if
chance is above 5 % for more than a quarter of the values. The newest of each machine's good
runs is copied to --results, and its path printed.

Exit status 1 says that runs were refused; each has a line.`,
		Example: `  slidebench collect measured --results results`,
		RunE: func(c *cobra.Command, folders []string) error {
			paths, err := rawFiles(folders)
			if err != nil {
				return err
			}
			var refused []error
			runs := map[string][]*results.File{} // by machine and commit
			for _, path := range paths {
				f, err := foundRun(path)
				if err != nil {
					refused = append(refused, err)
					continue
				}
				key := f.Tables[0].Machine + " at commit " + f.Commit
				runs[key] = append(runs[key], f)
			}
			for _, key := range slices.Sorted(maps.Keys(runs)) {
				newest, err := confirmed(runs[key])
				if err != nil {
					refused = append(refused, fmt.Errorf("%s: %w", key, err))
					continue
				}
				path := newest.Name
				if into != "" {
					if path, err = take(newest, into); err != nil {
						return err
					}
				}
				if _, err := fmt.Fprintln(c.OutOrStdout(), path); err != nil {
					return err
				}
			}
			if refused != nil {
				return command.Answer(errors.Join(refused...))
			}
			return nil
		},
	}
	c.Flags().StringVar(&into, "results", "", "folder to copy good runs into, each to <machine>/; without it they are only checked")
	return c
}

// foundRun validates a file that lies in a folder.
func foundRun(path string) (*results.File, error) {
	if err := input.CheckFound(path); err != nil {
		return nil, err
	}
	return results.Validate(path)
}

// rawFiles returns the raw files below some folders. None is an error.
func rawFiles(folders []string) (paths []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if paths == nil {
		return nil, fmt.Errorf("no raw files in folders %q (want those of slidebench bench --results)", folders)
	}
	return paths, nil
}

// confirmed returns the newest run that another one agrees with.
func confirmed(runs []*results.File) (*results.File, error) {
	slices.SortFunc(runs, func(a, b *results.File) int { return cmp.Compare(b.Started, a.Started) })
	all := len(runs)
	for i := 0; i < len(runs); i++ { // of copies the first counts
		runs = append(runs[:i+1], slices.DeleteFunc(runs[i+1:], func(f *results.File) bool { return results.SameRun(runs[i], f) })...)
	}
	err := errors.New("only one good run (want a second one, to see whether they agree)")
	if copies := all - len(runs); copies > 0 {
		err = fmt.Errorf("only one good run, and %d copies of it (want a second run, to see whether they agree)", copies)
	}
	for i, a := range runs {
		for _, b := range runs[i+1:] {
			if err = report.Repeats(b, a); err == nil {
				return a, nil
			}
		}
	}
	return nil, err
}

// take copies a raw file and its record into a folder of results, and returns the place of the raw file. Another file of that name stays.
func take(f *results.File, into string) (string, error) {
	folder := filepath.Join(into, f.Tables[0].Machine)
	_, record, err := results.ReadRecord(f.Name)
	if err != nil {
		return "", err
	}
	paths := [...]string{record, f.Name}
	var texts [len(paths)][]byte
	for i, from := range paths {
		if texts[i], err = input.ReadFound(from, input.Most); err != nil {
			return "", err
		}
		paths[i] = filepath.Join(folder, filepath.Base(from))
		if there, err := input.ReadFound(paths[i], input.Most); err == nil && !bytes.Equal(there, texts[i]) {
			return "", fmt.Errorf("%s exists, and differs from %s", paths[i], from)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	for i, to := range paths {
		if err := atomicfile.Write(to, texts[i]); err != nil {
			return "", err
		}
	}
	return paths[1], nil
}
