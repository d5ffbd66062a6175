// Command pages writes the generated parts of the pages in docs, which stand between markers, and their pictures. It reads files
// that git tracks:
//
//	measuring.md        times over the number of questions, from results/<machine>/questions, and the cache lines that these touch,
//	                    counted here and now; how far two runs in a row agree, from results/<machine>/twice; and what guards with known answers said, from results/<machine>/guards.csv
//	smallest-tables.md  the sizes of the stored sets and their times, from the newest results/<machine>/*.txt.gz
//	techniques.md       a section for each technique: its package comment, its counts in docs/counts.txt and of cache lines, and
//	                    its ranks in the newest files
//	claims.md           claims about techniques, compared with those files
//	go-and-c.md         loops in Go against the same loops in C, from the newest raw file, and
//	                    what of the price is checks and calls, from results/<machine>/prices
//	engine.md           loops against an engine, from results/<machine>/engine, its questions, counted here and now, and two engines at
//	                    once, from results/<machine>/threads
package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/tracked"
)

// The wiring of the techniques comes first, since go generate ./... visits folders by name.
//
//go:generate go generate ../../techniques
//go:generate go run .

// docs is the folder of the pages, from here. The program works in it, so that paths are also links on a page.
const docs = "../../docs"

// The files that pages follow.
const (
	measured   = "../results/*/*.txt*"           // of each machine the newest
	curves     = "../results/*/questions/*.txt*" // for several numbers of questions
	engineRun  = "../results/*/engine/*.txt*"    // loops, and an engine
	twoRuns    = "../results/*/twice/*.txt*"     // two runs in a row
	rehearsed  = "../results/*/guards.csv"       // guards with known answers
	threadRuns = "../results/*/threads/*.txt"    // two engines at once
	priced     = "../results/*/prices/*.txt*"    // without checks of indices in Go, and with calls in C
)

// parts are the generated parts of the pages, by the markers around them. Each is written anew, given its old text, and may add pictures
// to the files.
var parts = []struct {
	page, marker string
	write        func(old []byte, files map[string][]byte) (string, error)
}{
	{"measuring.md", "times", func(_ []byte, files map[string][]byte) (string, error) { return timeTables(curves, files) }},
	{"measuring.md", "lines", func(old []byte, _ map[string][]byte) (string, error) { return lineTables(old) }},
	{"measuring.md", "twice", func([]byte, map[string][]byte) (string, error) { return twiceTables(twoRuns) }},
	{"measuring.md", "guards", func([]byte, map[string][]byte) (string, error) { return guardTables(rehearsed) }},
	{"smallest-tables.md", "sizes", func([]byte, map[string][]byte) (string, error) { return sizeTable() }},
	{"smallest-tables.md", "pareto", func([]byte, map[string][]byte) (string, error) { return paretoTables(measured) }},
	{"techniques.md", "techniques", func(old []byte, _ map[string][]byte) (string, error) { return techniqueSections(old) }},
	{claimsFile, "claims", func([]byte, map[string][]byte) (string, error) { return claimTables(allClaims(), measured) }},
	{"go-and-c.md", "twins", func([]byte, map[string][]byte) (string, error) { return twinTables(measured) }},
	{"engine.md", "sentences", func([]byte, map[string][]byte) (string, error) { return engineSentences(engineRun) }},
	{"engine.md", "ranks", func([]byte, map[string][]byte) (string, error) { return engineRanks(engineRun) }},
	{"engine.md", "trace", func([]byte, map[string][]byte) (string, error) { return traceTable() }},
	{"engine.md", "pressure", func(_ []byte, files map[string][]byte) (string, error) { return enginePressure(engineRun, files) }},
	{"engine.md", "threads", func([]byte, map[string][]byte) (string, error) { return threadTables(threadRuns) }},
	{"engine.md", "reported", func([]byte, map[string][]byte) (string, error) { return reportedTable(), nil }},
	{"engine.md", "uses", func([]byte, map[string][]byte) (string, error) { return engineUses(engineRun) }},
	{"go-and-c.md", "prices", func([]byte, map[string][]byte) (string, error) { return priceTables(priced) }},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("pages: ")
	if err := os.Chdir(docs); err != nil {
		log.Fatal(err)
	}
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := atomicfile.Write(name, files[name]); err != nil {
			log.Fatal(err)
		}
	}
	for _, path := range leftOut(measured, curves, engineRun, twoRuns, rehearsed, threadRuns, priced) {
		log.Printf("left out %s: git does not track it; git add it to publish it", path)
	}
}

// leftOut returns the files that match patterns and that git does not track.
func leftOut(patterns ...string) (paths []string) {
	for _, pattern := range patterns {
		all, _ := filepath.Glob(pattern) // generate has reported a damaged pattern
		kept, _ := tracked.Glob(pattern)
		paths = append(paths, slices.DeleteFunc(all, func(path string) bool { return slices.Contains(kept, path) })...)
	}
	return paths
}

// generate returns the pages and their pictures by their file names.
func generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, p := range parts {
		doc, begun := files[p.page]
		if !begun {
			var err error
			if doc, err = os.ReadFile(p.page); err != nil {
				return nil, err
			}
		}
		begin, end := []byte("<!-- generated: "+p.marker+" -->\n"), []byte("<!-- end -->")
		before, rest, ok := bytes.Cut(doc, begin)
		old, after, ended := bytes.Cut(rest, end)
		if !ok || !ended {
			return nil, fmt.Errorf("%s: want a line %q and below it %q", p.page, begin, end)
		}
		text, err := p.write(old, files)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.page, err)
		}
		files[p.page] = slices.Concat(before, begin, []byte("\n"+text+"\n"), end, after)
	}
	return files, nil
}

// writeRow writes a row of a table.
func writeRow(b *strings.Builder, fields ...string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(fields, " | "))
}

// writeHead writes the head of a table. Its first column is of words; rule is that of the others, "--:" for numbers.
func writeHead(b *strings.Builder, rule string, columns ...string) {
	writeRow(b, columns...)
	fmt.Fprintf(b, "| --- |%s\n", strings.Repeat(" "+rule+" |", len(columns)-1))
}

// percent writes a part: "3 %", or "?" where it is not known.
func percent(part float64) string {
	if math.IsInf(part, 0) || math.IsNaN(part) {
		return "?"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

// thousands writes a number with commas: "65,536".
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
