// Command docs writes the generated parts of measuring.md, which stand between markers, and its pictures: times over the number
// of questions, from the raw files results/<machine>/questions/<number>.txt, and the cache lines that the same questions
// touch, counted here and now. Into the README it writes how Go compares with C, from results/<machine>/twins/go-c.txt, and
// into smallest-tables.md the sizes of the stored sets, and what each costs, from the newest results/<machine>/*.txt.
// All of these are files that git tracks. Techniques.md has a section for each technique: what its package comment says, what counts.txt and its tables tell of a
// lookup, and where those newest files rank it. Claims.md compares what people say with what those files tell.
package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

//go:generate go generate ../techniques
//go:generate go run .

const (
	document = "measuring.md"
	readme   = "../README.md"
	raw      = "../results/*/questions/*.txt"
)

// sizes are the numbers of questions that are measured and counted.
var sizes = []int{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}

// modes are those whose times are shown, all for a rook.
var modes = []mode.Mode{mode.Throughput, mode.Latency}

func main() {
	log.SetFlags(0)
	log.SetPrefix("docs: ")
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := atomicfile.Write(name, files[name]); err != nil {
			log.Fatal(err)
		}
	}
	for _, path := range leftOut(measured, raw, twinFiles) {
		log.Printf("left out %s: git does not track it; git add it to publish it", path)
	}
}

// leftOut returns the files that match patterns and that pages do not follow.
func leftOut(patterns ...string) (paths []string) {
	for _, pattern := range patterns {
		all, _ := filepath.Glob(pattern) // generate has reported a damaged pattern
		kept, _ := tracked.Glob(pattern)
		paths = append(paths, slices.DeleteFunc(all, func(path string) bool { return slices.Contains(kept, path) })...)
	}
	return paths
}

// generate returns the documents and their pictures by their file names.
func generate() (map[string][]byte, error) {
	doc, err := os.ReadFile(document)
	if err != nil {
		return nil, err
	}
	readMe, err := os.ReadFile(readme)
	if err != nil {
		return nil, err
	}
	times, files, err := timeTables(raw)
	if err != nil {
		return nil, err
	}
	counts, err := lineTables(doc)
	if err != nil {
		return nil, err
	}
	twins, err := twinTables(twinFiles)
	if err != nil {
		return nil, err
	}
	small, err := os.ReadFile(smallest)
	if err != nil {
		return nil, err
	}
	sizes, err := sizeTable()
	if err != nil {
		return nil, err
	}
	pareto, err := paretoTables(measured)
	if err != nil {
		return nil, err
	}
	cat, err := os.ReadFile(catalogue)
	if err != nil {
		return nil, err
	}
	pages, err := techniquePages(cat)
	if err != nil {
		return nil, err
	}
	said, err := os.ReadFile(claimsPage)
	if err != nil {
		return nil, err
	}
	verdicts, err := claimTables(claims, measured)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		file string
		in   *[]byte
		name string
		text string
	}{
		{document, &doc, "times", times}, {document, &doc, "lines", counts}, {readme, &readMe, "twins", twins},
		{smallest, &small, "sizes", sizes}, {smallest, &small, "pareto", pareto},
		{catalogue, &cat, "techniques", pages}, {claimsPage, &said, "claims", verdicts},
	} {
		before, _, rest, err := cut(*part.in, part.name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.file, err)
		}
		*part.in = slices.Concat(before, []byte("\n"+part.text+"\n"), rest)
	}
	files[document], files[readme], files[smallest], files[catalogue], files[claimsPage] = doc, readMe, small, cat, said
	return files, nil
}

// cut returns the document up to a marker, what is generated there, and the rest, from the end marker on.
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

// timeTables returns, for every machine with raw files, pictures and tables of times, and the pictures' files.
func timeTables(pattern string) (string, map[string][]byte, error) {
	paths, err := tracked.Glob(pattern)
	if err != nil {
		return "", nil, err
	}
	machines := map[string]*results.File{}
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return "", nil, err
		}
		machine := filepath.Base(filepath.Dir(filepath.Dir(path)))
		if machines[machine], err = join(machines[machine], f); err != nil {
			return "", nil, err
		}
	}
	files := map[string][]byte{}
	if len(machines) == 0 {
		return fmt.Sprintf("*There are no raw files `%s` to draw the times from: `make curve` measures them.*\n",
			strings.TrimPrefix(pattern, "../")), files, nil
	}
	var b strings.Builder
	for _, machine := range slices.Sorted(maps.Keys(machines)) {
		f := machines[machine]
		slices.SortStableFunc(f.Tables, func(s, t results.Table) int { return s.Questions - t.Questions })
		for _, mode := range modes {
			picture, err := plot.Curve(f, board.Rook, string(mode), plot.Options{Title: "Times over the number of questions"})
			if err != nil {
				return "", nil, err
			}
			png, err := picture.PNG()
			if err != nil {
				return "", nil, err
			}
			files[picture.Name+".svg"], files[picture.Name+".png"] = picture.SVG(), png
			fmt.Fprintf(&b, "![%s](%s.svg)\n\n", picture.Title, picture.Name)
			timeTable(&b, f, mode)
		}
		fmt.Fprintf(&b, "*%s*: %s.\n\n", machine, report.Estimator(f))
	}
	return strings.TrimSuffix(b.String(), "\n"), files, nil
}

