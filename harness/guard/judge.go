package guard

import (
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/stats"
)

// Judgement is what can be said of one cell's head against its base.
type Judgement struct {
	grid.Cell        // of a technique's cells together, only the technique
	Together  int    // so many cells of a technique are judged together; 0: a cell by itself
	Target    string // build that was measured, "" for the toolchain's default
	Base      stats.Interval
	Head      stats.Interval
	Ratio     stats.Interval // head / base; of two files only the median is known
	P         float64        // of the rank test, corrected for the number of cells, or of techniques, by Holm's method
	Noise     float64        // A/A noise of the cell's table, as |ln ratio|
	Shown     float64        // the part of the noise that is no accident: what A/A is shown to differ by, as |ln ratio|
	Slower    bool           // by the rule of judge
	Again     *Judgement     // the same cell measured once more, where that was done
	Accept    bool           // a commit accepts this regression
}

// Regression reports whether the cell is slower, is so when measured again, and is not accepted.
func (j *Judgement) Regression() bool {
	return j.Slower && (j.Again == nil || j.Again.Slower) && !j.Accept
}

// Name returns by what a commit accepts the regression, without the prefix of benchmarks.
func (j *Judgement) Name() string {
	if j.Together > 0 {
		return "technique=" + j.Technique
	}
	return strings.TrimPrefix(j.Cell.String(), benchmarks)
}

// benchmarks is the prefix of cells in raw files.
const benchmarks = "BenchmarkAttacks/"

// pair holds the values of one cell on both sides, by round. Values of one round need not be comparable between sides.
type pair struct {
	cell       grid.Cell
	target     string
	base, head []float64
	noise      float64
	shown      float64
	paired     bool // values of one round were measured together
	dropped    bool // before the last round, as no further ones could have shown a difference
	accepted   bool // a commit accepts that it is slower
	together   int  // so many cells of a technique are in it; 0: one cell
}

// merge replaces what processes measured in a round, after so many rounds, by the lowest of each side: unlucky pages only add. By the lowest of
// four, 195 of 200 simulated guards found a technique that became 1 % slower; by their mean, 51 of 60.
func (x *pair) merge(rounds int) {
	if len(x.base) <= rounds {
		return // dropped
	}
	lowest := func(values []float64) float64 {
		if present := stats.Present(values[rounds:]); len(present) > 0 {
			return slices.Min(present)
		}
		return math.NaN()
	}
	x.base, x.head = append(x.base[:rounds], lowest(x.base)), append(x.head[:rounds], lowest(x.head))
}

// judge decides, for all cells at once, which are slower: those whose difference is significant after Holm's correction, and whose median
// ratio is above the threshold, and above the noise.
//
// Where the values of a round are pairs, equal trees make a round's base and head exchangeable, and the signed-rank test is exact: with
// a chance of at most 1-stats.Confidence, half of that on the slower side, any of the equal cells is called different, and confirming
// repeats that with new rounds. How far single values scatter is in the test already. Of the A/A noise only the part counts that cannot be
// scatter, Shown: a table whose two measurements of one technique are shown to differ is trusted down to twice that.
//
// Two files have no pairs, and come from different hours: there the difference must be twice the whole noise.
func judge(pairs []pair, threshold float64) []Judgement {
	all := make([]Judgement, len(pairs))
	p := make([]float64, len(pairs))
	for i, x := range pairs {
		base, head := stats.Median(x.base), stats.Median(x.head)
		ratio := stats.Interval{Median: head.Median / base.Median, Lo: 0, Hi: math.Inf(1)}
		if x.paired {
			ratio = stats.Ratio(x.head, x.base)
		}
		all[i] = Judgement{
			Cell: x.cell, Together: x.together, Target: x.target, Base: base, Head: head, Ratio: ratio, Noise: x.noise, Shown: x.shown, Accept: x.accepted,
		}
		switch {
		case x.dropped:
			p[i] = 1
		case x.paired:
			p[i] = stats.SignedRank(x.head, x.base)
		default:
			p[i] = stats.MannWhitney(x.base, x.head)
		}
	}
	for i, adjusted := range stats.Holm(p) {
		all[i].P = adjusted
		excess := math.Log(all[i].Ratio.Median)
		least := 2 * all[i].Noise
		if pairs[i].paired {
			least = 2 * all[i].Shown
		}
		all[i].Slower = adjusted <= 1-stats.Confidence && excess > math.Log1p(threshold) && excess > least
	}
	return all
}

// lacking returns the cells that have values in too few rounds for any difference to be significant among so many cells.
func lacking(pairs []pair) (cells []grid.Cell) {
	least := stats.RoundsForPairs(len(pairs)) - 3
	for _, x := range pairs {
		if !x.dropped && len(stats.Present(x.base)) < least {
			cells = append(cells, x.cell)
		}
	}
	return cells
}

