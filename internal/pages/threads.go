package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/harness/threads"
)

// threadTables writes what two engines at once do to each technique, for each machine.
func threadTables(pattern string) (string, error) { return eachFile(pattern, "threads", writeThreads) }

func writeThreads(b *strings.Builder, path string) error {
	speeds, names, err := readThreads(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "**%s**, from [%s](../%[2]s)\n\n", filepath.Base(filepath.Dir(filepath.Dir(path))), source(path))
	writeHead(b, "--:", "technique", "alone, Mnodes/s", "shared : alone", "private : alone", "shared : private")
	for _, name := range names {
		of := func(way string) []float64 { return speeds[name+" "+way] }
		writeRow(b, name, stats.Median(of(threads.Alone)).Format(1e-6), stats.Ratio(of(threads.Shared), of(threads.Alone)).Format(1),
			stats.Ratio(of(threads.Private), of(threads.Alone)).Format(1), stats.Ratio(of(threads.Shared), of(threads.Private)).Format(1))
	}
	b.WriteByte('\n')
	return nil
}

// readThreads returns the speeds in a file, round by round, by technique and way, and the techniques.
func readThreads(path string) (speeds map[string][]float64, names []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	speeds = map[string][]float64{}
	reader := benchfmt.NewReader(bytes.NewReader(text), path)
	for reader.Scan() {
		r, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		_, parts := r.Name.Parts()
		speed, has := r.Value("nodes/s")
		if len(parts) != 2 || !has {
			return nil, nil, fmt.Errorf("%s: %s is no line of slidebench threads", path, r.Name)
		}
		name, way := strings.TrimPrefix(string(parts[0]), "/technique="), strings.TrimPrefix(string(parts[1]), "/tables=")
		speeds[name+" "+way] = append(speeds[name+" "+way], speed)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return speeds, names, reader.Err()
}
