package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// readResults reads result files, and all files in folders of results. It joins the runs of one machine into one result.
func readResults(paths []string) ([]*results.File, error) {
	paths, err := inFolders(paths)
	if err != nil {
		return nil, err
	}
	files, err := readAll(paths)
	if err != nil {
		return nil, err
	}
	return runs.Combine(files)
}

// inFolders returns paths with folders replaced by the raw files in them. A folder without any is an error.
func inFolders(paths []string) (files []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // reading it returns the error
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		before := len(files)
		for _, e := range entries {
			if name := e.Name(); !e.IsDir() && isRaw(name) {
				files = append(files, filepath.Join(path, name))
			}
		}
		if len(files) == before {
			return nil, fmt.Errorf("no raw files in folder %q (want a machine's, such as results/amd-epyc-zen-3-vm)", path)
		}
	}
	return files, nil
}

// isRaw reports whether a name is a raw file's, compressed or not.
func isRaw(name string) bool { return strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".txt") }

// readFile reads a raw file. It is a variable for a test, which reads each file only once.
var readFile = results.Read

// readAll reads result files in parallel, and adds the facts about their techniques.
func readAll(paths []string) ([]*results.File, error) {
	files, errs := make([]*results.File, len(paths)), make([]error, len(paths))
	var reading sync.WaitGroup
	busy := make(chan struct{}, runtime.GOMAXPROCS(0)) // has room for a token of each reader
	for i, path := range paths {
		busy <- struct{}{}
		reading.Go(func() {
			files[i], errs[i] = readFile(path)
			<-busy
		})
	}
	reading.Wait()
	if err := cmp.Or(errs...); err != nil {
		return nil, err // of the first file that cannot be read
	}
	for _, f := range files {
		f.Facts, f.Today = techniques.Facts(), techniques.QueenBytes
		for name, source := range f.Guests {
			f.Facts[name] = facts.Facts{Name: name, Family: facts.Guest, Source: source}
		}
	}
	return files, nil
}

// wantFiles checks the arguments of commands that read result files.
func wantFiles(_ *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		return fmt.Errorf("no result file (want one or more, such as results/*/*.txt.gz)")
	}
	return nil
}