// drop marks the cells that are decided. One is, if rounds to come cannot show a difference any more: not even if all of them leaned to one
// side, and more than those before. As the bound of Holm's smallest p-value is asked for, that loses no cell that is slower alone. A missing
// value counts as a round to come, so that a cell is not dropped for want of values. The other way is to be shown equal but for less than the
// threshold: the interval of the ratio, which takes MinRounds rounds at least, lies within it. That loses next to nothing
// that is slower by more, as simulations show. A cell that is dropped is never called slower, so that dropping cannot add false alarms.
//
// A technique's cells stay while they could show a difference together, also those of the reference, and a table's references stay while
// any of its cells does.
func drop(pairs []pair, reference string, threshold float64, done, rounds int) {
	if done < stats.MinRounds {
		return
	}
	kept := map[grid.Cell]bool{}
	all := together(pairs, reference)
	decided := func(x *pair, among []pair) bool {
		ratio := stats.Ratio(x.head, x.base)
		return stats.BestSignedRank(x.head, x.base, rounds-len(stats.Present(x.base))) > (1-stats.Confidence)/float64(len(among)) ||
			ratio.Hi < 1+threshold && ratio.Lo > 1/(1+threshold)
	}
	for i := range all {
		kept[all[i].cell] = !all[i].dropped && !decided(&all[i], all)
	}
	for i := range pairs {
		if x := &pairs[i]; !isReference(x.cell, reference) {
			x.dropped = x.dropped || !kept[grid.Cell{Technique: x.cell.Technique}] && decided(x, pairs)
			kept[tableOf(x.cell)] = kept[tableOf(x.cell)] || !x.dropped
		}
	}
	stays := kept[grid.Cell{Technique: reference}] || kept[grid.Cell{Technique: grid.Again(reference)}]
	for i := range pairs {
		if x := &pairs[i]; isReference(x.cell, reference) {
			x.dropped = !kept[tableOf(x.cell)] && !stays
		}
	}
}

// tableOf returns what the cells of a table share.
func tableOf(c grid.Cell) grid.Cell {
	c.Technique = ""
	return c
}

// isReference reports whether a cell is the reference's first or second measurement.
func isReference(c grid.Cell, reference string) bool {
	return c.Technique == reference || c.Technique == grid.Again(reference)
}

// A technique's cells share their code and tables, so that a change slows most of them, each by little. Judged together they show what none of
// them shows alone: what scatters from cell to cell averages out, and there are fewer techniques than cells to correct for.

// together returns a pair for each technique with several cells: in each round the geometric means of its cells. Where the trees are equal,
// so that base and head of a round may be exchanged, the means may be exchanged as well, since both sides of a cell have values in the
// same rounds. Cells that a commit accepts are left out.
func together(pairs []pair, reference string) (all []pair) {
	tables := references(pairs, reference)
	cells := map[string][]*pair{} // by technique
	var names []string            // in the order of pairs
	for i := range pairs {
		x := &pairs[i]
		if x.accepted {
			continue
		}
		if cells[x.cell.Technique] == nil {
			names = append(names, x.cell.Technique)
		}
		cells[x.cell.Technique] = append(cells[x.cell.Technique], x)
	}
	for _, name := range names {
		if len(cells[name]) < 2 {
			continue
		}
		t := pair{cell: grid.Cell{Technique: name}, target: cells[name][0].target, paired: true, together: len(cells[name])}
		var sides []values
		var noise [2][]values
		for _, x := range cells[name] {
			t.dropped = t.dropped || x.dropped // a cell is dropped only if its technique may be as well
			sides = append(sides, values{x.base, x.head})
			for side, v := range tables[tableOf(x.cell)] {
				noise[side] = append(noise[side], v)
			}
		}
		m := means(sides)
		t.base, t.head = m[0], m[1]
		t.noise, t.shown = noiseOf([2]values{means(noise[0]), means(noise[1])})
		all = append(all, t)
	}
	return all
}

// values are those of two cells, or of two sides of a cell, by round.
type values [2][]float64

// means returns, for each round, the geometric means over those that have both values.
func means(all []values) (m values) {
	rounds := 0
	for _, v := range all {
		rounds = max(rounds, len(v[0]))
	}
	for k := range rounds {
		var logs [2]float64
		n := 0
		for _, v := range all {
			if k < len(v[0]) && !math.IsNaN(v[0][k]+v[1][k]) {
				n++
				for i := range logs {
					logs[i] += math.Log(v[i][k])
				}
			}
		}
		for i := range m {
			m[i] = append(m[i], math.Exp(logs[i]/float64(n))) // NaN if none has both
		}
	}
	return m
}

// references returns the two measurements of the reference in each table, on the side of the base and on that of the head.
func references(pairs []pair, reference string) map[grid.Cell][2]values {
	tables := map[grid.Cell][2]values{}
	for _, x := range pairs {
		if isReference(x.cell, reference) {
			i := 0
			if x.cell.Technique != reference {
				i = 1
			}
			t := tables[tableOf(x.cell)]
			t[0][i], t[1][i] = x.base, x.head
			tables[tableOf(x.cell)] = t
		}
	}
	return tables
}

// noiseOf returns the larger A/A noise of the two sides, and the larger part that is shown.
func noiseOf(sides [2]values) (noise, shown float64) {
	for _, v := range sides {
		noise = max(noise, stats.AANoise(v[0], v[1]))
		shown = max(shown, stats.AAShown(v[0], v[1]))
	}
	return noise, shown
}

// findNoise sets each cell's noise to the larger A/A noise of its table on either side, and shown to the larger part that is shown.
func findNoise(pairs []pair, reference string) {
	tables := references(pairs, reference)
	for i := range pairs {
		pairs[i].noise, pairs[i].shown = noiseOf(tables[tableOf(pairs[i].cell)])
	}
}
