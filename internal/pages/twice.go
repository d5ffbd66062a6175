package pages

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// upTo are the sizes of tables by which cells are counted, about those of the first two caches of a core: what is larger waits for caches that
// cores share, or for memory.
var upTo = []int64{32 << 10, 1 << 20, math.MaxInt64}

// writeTwice shows how far two runs in a row agree, for each machine: table by table, and by the size of techniques' tables.
func writeTwice(p *page) {
	p.each("twice", func(paths []string) {
		if len(paths) != 2 {
			check(fmt.Errorf("%s: %d raw files (want two runs)", filepath.Dir(paths[0]), len(paths)))
		}
		one, two := must(results.Read(paths[0])), must(results.Read(paths[1]))
		named := func(path string) string { return fmt.Sprintf("[%s](../%s)", filepath.Base(path), fromRoot(path)) }
		p.Printf("**%s**, from %s and %s\n\n", one.Targets()[0].Machine, named(paths[0]), named(paths[1]))
		p.Head("table", "plain tau", "cells", "within 3 %", "farthest apart")
		apart := make([]distances, len(upTo)+1) // by size of tables, and of all cells
		var halves distances
		for _, t := range one.Tables {
			other := two.Table(t.Target, t.Piece, t.Mode, t.Corpus)
			if other == nil {
				check(fmt.Errorf("%s has no table of %v, %s, %s, %s", paths[1], t.Piece, t.Mode, t.Corpus, t.Build()))
			}
			a, b := report.Rank(one, t), report.Rank(two, *other)
			agreed := report.Agree(&a, &b)
			p.Row(fmt.Sprintf("%v, %s, %s", t.Piece, t.Mode, t.Build()), fmt.Sprintf("%.3f", agreed.Plain), fmt.Sprint(agreed.Cells),
				fmt.Sprint(agreed.Near), percent(agreed.Farthest-1))
			for _, s := range t.Series {
				if again := other.Find(s.Technique); again != nil {
					size := slices.IndexFunc(upTo, func(most int64) bool { return s.TableBytes <= most })
					apart[size].add(s.Values, again.Values)
					apart[len(upTo)].add(s.Values, again.Values)
				}
				var odd, even []float64
				for k, value := range s.Values {
					if k%2 == 0 {
						odd = append(odd, value)
					} else {
						even = append(even, value)
					}
				}
				halves.add(odd, even)
			}
		}
		p.WriteByte('\n')
		p.Head("tables of a cell's technique", "cells", "within 3 %", "middle cell", "farthest apart")
		for size, cells := range apart {
			name := "all cells"
			if size < len(upTo) {
				name = cmp.Or(map[int64]string{math.MaxInt64: "larger"}[upTo[size]], "up to "+results.Bytes(upTo[size]))
			}
			if n := len(cells); n > 0 {
				slices.Sort(cells)
				p.Row(name, thousands(n), cells.reproduced(), percent(cells[n/2]-1), percent(cells[n-1]-1))
			}
		}
		p.WriteByte('\n')
		if n := len(halves); n > 0 {
			slices.Sort(halves)
			p.Printf("Both runs link the same programs, as layouts are drawn from the rounds' numbers. The odd and the even rounds of the first run have "+
				"different ones, half as many each: of their %s cells %s are within 3 %%, the middle one %s apart.\n\n", thousands(n),
				halves.reproduced(), percent(halves[n/2]-1))
		}
	})
}

// distances are ratios of medians, from 1 on.
type distances []float64

// add adds that of two series, if both have values.
func (d *distances) add(one, two []float64) {
	if ratio := stats.Median(one).Median / stats.Median(two).Median; !math.IsNaN(ratio) {
		*d = append(*d, max(ratio, 1/ratio))
	}
}

// reproduced counts those that are within 3 %, of sorted ones.
func (d distances) reproduced() string {
	n := slices.IndexFunc(append(d, math.Inf(1)), func(x float64) bool { return x > report.Reproduced })
	return fmt.Sprintf("%s (%s)", thousands(n), percent(float64(n)/float64(len(d))))
}
