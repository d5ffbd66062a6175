// Command pages writes the generated parts of the pages in docs, which stand between markers, and their pictures. It reads files
// that git tracks:
//
//	measuring.md        times over the number of questions, from results/<machine>/questions, and the cache lines that these touch,
//	                    counted here and now
//	smallest-tables.md  the sizes of the stored sets and their times, from the newest results/<machine>/*.txt
//	techniques.md       a section for each technique: its package comment, its counts in docs/counts.txt and of cache lines, and
//	                    its ranks in the newest files
//	claims.md           claims about techniques, compared with those files
//	go-and-c.md         loops in Go against the same loops in C, from results/<machine>/twins/go-c.txt
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
	measured  = "../results/*/*.txt"           // of each machine the newest
	curves    = "../results/*/questions/*.txt" // for several numbers of questions
	twinFiles = "../results/*/twins/go-c.txt"  // in Go and in C
)

// page returns the generated parts of a page, given its text, and the files of its pictures by their names.
type page func(doc []byte) (parts map[string]string, pictures map[string][]byte, err error)

var pages = map[string]page{
	"measuring.md":       measuringPage,
	"smallest-tables.md": smallestPage,
	"techniques.md":      techniquesPage,
	claimsFile:           claimsPage,
	"go-and-c.md":        twinsPage,
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
	for _, path := range leftOut(measured, curves, twinFiles) {
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
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		doc, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		parts, pictures, err := pages[name](doc)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, marker := range slices.Sorted(maps.Keys(parts)) {
			before, _, rest, err := cut(doc, marker)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			doc = slices.Concat(before, []byte("\n"+parts[marker]+"\n"), rest)
		}
		maps.Copy(files, pictures)
		files[name] = doc
	}
	return files, nil
}

// cut returns a page up to a marker, the generated part below, and the rest from the end marker on.
func cut(doc []byte, name string) (before, generated, rest []byte, err error) {
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end -->"
	i := bytes.Index(doc, []byte(begin))
	j := bytes.Index(doc[i+1:], []byte(end))
	if i < 0 || j < 0 {
		return nil, nil, nil, fmt.Errorf("want a line %q and below it %q", begin, end)
	}
	i, j = i+len(begin), i+1+j
	return doc[:i], doc[i:j], doc[j:], nil
}

// percent writes a part: "3 %", or "?" where it is not known.
func percent(part float64) string {
	if math.IsInf(part, 0) || math.IsNaN(part) {
		return "?"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

// thousands writes a number below a million with a comma: "65,536".
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
