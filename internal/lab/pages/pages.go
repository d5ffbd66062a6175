// Package pages writes the generated parts of the pages in docs, which stand between markers, and their pictures. Parts are made of files that git tracks, which the
// pages name, and of counts made now.
package pages

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/tracked"
)

// The wiring of the techniques comes first, since go generate ./... visits folders by name.
//
//go:generate go generate ../../techniques
//go:generate go run ../../../cmd/lab pages

// Patterns of the files that parts are made of.
const (
	measured   = "../results/*/*.txt*"                  // all runs of each machine
	curves     = "../results/*/questions/*.txt*"        // for several numbers of questions
	engineRuns = "../results/*/engine/*.txt*"           // loops, and an engine
	realRuns   = "../results/*/engines/*-*.json"        // matches of engines that evaluate by hand
	networked  = "../results/*/engines/networks/*.json" // matches of engines with a network
	sliced     = "../results/*/engines/slices/*/*.json" // matches of an engine in slices of several lengths
	selfRuns   = "../results/*/engines/aa.json"         // matches of engines with themselves
	twoRuns    = "../results/*/twice/*.txt*"            // two runs in a row
	besides    = "../results/*/beside/*.txt*"           // a run alone, and runs beside planted neighbours
	crowded    = "../results/*/crowd/*.txt*"            // make bench beside planted neighbours on all processors
	rehearsed  = "../results/*/guards.csv"              // guards with known answers
	platforms  = "../results/platforms.csv"             // what works on which
	priced     = "../results/*/prices/*.txt*"           // without checks of indices in Go, and with calls in C
	caches     = "../results/stockfish-caches.csv"      // misses in simulated caches
	asked      = "../internal/harness/corpus/asked.csv" // how often searches ask
	inWasm     = "../results/*/wasm/*.txt*"             // Go as WebAssembly beside the processor's own code
)

// parts are the generated parts of the pages, with the markers around them and the files that they are made of.
var parts = []struct {
	page, marker, pattern string
	write                 func(*page)
}{
	{"techniques.md", "techniques", measured, writeTechniques},
	{"claims.md", "claims", measured, writeClaims},
	{"engine.md", "gains", measured, writeGains},
	{"engine.md", "engines", realRuns, writeRealEngines},
	{"engine.md", "caches", caches, writeCaches},
	{"engine.md", "networks", networked, writeNetworks},
	{"engine.md", "slices", sliced, writeSlices},
	{"engine.md", "loops", engineRuns, writeLoops},
	{"engine.md", "pressure", engineRuns, writePressure},
	{"engine.md", "uses", engineRuns, writeUses},
	{"go-and-c.md", "twins", measured, writeTwins},
	{"go-and-c.md", "prices", priced, writePrices},
	{"go-and-c.md", "wasm", inWasm, writeWasm},
	{"measuring.md", "asked", asked, writeAsked},
	{"measuring.md", "times", curves, writeTimes},
	{"measuring.md", "twice", twoRuns, writeTwice},
	{"measuring.md", "beside", besides, writeBeside},
	{"measuring.md", "crowd", crowded, writeCrowd},
	{"measuring.md", "coverage", measured, writeCoverage},
	{"measuring.md", "guards", rehearsed, writeGuards},
	{"measuring.md", "itself", selfRuns, writeSelfMatches},
	{"measuring.md", "platforms", platforms, writePlatforms},
	{"smallest-tables.md", "sizes", "", writeSizes},
	{"smallest-tables.md", "pareto", measured, writePareto},
	{"../results/README.md", "machines", measured, writeMachines},
}

// Write writes the pages of the checkout around the working directory, and tells which untracked results they leave out. Patterns without a star are files that git tracks.
func Write(tell func(format string, args ...any)) error {
	root, err := source.Tree(".")
	if err != nil {
		return err
	}
	// From here on, paths are relative to docs, as links on its pages are.
	if err := os.Chdir(filepath.Join(root, "docs")); err != nil {
		return err
	}
	files, err := generate()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := atomicfile.Write(name, files[name]); err != nil {
			return err
		}
	}
	for _, path := range leftOut(measured, curves, engineRuns, realRuns, networked, sliced, selfRuns, twoRuns, besides, crowded, rehearsed, priced, inWasm) {
		tell("left out %s: git does not track it; git add it to publish it", path)
	}
	return nil
}

// leftOut returns the files that match patterns and that git does not track.
func leftOut(patterns ...string) (paths []string) {
	for _, pattern := range patterns {
		all, _ := filepath.Glob(pattern) // generate has reported a damaged pattern
		known, _ := tracked.Glob(pattern)
		paths = append(paths, slices.DeleteFunc(all, func(path string) bool { return slices.Contains(known, path) })...)
	}
	return paths
}

// generate returns the pages, and the files that they show or link, by file name.
func generate() (map[string][]byte, error) {
	files, machines := map[string][]byte{}, map[string][]*machine{}
	for _, part := range parts {
		doc, begun := files[part.page]
		if !begun {
			var err error
			if doc, err = os.ReadFile(part.page); err != nil {
				return nil, err
			}
		}
		begin, end := []byte("<!-- generated: "+part.marker+" -->\n"), []byte("<!-- end -->")
		before, rest, ok := bytes.Cut(doc, begin)
		_, after, ended := bytes.Cut(rest, end)
		if !ok || !ended {
			return nil, fmt.Errorf("%s: want a line %q and below it %q", part.page, begin, end)
		}
		text, err := (&page{pattern: part.pattern, files: files, machines: machines}).written(part.write)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.page, err)
		}
		files[part.page] = slices.Concat(before, begin, []byte("\n"+text+"\n"), end, after)
	}
	return files, nil
}
