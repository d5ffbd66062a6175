package pages

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tracked"
)

// writeTimes draws, for each machine, times over the number of questions.
func writeTimes(p *page) {
	p.each("make curve", func(paths []string) {
		var f *results.File
		for _, path := range paths {
			f = join(f, must(results.Read(path)))
		}
		slices.SortStableFunc(f.Tables, func(s, t results.Table) int { return s.Questions - t.Questions })
		for _, m := range []mode.Mode{mode.Throughput, mode.Latency} {
			curve := func(theme string) *plot.Picture {
				return must(plot.Curve(f, board.Rook, m, plot.Options{Techniques: curved, Theme: theme}))
			}
			p.picture(curve("light"), curve("dark"))
		}
	})
}

// curved are the techniques in pictures of times: one for each kind of tables, so that each line has room for its name, and the loop alone.
var curved = []string{"classical", "sherwin", "magic", "fancymagic", "pext", "quintessence", "noop"}

// join adds the tables of a file to those of an earlier file of the same run, nil for the first.
func join(all, f *results.File) *results.File {
	switch {
	case all == nil:
		f.Name = filepath.ToSlash(filepath.Join("results", filepath.Base(filepath.Dir(filepath.Dir(f.Name))), "questions", "*.txt.gz"))
		return f
	case f.Reference != all.Reference || f.Revision() != all.Revision():
		check(fmt.Errorf("%s: reference %s, %s (want those of the files beside it: %s, %s)",
			f.Name, f.Reference, f.Revision(), all.Reference, all.Revision()))
	}
	all.Tables = append(all.Tables, f.Tables...)
	return all
}

// upTo are limits for the bytes of tables, about the sizes of a core's first two caches: writeTwice counts cells between them. Larger tables wait for caches that cores
// share, or for memory.
var upTo = []int64{32 << 10, 1 << 20, math.MaxInt64}

// writeTwice writes, for each machine, how far two runs in a row agree, by the size of techniques' tables.
func writeTwice(p *page) {
	p.each("make twice", func(paths []string) {
		if len(paths) != 2 {
			check(fmt.Errorf("%s: %d raw files (want two runs)", filepath.Dir(paths[0]), len(paths)))
		}
		one, two := must(results.Read(paths[0])), must(results.Read(paths[1]))
		apart := make([]distances, len(upTo)+1) // by size of tables, and of all cells
		lowest := math.Inf(1)
		for _, t := range one.Tables {
			other := two.Table(t.Target, t.Piece, t.Mode, t.Corpus)
			if other == nil {
				check(fmt.Errorf("%s has no table of %v, %s, %s, %s", paths[1], t.Piece, t.Mode, t.Corpus, t.Build()))
			}
			a, b := report.Rank(one, t), report.Rank(two, *other)
			lowest = min(lowest, report.Agree(&a, &b).TauMedians)
			for _, s := range t.Series {
				if again := other.Find(s.Row()); again != nil {
					size := slices.IndexFunc(upTo, func(most int64) bool { return s.AtMost(most) })
					apart[size].add(s.Values, again.Values)
					apart[len(upTo)].add(s.Values, again.Values)
				}
			}
		}
		p.Printf("**%s**, from %s and %s\n\n", one.Targets()[0].Machine, raw(paths[0]), raw(paths[1]))
		p.Head("tables", "cells", "within 3 %", "middle cell", "farthest apart")
		for size, cells := range apart {
			name := "all cells"
			switch {
			case size == len(upTo): // the last row has all cells
			case upTo[size] == math.MaxInt64:
				name = "larger"
			default:
				name = "up to " + results.Bytes(upTo[size])
			}
			if n := len(cells); n > 0 {
				slices.Sort(cells)
				p.Row(name, thousands(n), cells.reproduced(), percent(cells[n/2]-1), percent(cells[n-1]-1))
			}
		}
		p.Printf("\nKendall's tau between the ranks of the two runs is at least %.3f in each of the %d tables.\n", lowest, len(one.Tables))
	})
}

// writeBeside compares runs beside neighbours, and a second run alone, with the first run alone.
func writeBeside(p *page) {
	p.each("make beside", func(paths []string) {
		i := slices.IndexFunc(paths, func(path string) bool { return strings.HasPrefix(filepath.Base(path), "alone.") })
		if i < 0 {
			check(fmt.Errorf("%s: no run alone (want alone.txt.gz)", filepath.Dir(paths[0])))
		}
		p.compared(must(results.Read(paths[i])), slices.Delete(slices.Clone(paths), i, i+1), "")
	})
}

