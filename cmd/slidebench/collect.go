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

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/input"
)

func collectCommand() *cobra.Command {
	var into string
	c := &cobra.Command{
		Use:   "collect FOLDER...",
		Short: "Check other machines' results, and take the good runs",
		Long: `collect reads all raw files below some folders, as bench --results writes them. A run is good
if its file is whole, its commit clean, its processor known, and if another run of the same
machine agrees, of which it is no copy: one of these, or one in --results already. Of the
values that both have of the same code, in search, and in all other uses, at most one ratio
to the reference in twenty may differ by more than chance, and of one technique's in one
build at most half of them, or one. Two runs are too noisy to compare if chance is above 7 %
in an engine, or 15 % in loops, for more than a quarter of the values.

Good runs are added to the machine's folder in --results, which may hold five, the newest
first, and their paths printed. Reports of the folder make one result of them.

Exit status 1 says that runs were refused; each has a line.`,
		Example: `  slidebench collect measured --results results`,
		RunE: func(c *cobra.Command, folders []string) error {
			paths, err := rawFiles(folders)
			if err != nil {
				return err
			}
			var refused []error
			found := map[string][]*results.File{} // by machine
			for _, path := range paths {
				f, err := foundRun(path)
				if err != nil {
					refused = append(refused, err)
					continue
				}
				found[f.Tables[0].Machine] = append(found[f.Tables[0].Machine], f)
			}
			for _, machine := range slices.Sorted(maps.Keys(found)) {
				there, err := runsIn(into, machine)
				if err != nil {
					return err
				}
				good, bad := confirmed(found[machine], there)
				refused = append(refused, bad...)
				for _, f := range good {
					path := f.Name
					if into != "" {
						if len(there) == runs.Most {
							refused = append(refused, fmt.Errorf("%s: %s has %d runs already (want at most that: remove one)", f.Name, filepath.Join(into, machine), runs.Most))
							continue
						}
						if path, err = take(f, into); err != nil {
							return err
						}
						there = append(there, f)
					}
					if _, err := fmt.Fprintln(c.OutOrStdout(), path); err != nil {
						return err
					}
				}
			}
			if refused != nil {
				return cli.Answer(errors.Join(refused...))
			}
			return nil
		},
	}
	c.Flags().StringVar(&into, "results", "", "folder to copy good runs into, each to <machine>/; without it they are only checked")
	return c
}

// foundRun reads and validates a file that rawFiles has found.
func foundRun(path string) (*results.File, error) {
	if err := input.CheckFound(path); err != nil {
		return nil, err
	}
	return results.Validate(path)
}

// rawFiles returns the paths of the raw files below some folders. Finding none is an error.
func rawFiles(folders []string) (paths []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isRaw(path) {
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

// runsIn returns a machine's runs that are already in a folder of results; none if the folder is missing.
func runsIn(into, machine string) (list []*results.File, err error) {
	if into == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(into, machine))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.IsDir() || !isRaw(e.Name()) {
			continue
		}
		f, err := results.Read(filepath.Join(into, machine, e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, err
}

// confirmed returns the found runs that agree with a second run of the same machine, the newest first, and an error for each other found run. Runs that are already in
// the folder of results can confirm found runs, but are not returned.
func confirmed(found, there []*results.File) (good []*results.File, refused []error) {
	slices.SortFunc(found, func(a, b *results.File) int { return cmp.Compare(b.Started, a.Started) })
	copies := map[*results.File]int{}
	for i := 0; i < len(found); i++ { // of copies, only the first one, the newest, counts
		before := len(found)
		found = append(found[:i+1], slices.DeleteFunc(found[i+1:], func(f *results.File) bool { return results.SameRun(found[i], f) })...)
		copies[found[i]] = before - len(found)
	}
	for _, a := range found {
		if slices.ContainsFunc(there, func(f *results.File) bool { return results.SameRun(a, f) }) {
			continue // it is in the folder of results already
		}
		err := errors.New("only one good run (want a second one, to see whether they agree)") // or no other has values of the same code
		if n := copies[a]; n > 0 {
			err = fmt.Errorf("only one good run, and %d copies of it (want a second run, to see whether they agree)", n)
		}
		agrees := slices.ContainsFunc(slices.Concat(found, there), func(b *results.File) bool {
			if a == b {
				return false
			}
			first, second := a, b
			if b.Started < a.Started {
				first, second = b, a
			}
			before, after := runs.Alike(first, second), runs.Alike(second, first) // only cells of the same code
			if len(before.Tables) == 0 {
				return false // err stays that of a single run
			}
			differ := report.Repeats(before, after)
			if differ != nil {
				err = differ
			}
			return differ == nil
		})
		if !agrees {
			refused = append(refused, fmt.Errorf("%s at commit %s: %w", a.Tables[0].Machine, a.Commit, err))
			continue
		}
		good = append(good, a)
	}
	return good, refused
}

// take copies a raw file and its record into a folder of results, and returns the new path. It replaces no other file of that name.
func take(f *results.File, into string) (string, error) {
	folder := filepath.Join(into, f.Tables[0].Machine)
	_, record, err := results.ReadRecord(f.Name)
	if err != nil {
		return "", err
	}
	paths := [...]string{record, f.Name} // in this order, so that a raw file in the folder has its record
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
