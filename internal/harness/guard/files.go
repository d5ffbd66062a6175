package guard

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// CompareFiles compares two result files of one machine by their ratios to the reference technique. It measures nothing, so its findings are not confirmed.
func CompareFiles(base, head *results.File, threshold float64) (*Comparison, error) {
	if base.Reference != head.Reference {
		return nil, fmt.Errorf("%s and %s have different references, %s and %s", base.Name, head.Name, base.Reference, head.Reference)
	}
	if a, b := machines(base), machines(head); !slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) }) {
		return nil, fmt.Errorf("%s is of %s, and %s of %s (want two files of one machine)",
			base.Name, strings.Join(a, " and "), head.Name, strings.Join(b, " and "))
	}
	c := &Comparison{Threshold: threshold, Rounds: math.MaxInt} // the fewest rounds of any compared table, below
	var pairs []pair
	for i := range base.Tables {
		b := &base.Tables[i]
		h := head.Table(b.Target, b.Piece, b.Mode, b.Corpus)
		if c.OnlyInBase = append(c.OnlyInBase, only(b, h)...); h == nil {
			continue
		}
		both, err := relative(b, h, base, head)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, both...)
		c.Rounds = min(c.Rounds, b.Rounds, h.Rounds)
	}
	for _, h := range head.Tables {
		c.OnlyInHead = append(c.OnlyInHead, only(&h, base.Table(h.Target, h.Piece, h.Mode, h.Corpus))...)
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s and %s have no cell in common", base.Name, head.Name)
	}
	if want := stats.RoundsFor(len(pairs)); c.Rounds < want {
		return nil, fmt.Errorf("%d rounds cannot show anything in %d cells (want at least %d)", c.Rounds, len(pairs), want)
	}
	judged := slices.DeleteFunc(slices.Clone(pairs), func(x pair) bool { return !x.judgeable(len(pairs)) })
	for _, x := range pairs {
		if !x.judgeable(len(pairs)) {
			c.Unjudged = append(c.Unjudged, x.cell.String()+" "+x.target)
		}
	}
	if len(judged) == 0 {
		return nil, fmt.Errorf("none of %d cells has values in enough rounds of both files for a difference to be significant", len(pairs))
	}
	c.Cells = judge(judged, threshold)
	return c, nil
}

// judgeable reports whether a cell has values in enough rounds of both files, and a known noise, for its difference to be significant among so many cells.
func (x pair) judgeable(cells int) bool {
	n := min(len(stats.Present(x.base)), len(stats.Present(x.head)))
	return n >= stats.RoundsFor(cells) && !math.IsInf(x.noise, 1)
}

// machines returns the names of the machines on which a file's results were measured.
func machines(f *results.File) (names []string) {
	for _, t := range f.Targets() {
		if !slices.Contains(names, t.Machine) {
			names = append(names, t.Machine)
		}
	}
	return names
}

// relative returns a pair for each cell that both tables have, with its values as ratios to the reference in the same round and file.
func relative(b, h *results.Table, base, head *results.File) (pairs []pair, err error) {
	var noise float64
	reference := [2]*results.Series{b.Find(base.Reference), h.Find(base.Reference)}
	again := [2]*results.Series{b.AA(), h.AA()}
	for i, file := range []*results.File{base, head} {
		if reference[i] == nil || again[i] == nil {
			return nil, fmt.Errorf("%s lacks the rows %s and %s for %v %s: without them machines cannot be compared",
				file.Name, base.Reference, grid.Cell{Technique: base.Reference, AA: true}.Row(), b.Piece, b.Mode)
		}
		noise = max(noise, stats.AANoise(reference[i].Values, again[i].Values))
	}
	for _, s := range b.Series {
		if other := h.Find(s.Row()); other != nil && s.Technique != base.Reference { // the reference's own ratios say nothing
			pairs = append(pairs, pair{
				cell: s.Cell, target: b.Build(), noise: noise,
				base: ratios(s.Values, reference[0].Values), head: ratios(other.Values, reference[1].Values),
			})
		}
	}
	return pairs, nil
}

// only returns the names of the cells in t without a counterpart in other, which may be nil.
func only(t, other *results.Table) (names []string) {
	for _, s := range t.Series {
		if other == nil || other.Find(s.Row()) == nil {
			names = append(names, s.Cell.String()+" "+t.Build())
		}
	}
	return names
}

// ratios divides each round's value by the reference's value.
func ratios(values, reference []float64) []float64 {
	r := make([]float64, min(len(values), len(reference)))
	for k := range r {
		r[k] = values[k] / reference[k]
	}
	return r
}