// join adds the tables of a file to those of others of the same run, or to none.
func join(all, f *results.File) (*results.File, error) {
	if all == nil {
		f.Name = filepath.ToSlash(filepath.Join("results", filepath.Base(filepath.Dir(filepath.Dir(f.Name))), "questions", "*.txt"))
		return f, nil
	}
	if f.Reference != all.Reference || f.Revision() != all.Revision() {
		return nil, fmt.Errorf("%s: reference %s, %s (want those of the files beside it: %s, %s)",
			f.Name, f.Reference, f.Revision(), all.Reference, all.Revision())
	}
	if f.InCycles() != all.InCycles() {
		return nil, fmt.Errorf("%s: %s (want the same as in the files beside it)", f.Name, report.Estimator(f))
	}
	all.Tables = append(all.Tables, f.Tables...)
	return all, nil
}

// timeTable writes the times of a rook in a mode: a row for each technique, a column for each number of questions, and the
// ratio of the last median to the first.
func timeTable(b *strings.Builder, f *results.File, mode mode.Mode) {
	var tables []*results.Table
	for _, target := range f.Targets() {
		tables = append(tables, f.Table(target, board.Rook, string(mode), results.DefaultCorpus))
	}
	row := func(cells ...string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }
	head, rule := []string{"rook, " + string(mode) + ", " + report.Common(tables...).Unit(tables[0])}, []string{"---"}
	for _, t := range tables {
		head, rule = append(head, power(t.Questions)), append(rule, "--:")
	}
	row(append(head, power(tables[len(tables)-1].Questions)+" : "+power(tables[0].Questions))...)
	row(append(rule, "--:")...)
	var names []string
	for _, t := range tables {
		for _, s := range t.Series {
			if f.Ranked(s.Technique) && !slices.Contains(names, s.Technique) {
				names = append(names, s.Technique)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Concat(results.Controls, names) {
		cells := []string{name}
		var medians []float64
		for _, t := range tables {
			s := t.Find(name)
			if s == nil {
				cells = append(cells, "")
				continue
			}
			time := stats.Median(s.Values)
			if !time.Known() {
				cells = append(cells, "")
				continue
			}
			medians = append(medians, time.Median)
			cells = append(cells, cell(time))
		}
		growth := ""
		if len(medians) > 0 {
			growth = fmt.Sprintf("%.2f", medians[len(medians)-1]/medians[0])
		}
		row(append(cells, growth)...)
	}
	cells := []string{"*A/A noise*"}
	for _, t := range tables {
		noise := "?"
		if reference, again := t.Find(f.Reference), t.Find(results.Again(f.Reference)); reference != nil && again != nil {
			noise = percent(math.Expm1(stats.AANoise(reference.Values, again.Values)))
		}
		cells = append(cells, noise)
	}
	row(append(cells, "")...)
	b.WriteByte('\n')
}

// cell writes a time with the larger distance of its bounds: "1.884 ±1 %".
func cell(time stats.Interval) string {
	median, _, _ := strings.Cut(time.Format(1), " ")
	return median + " ±" + percent(max(time.Hi-time.Median, time.Median-time.Lo)/time.Median)
}

// percent writes a part: "3 %", or "?" where it is not known.
func percent(part float64) string {
	if math.IsInf(part, 0) || math.IsNaN(part) {
		return "?"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

// power writes a power of two as one.
func power(n int) string {
	exponent := math.Log2(float64(n))
	if exponent != math.Trunc(exponent) {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("2<sup>%.0f</sup>", exponent)
}

// lineTables counts touched cache lines and returns a table for each piece. A technique that is not what its name says on
// this machine keeps the rows that it has in the document.
func lineTables(doc []byte) (string, error) {
	q, err := harness.NewCorpus(results.DefaultCorpus, sizes[len(sizes)-1], 1)
	if err != nil {
		return "", err
	}
	_, old, _, err := cut(doc, "lines")
	if err != nil {
		return "", err
	}
	var pieces [len(board.Pieces)]strings.Builder
	for p := range pieces {
		b := &pieces[p]
		fmt.Fprintf(b, "| %v | in all |", board.Piece(p))
		for _, n := range sizes {
			fmt.Fprintf(b, " %s |", power(n))
		}
		fmt.Fprintf(b, "\n| --- |%s\n", strings.Repeat(" --: |", 1+len(sizes)))
	}
	for _, e := range techniques.Catalogue() {
		// Wide forms read a line or two and constants, in an order of their own and another one without the instructions.
		wide := slices.ContainsFunc(e.Needs, func(feature string) bool { return feature != "bmi2" })
		if e.TableBytes(board.Queen) == 0 || wide || e.Family == results.Picker {
			continue
		}
		if e.Available() != nil {
			rows := regexp.MustCompile(`(?m)^\| `+e.Name+` \|.*\n`).FindAll(old, -1)
			for p := range min(len(rows), len(pieces)) {
				pieces[p].Write(rows[p])
			}
			continue
		}
		counts, _ := countLines(e, q, sizes)
		for p := range pieces {
			b := &pieces[p]
			fmt.Fprintf(b, "| %s | %s |", e.Name, thousands((e.TableBytes(board.Piece(p))+lineBytes-1)/lineBytes))
			for _, n := range counts[p] {
				fmt.Fprintf(b, " %s |", thousands(n))
			}
			b.WriteByte('\n')
		}
	}
	var tables []string
	for p := range pieces {
		tables = append(tables, pieces[p].String())
	}
	return strings.Join(tables, "\n"), nil
}

// thousands writes a number below a million with a comma: "65,536".
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
