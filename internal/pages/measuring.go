package main

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/mode"
)

// sizes are the numbers of questions that are measured and counted.
var sizes = []int{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}

// modes are shown for a rook.
var modes = []mode.Mode{mode.Throughput, mode.Latency}

// timeTables returns pictures and tables of times for every machine with raw files, and adds the pictures to files.
func timeTables(pattern string, files map[string][]byte) (string, error) {
	paths, err := tracked.Glob(pattern)
	if err != nil {
		return "", err
	}
	machines := map[string]*results.File{}
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return "", err
		}
		machine := filepath.Base(filepath.Dir(filepath.Dir(path)))
		if machines[machine], err = join(machines[machine], f); err != nil {
			return "", err
		}
	}
	if len(machines) == 0 {
		return missing(pattern, "curve"), nil
	}
	var b strings.Builder
	for _, machine := range slices.Sorted(maps.Keys(machines)) {
		f := machines[machine]
		slices.SortStableFunc(f.Tables, func(s, t results.Table) int { return s.Questions - t.Questions })
		for _, mode := range modes {
			picture, err := plot.Curve(f, board.Rook, string(mode), plot.Options{Title: "Times over the number of questions"})
			if err != nil {
				return "", err
			}
			files[picture.Name+".svg"] = picture.SVG()
			fmt.Fprintf(&b, "![%s](%s.svg)\n\n", picture.Title, picture.Name)
			timeTable(&b, f, mode)
		}
		fmt.Fprintf(&b, "*%s*: %s.\n\n", machine, report.Units(f))
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// join adds the tables of a file to those of the same run before it, which may be nil.
func join(all, f *results.File) (*results.File, error) {
	if all == nil {
		f.Name = filepath.ToSlash(filepath.Join("results", filepath.Base(filepath.Dir(filepath.Dir(f.Name))), "questions", "*.txt"))
		return f, nil
	}
	if f.Reference != all.Reference || f.Revision() != all.Revision() {
		return nil, fmt.Errorf("%s: reference %s, %s (want those of the files beside it: %s, %s)",
			f.Name, f.Reference, f.Revision(), all.Reference, all.Revision())
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
	head := []string{"rook, " + string(mode) + ", " + report.Unit(tables[0])}
	for _, t := range tables {
		head = append(head, power(t.Questions))
	}
	writeHead(b, "--:", append(head, power(tables[len(tables)-1].Questions)+" : "+power(tables[0].Questions))...)
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
		fields := []string{name}
		var medians []float64
		for _, t := range tables {
			field := ""
			if s := t.Find(name); s != nil {
				if time := stats.Median(s.Values); time.Known() {
					medians, field = append(medians, time.Median), plusMinus(time)
				}
			}
			fields = append(fields, field)
		}
		growth := ""
		if len(medians) > 0 {
			growth = fmt.Sprintf("%.2f", medians[len(medians)-1]/medians[0])
		}
		writeRow(b, append(fields, growth)...)
	}
	fields := []string{"*A/A noise*"}
	for _, t := range tables {
		noise := "?"
		if reference, again := t.Find(f.Reference), t.Find(results.Again(f.Reference)); reference != nil && again != nil {
			noise = percent(math.Expm1(stats.AANoise(reference.Values, again.Values)))
		}
		fields = append(fields, noise)
	}
	writeRow(b, append(fields, "")...)
	b.WriteByte('\n')
}

// lineTables counts touched cache lines and returns a table for each piece. Techniques that this machine lacks a feature for keep their
// rows of the old tables.
func lineTables(old []byte) (string, error) {
	q, err := corpus.New(results.DefaultCorpus, sizes[len(sizes)-1], 1)
	if err != nil {
		return "", err
	}
	var pieces [len(board.Pieces)]strings.Builder
	for p := range pieces {
		head := []string{board.Piece(p).String(), "in all"}
		for _, n := range sizes {
			head = append(head, power(n))
		}
		writeHead(&pieces[p], "--:", head...)
	}
	for _, e := range techniques.Catalogue() {
		if e.TableBytes(board.Queen) == 0 || wide(e) || e.Family == facts.Picker {
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
			fields := []string{e.Name, thousands((e.TableBytes(board.Piece(p)) + lineBytes - 1) / lineBytes)}
			for _, n := range counts[p] {
				fields = append(fields, thousands(n))
			}
			writeRow(&pieces[p], fields...)
		}
	}
	var tables []string
	for p := range pieces {
		tables = append(tables, pieces[p].String())
	}
	return strings.Join(tables, "\n"), nil
}

// wide reports whether a technique is of vectors. Vector forms read few lines and constants, in another order than their portable forms.
func wide(e *techniques.Entry) bool {
	return slices.ContainsFunc(e.Needs, func(feature string) bool { return feature != "bmi2" })
}

// plusMinus writes a time with the larger distance of its bounds: "1.884 ±1 %".
func plusMinus(time stats.Interval) string {
	median, _, _ := strings.Cut(time.Format(1), " ")
	return median + " ±" + percent(max(time.Hi-time.Median, time.Median-time.Lo)/time.Median)
}

// power writes a power of two as one.
func power(n int) string {
	exponent := math.Log2(float64(n))
	if exponent != math.Trunc(exponent) {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("2<sup>%.0f</sup>", exponent)
}