// writeCrowd compares searches of make bench beside neighbours on all processors with the machine's newest run.
func writeCrowd(p *page) {
	p.each("make crowd", func(paths []string) {
		home := filepath.Join(filepath.Dir(paths[0]), "..", "*.txt*")
		all := newest(home)
		if len(all) == 0 {
			check(fmt.Errorf("%s: the machine has no other run (want one without neighbours)", fromRoot(home)))
		}
		p.compared(must(results.Read(all[0])), paths, mode.Search)
	})
}

// compared compares runs with a run alone, in all of its tables or in those of a mode.
func (p *page) compared(alone *results.File, paths []string, only mode.Mode) {
	p.Printf("**%s**, from the files in %s\n\n", alone.Targets()[0].Machine, raw(filepath.Dir(paths[0])))
	p.Head("run", "clean slices", "tables", "rows with an interval", "Kendall's tau", "pairs reversed", "gains apart, middle", "farthest")
	for _, path := range paths {
		f := must(results.Read(path))
		tables, sure, rows, reversed, pairs, tau := 0, 0, 0, 0, 0, 0.0
		var apart []float64
		for _, t := range alone.Tables {
			if only != "" && t.Mode != only {
				continue
			}
			other := f.Table(f.Targets()[0].With(t.Built), t.Piece, t.Mode, t.Corpus) // the machine of f has another name
			if other == nil {
				check(fmt.Errorf("%s has no table of %v, %s, %s, %s", path, t.Piece, t.Mode, t.Corpus, t.Build()))
			}
			a, b := report.Rank(alone, t), report.Rank(f, *other)
			agreement := report.Agree(&a, &b)
			tables++
			tau += agreement.TauMedians
			reversed, pairs = reversed+agreement.Reversed, pairs+agreement.Alike+agreement.Reversed+agreement.Tied
			for _, s := range other.Series {
				rows++
				if s.Measured() >= stats.MinRounds {
					sure++
				}
			}
			for _, s := range t.Series {
				one, two := ratio(&t, s.Row(), alone.Reference), ratio(other, s.Row(), alone.Reference)
				if d := 100 * math.Abs(1/one.Median-1/two.Median); s.Row() != alone.Reference && !math.IsNaN(d) {
					apart = append(apart, d)
				}
			}
		}
		slices.Sort(apart)
		name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".txt"), "-", " ")
		p.Row(name, percent(float64(f.Clean)/float64(f.Slices)), fmt.Sprint(tables), fmt.Sprintf("%d of %d", sure, rows), fmt.Sprintf("%.2f", tau/float64(tables)), fmt.Sprintf("%d of %d", reversed, pairs),
			fmt.Sprintf("%.1f points", apart[len(apart)/2]), fmt.Sprintf("%.1f points", apart[len(apart)-1]))
	}
}

// writeCoverage writes how often a run lies in the intervals from its machine's other runs.
func writeCoverage(p *page) {
	var files []*results.File // the runs that reports join, and those of a later day, which reports leave out
	for _, pattern := range []string{p.pattern, filepath.Join(filepath.Dir(p.pattern), "nextday", filepath.Base(p.pattern))} {
		for _, path := range must(tracked.Glob(pattern)) {
			files = append(files, must(results.Read(path)))
		}
	}
	c := must(runs.Cover(files))
	if c.RunsLeftOut == 0 {
		p.Printf("*No machine has two runs.*\n")
		return
	}
	share := func(of map[string]runs.Share, kind string) string {
		s := of[kind]
		if s.Of == 0 {
			return ""
		}
		return fmt.Sprintf("%s of %s", percent(float64(s.In)/float64(s.Of)), thousands(s.Of))
	}
	p.Head("cells", "several runs: cycles", "ratios", "one run: cycles", "ratios")
	for _, kind := range runs.Kinds {
		p.Row(kind, share(c.Next, kind), share(c.NextOver, kind), share(c.This, kind), share(c.ThisOver, kind))
	}
	p.Printf("\nFrom %d runs of %s.\n", c.RunsLeftOut, strings.Join(c.Machines, ", "))
}

// distances are ratios of medians, from 1 on.
type distances []float64

// add adds the distance of two series, if both have values.
func (d *distances) add(one, two []float64) {
	if ratio := stats.Median(one).Median / stats.Median(two).Median; !math.IsNaN(ratio) {
		*d = append(*d, max(ratio, 1/ratio))
	}
}

// reproduced formats how many distances are within 3 %; they must be sorted.
func (d distances) reproduced() string {
	n := slices.IndexFunc(append(d, math.Inf(1)), func(x float64) bool { return x > report.Reproduced }) // infinity if all are within
	return fmt.Sprintf("%s (%s)", thousands(n), percent(float64(n)/float64(len(d))))
}
