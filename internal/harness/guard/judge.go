package guard

import (
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Judgement compares the times of a cell in head and in base.
type Judgement struct {
	grid.Cell           // if a technique's cells are judged together, only its name
	Together     int    // number of the technique's cells that are judged together; 0: a cell by itself
	Target       string // the measured build, "" for the toolchain's default
	Base         stats.Interval
	Head         stats.Interval
	Ratio        stats.Interval // head / base; of two files only the median is known
	P            float64        // of the rank test, corrected for the number of cells, or of techniques, by Holm's method
	Noise        float64        // A/A noise of the cell's table, as |ln ratio|
	Shown        float64        // significant part of the noise: how far the interval of A/A is from 1, as |ln ratio|
	Slower       bool           // by the rule of judge
	Confirmation *Judgement     // the same cell measured once more; nil: it was not
	Accept       bool           // a commit accepts this regression
}

// Regression reports whether the cell is slower, also when it was measured again, and no commit accepts that.
func (j *Judgement) Regression() bool {
	return j.Slower && (j.Confirmation == nil || j.Confirmation.Slower) && !j.Accept
}

// Name returns the name by which a commit accepts the regression: technique=NAME where a technique's cells were judged together, else the cell's name without benchmarks.
func (j *Judgement) Name() string {
	if j.Together > 0 {
		return "technique=" + j.Row()
	}
	return strings.TrimPrefix(j.Cell.String(), benchmarks)
}

// benchmarks is the prefix of cells' names in raw files.
const benchmarks = "BenchmarkAttacks/"

// pair holds the values of one cell on both sides, by round. Only if paired is set may a round's two values be compared.
type pair struct {
	cell       grid.Cell
	target     string
	base, head []float64
	noise      float64 // A/A noise of the cell's table, as |ln ratio|
	shown      float64 // the significant part of noise
	paired     bool    // values of one round were measured together
	dropped    bool    // not measured to the last round, because further rounds could have shown no difference
	accepted   bool    // a commit accepts that it is slower
	together   int     // cells of a technique judged together; 0: a single cell
}

// merge replaces the values of a round's processes, which follow the values of so many earlier rounds, by each side's lowest value, because an unlucky
// placement of pages only adds time. By the lowest of four, 195 of 200 simulated guards found a technique that became 1 % slower; by their mean, 51 of 60.
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

// judge decides which cells are slower: those with a significant difference after Holm's correction, and a median ratio above the threshold and the noise.
//
// Where the values of a round are pairs, equal trees make a round's base and head exchangeable, so the signed-rank test is exact: any of the equal cells is
// called different with a chance of at most 1-stats.Confidence, half of it on the slower side, and confirming repeats the test with new rounds. The test
// already covers how far single values scatter. So only the significant part of the A/A noise counts, Shown: a difference must be larger than twice that.
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

// lacking returns the cells of pairs that have values in too few rounds for any difference to be significant among so many.
func lacking(pairs []pair) (cells []grid.Cell) {
	least := stats.RoundsForPairs(len(pairs)) - 3 // without the three that it adds
	for _, x := range pairs {
		if !x.dropped && len(stats.Present(x.base)) < least {
			cells = append(cells, x.cell)
		}
	}
	return cells
}

// drop marks the cells that are decided. A cell is decided if further rounds cannot make its difference significant, even if all of them show the same side
// slower, by more than any earlier round. The bound is that of Holm's smallest p-value, so a cell stays that may be the only slower cell. A missing value counts
// as a further round, so no cell is dropped because it lacks values. A cell is also decided if the interval of its ratio, after at least MinRounds rounds, lies
// within the threshold; simulations show that this loses hardly any cell that is slower by more. A dropped cell is never called slower: no false alarms.
//
// A technique's cells, the reference's too, stay while they could show a difference together, and a table's references stay while any of its cells does.
func drop(pairs []pair, reference string, threshold float64, done, rounds int) {
	if done < stats.MinRounds {
		return
	}
	open := map[grid.Cell]bool{} // whether a technique, by techniqueOf, or a cell of a table, by tableOf, is undecided
	all := together(pairs, reference)
	decided := func(x *pair, among []pair) bool {
		ratio := stats.Ratio(x.head, x.base)
		return stats.BestSignedRank(x.head, x.base, rounds-len(stats.Present(x.base))) > (1-stats.Confidence)/float64(len(among)) ||
			ratio.Hi < 1+threshold && ratio.Lo > 1/(1+threshold)
	}
	for i := range all {
		open[all[i].cell] = !all[i].dropped && !decided(&all[i], all)
	}
	for i := range pairs {
		if x := &pairs[i]; x.cell.Technique != reference {
			x.dropped = x.dropped || !open[techniqueOf(x.cell)] && decided(x, pairs)
			open[tableOf(x.cell)] = open[tableOf(x.cell)] || !x.dropped
		}
	}
	stays := open[grid.Cell{Technique: reference}] || open[grid.Cell{Technique: reference, AA: true}]
	for i := range pairs {
		if x := &pairs[i]; x.cell.Technique == reference {
			x.dropped = !open[tableOf(x.cell)] && !stays
		}
	}
}

// tableOf returns a cell without its technique, as the key of the cell's table: it is the same for all cells there.
func tableOf(c grid.Cell) grid.Cell {
	c.Technique, c.AA = "", false
	return c
}

// techniqueOf returns a cell with nothing but its technique, as the key of the technique. The second row of the reference counts as another technique.
func techniqueOf(c grid.Cell) grid.Cell { return grid.Cell{Technique: c.Technique, AA: c.AA} }

// A technique's cells share their code and tables, so a change slows most of them, each by little. Together they show more than each cell shows
// alone: scatter averages out, and there are fewer techniques than cells to correct for.

// together returns a pair for each technique with several cells: in each round, the geometric means of its cells. If the trees are equal, base and head of a
// round are exchangeable, as judge assumes, and so are the means, since both sides of a cell have values in the same rounds. Cells that a commit accepts are left out.
func together(pairs []pair, reference string) (all []pair) {
	tables := references(pairs, reference)
	cells := map[grid.Cell][]*pair{} // by technique
	var techniques []grid.Cell       // in the order of pairs
	for i := range pairs {
		x := &pairs[i]
		if x.accepted {
			continue
		}
		technique := techniqueOf(x.cell)
		if cells[technique] == nil {
			techniques = append(techniques, technique)
		}
		cells[technique] = append(cells[technique], x)
	}
	for _, technique := range techniques {
		if len(cells[technique]) < 2 {
			continue
		}
		t := pair{cell: technique, target: cells[technique][0].target, paired: true, together: len(cells[technique])}
		var sides []values
		var noise [2][]values
		for _, x := range cells[technique] {
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

// values holds the values of the two sides of a cell, or of the reference's two rows, by round.
type values [2][]float64

// means returns, for each round, the two geometric means over the elements that have both values in that round.
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
			m[i] = append(m[i], math.Exp(logs[i]/float64(n))) // NaN if no element has both
		}
	}
	return m
}

// references returns the values of the reference's two rows in each table, on the base side and on the head side.
func references(pairs []pair, reference string) map[grid.Cell][2]values {
	tables := map[grid.Cell][2]values{}
	for _, x := range pairs {
		if x.cell.Technique == reference {
			i := 0
			if x.cell.AA {
				i = 1
			}
			t := tables[tableOf(x.cell)]
			t[0][i], t[1][i] = x.base, x.head
			tables[tableOf(x.cell)] = t
		}
	}
	return tables
}

// noiseOf returns the larger A/A noise of the two sides, and the larger significant part.
func noiseOf(sides [2]values) (noise, shown float64) {
	for _, v := range sides {
		noise = max(noise, stats.AANoise(v[0], v[1]))
		shown = max(shown, stats.AAShown(v[0], v[1]))
	}
	return noise, shown
}

// findNoise sets the noise and shown of each pair, by the rows of the reference in its table.
func findNoise(pairs []pair, reference string) {
	tables := references(pairs, reference)
	for i := range pairs {
		pairs[i].noise, pairs[i].shown = noiseOf(tables[tableOf(pairs[i].cell)])
	}
}
