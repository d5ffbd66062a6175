package main

import (
	"cmp"
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
)

// readAll reads result files, with the facts of the techniques in them.
func readAll(paths []string) ([]*results.File, error) {
	files, errs := make([]*results.File, len(paths)), make([]error, len(paths))
	var reading sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, path := range paths {
		free <- struct{}{}
		reading.Go(func() {
			files[i], errs[i] = results.Read(path)
			<-free
		})
	}
	reading.Wait()
	if err := cmp.Or(errs...); err != nil {
		return nil, err // of the first file that has one
	}
	for _, f := range files {
		f.Facts = techniques.Facts()
		for name, source := range f.Guests {
			f.Facts[name] = facts.Facts{Name: name, Family: facts.Guest, Source: source}
		}
	}
	return files, nil
}

func wantFiles(_ *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		return fmt.Errorf("no result file (want one or more, such as results/*/*.txt.gz)")
	}
	return nil
}
