package pages

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/mode"
)

// sizes are the numbers of questions that are measured and counted.
var sizes = []int{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}

// modes are shown for a rook.
var modes = []mode.Mode{mode.Throughput, mode.Latency}

// writeTimes writes pictures and tables of times over numbers of questions, for every machine.
func writeTimes(p *page) {
	p.each("curve", func(paths []string) {
		var f *results.File
		for _, path := range paths {
			f = join(f, must(results.Read(path)))
		}
		slices.SortStableFunc(f.Tables, func(s, t results.Table) int { return s.Questions - t.Questions })
		for _, mode := range modes {
			picture := must(plot.Curve(f, board.Rook, string(mode), plot.Options{Title: "Times over the number of questions"}))
			p.picture(picture.Title, picture.Name, picture.SVG())
			p.times(f, mode)
		}
		p.Printf("*%s*: %s.\n", f.Targets()[0].Machine, report.Units(f))
	})
}

// join adds the tables of a file to those of the same run before it, which may be nil.
func join(all, f *results.File) *results.File {
	switch {
	case all == nil:
		f.Name = filepath.ToSlash(filepath.Join("results", filepath.Base(filepath.Dir(filepath.Dir(f.Name))), "questions", "*.txt"))
		return f
	case f.Reference != all.Reference || f.Revision() != all.Revision():
		check(fmt.Errorf("%s: reference %s, %s (want those of the files beside it: %s, %s)",
			f.Name, f.Reference, f.Revision(), all.Reference, all.Revision()))
	}
	all.Tables = append(all.Tables, f.Tables...)
	return all
}

// times writes the times of a rook in a mode: a row for each technique, a column for each number of questions, and the
// ratio of the last median to the first.
func (p *page) times(f *results.File, mode mode.Mode) {
	var tables []*results.Table
	var names []string
	for _, target := range f.Targets() {
		t := f.Table(target, board.Rook, string(mode), grid.DefaultCorpus)
		tables = append(tables, t)
		for _, s := range t.Series {
			if f.Ranked(s.Technique) && !slices.Contains(names, s.Technique) {
				names = append(names, s.Technique)
			}
		}
	}
	head, noise := []string{"rook, " + string(mode) + ", " + report.Unit(tables[0])}, []string{"*A/A noise*"}
	for _, t := range tables {
		head, noise = append(head, power(t.Questions)), append(noise, percent(math.Expm1(report.Rank(f, *t).Noise)))
	}
	p.Head(append(head, head[len(head)-1]+" : "+head[1])...)
	slices.Sort(names)
	for _, name := range slices.Concat(grid.Controls, names) {
		fields := []string{name}
		var medians []float64
		for _, t := range tables {
			field := ""
			if s := t.Find(name); s != nil && s.Measured() > 0 {
				time := stats.Median(s.Values)
				medians, field = append(medians, time.Median), plusMinus(time)
			}
			fields = append(fields, field)
		}
		growth := ""
		if len(medians) > 0 {
			growth = fmt.Sprintf("%.2f", medians[len(medians)-1]/medians[0])
		}
		p.Row(append(fields, growth)...)
	}
	p.Row(append(noise, "")...)
	p.WriteByte('\n')
}

// writeLines counts touched cache lines and writes a table for each piece. Techniques that this machine lacks a feature for keep their
// rows.
func writeLines(p *page) {
	q := must(corpus.New(grid.DefaultCorpus, sizes[len(sizes)-1], 1))
	var pieces [len(board.Pieces)]page
	for i := range pieces {
		head := []string{board.Piece(i).String(), "in all"}
		for _, n := range sizes {
			head = append(head, power(n))
		}
		pieces[i].Head(head...)
	}
	for _, e := range techniques.Catalogue() {
		if e.TableBytes(board.Queen) == 0 || wide(e) || e.Family == facts.Picker {
			continue
		}
		if e.Available() != nil {
			rows := regexp.MustCompile(`(?m)^\| `+e.Name+` \|.*\n`).FindAll(p.old, -1)
			for i := range min(len(rows), len(pieces)) {
				pieces[i].Write(rows[i])
			}
			continue
		}
		counts, _ := countLines(e, q, sizes)
		for i := range pieces {
			fields := []string{e.Name, thousands((e.TableBytes(board.Piece(i)) + lineBytes - 1) / lineBytes)}
			for _, n := range counts[i] {
				fields = append(fields, thousands(n))
			}
			pieces[i].Row(fields...)
		}
	}
	for i := range pieces {
		p.Printf("%s\n", &pieces[i])
	}
}

// wide reports whether a technique is of vectors. Vector forms read few lines and constants, in another order than their portable forms.
func wide(e *techniques.Entry) bool {
	return slices.ContainsFunc(e.Needs, func(feature string) bool { return feature != "bmi2" })
}
