package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/mode"
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
		f.Facts, f.Picks = techniques.Facts(), picks(f.Targets()[0].Features)
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

// picks returns what best picks on a machine with a feature set.
func picks(featureSet string) results.Picks {
	modes := map[best.Use][]mode.Mode{
		best.One:   {mode.Throughput, mode.Latency},
		best.Pair:  {mode.Both, mode.BothLatency},
		best.Batch: {mode.Batch, mode.BatchBoth},
	}
	p := results.Picks{Features: featureSet, ByMode: map[string]string{}}
	has := strings.Split(featureSet, "+")
	for _, pick := range best.PicksWith(func(feature string) bool { return slices.Contains(has, feature) }) {
		for _, mode := range modes[pick.Use] {
			p.ByMode[string(mode)] = pick.Technique
		}
	}
	return p
}
